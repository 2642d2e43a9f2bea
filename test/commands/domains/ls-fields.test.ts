import { expect, it } from 'vitest';
import { herat, kabul, lists, mazar, zaranj } from '../../support/domains.ts';
import { dotaf } from '../../support/session.ts';

function names(...options: string[]) {
  lists([kabul, zaranj, herat, mazar]);
  return dotaf(['domains', 'ls', '--names', ...options]);
}

it.each<[string, string]>([
  ['expiry', 'mazar herat kabul zaranj'],
  ['-expiry', 'kabul herat mazar zaranj'],
  ['days', 'mazar herat kabul zaranj'],
  ['-days', 'kabul herat mazar zaranj'],
  ['-domain', 'zaranj mazar kabul herat'],
  ['-status', 'mazar herat kabul zaranj'],
  ['auto_renew', 'herat mazar kabul zaranj'],
  ['extra.id', 'mazar kabul herat zaranj'],
  ['-extra.id', 'herat kabul mazar zaranj'],
])('--sort %s puts the unknown last', async (sort, order) => {
  lists([{ ...kabul, id: 9 }, zaranj, { ...herat, id: 10 }, { ...mazar, id: '8.5' }]);
  const { stdout } = await dotaf(['domains', 'ls', '-q', '--names', '--sort', sort]);
  expect(stdout.replaceAll('.af\n', ' ').trim()).toBe(order);
});

it('needs the fact that a sorted field is derived from', async () => {
  lists([zaranj]);
  expect(await dotaf(['domains', 'ls', '--sort', '-days'])).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('--sort needs the expiry, and none was found in 1 domain'),
    code: 8,
  });
});

it.each([
  ['expire', 'did you mean expiry? the fields are domain, status,'],
  ['-Auto-Renew', 'did you mean auto_renew? the fields are domain, status,'],
  ['price', 'the fields are domain, status,'],
])('refuses --sort %s before anything is sent', async (sort, hint) => {
  const { stdout, stderr, code } = await dotaf(['domains', 'ls', '--sort', sort]);
  expect([stdout, code]).toEqual(['', 2]);
  expect(stderr).toContain(`error: --sort cannot be '${sort}'\nhint: ${hint}`);
});

it('days is a field like others, and there only when it is chosen', async () => {
  const session = (...options: string[]) => {
    lists([herat, zaranj]);
    return dotaf(['domains', 'ls', ...options]);
  };
  expect((await session('--fields', 'domain,days', '--json')).stdout).toBe(
    '[{"domain":"herat.af","days":10},{"domain":"zaranj.af","days":null}]\n',
  );
  expect((await session('--fields', 'days,domain', '--csv')).stdout).toBe(
    'days,domain\n10,herat.af\n,zaranj.af\n',
  );
  for (const option of ['--fields', '--columns']) {
    expect((await session(option, 'domain,days')).stdout).toBe(
      'DOMAIN     DAYS\nherat.af     10\nzaranj.af     -\n',
    );
  }
  expect((await session('--json')).stdout).not.toContain('days');
});

it.each([
  ['--fields', 'registration', 'registration_date'],
  ['--columns', 'registration', 'registration_date'],
  ['--columns', 'auto-renew', 'auto_renew'],
  ['--fields', 'expire', 'expiry'],
])('%s %s is met with the likely word', async (option, word, likely) => {
  const { stderr, code } = await dotaf(['domains', 'ls', option, word]);
  expect(code).toBe(2);
  expect(stderr).toContain(`hint: did you mean ${likely}? the fields are domain,`);
});

it('--columns reaches into what the service sent beyond, as --fields does', async () => {
  for (const option of ['--columns', '--fields']) {
    lists([{ ...herat, registrar: { id: 7 } }]);
    const { stdout } = await dotaf(['domains', 'ls', option, 'domain,extra.registrar.id']);
    expect(stdout).toBe('DOMAIN    EXTRA.REGISTRAR.ID\nherat.af  7\n');
  }
});

it('--expiring 30 means days', async () => {
  expect((await names('--expiring', '10', '-q')).stdout).toBe('mazar.af\nherat.af\n');
});

it('domains calendar writes an event that blocks no time, also with the alarms of --remind', async () => {
  const event = (...alarms: string[]) => [
    ...['BEGIN:VEVENT', 'UID:herat.af@dotaf', 'SEQUENCE:0', 'DTSTAMP:20261121T120000Z'],
    ...['DTSTART;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261202'],
    ...['X-MICROSOFT-CDO-ALLDAYEVENT:TRUE', 'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE'],
    ...['SUMMARY:herat.af expires', 'TRANSP:TRANSPARENT', 'DESCRIPTION:auto-renew is off'],
    ...alarms.flatMap((trigger) => [
      ...['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:${trigger}`],
      ...['DESCRIPTION:herat.af expires on 2026-12-01', 'END:VALARM'],
    ]),
    ...['X-MICROSOFT-CDO-BUSYSTATUS:FREE', 'END:VEVENT', 'END:VCALENDAR', ''],
  ];
  const written = async (...argv: string[]) => {
    lists([herat]);
    const { stdout } = await dotaf(['domains', 'calendar', ...argv]);
    return stdout.slice(stdout.indexOf('BEGIN:VEVENT')).split('\r\n');
  };
  expect(await written()).toEqual(event());
  const reminders = ['--remind', '14d', '--remind', '1m'];
  expect(await written(...reminders)).toEqual(event('-P14D', '-P30D'));
});
