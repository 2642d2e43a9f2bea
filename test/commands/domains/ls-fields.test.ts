import { expect, it } from 'vitest';
import { herat, kabul, lists, mazar, zaranj } from '../../support/domains.ts';
import { dotaf } from '../../support/session.ts';

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
  ['extra', 'DOMAIN    EXTRA\nherat.af  registrar={"id":7}\n'],
  ['extra.registrar.id', 'DOMAIN    EXTRA.REGISTRAR.ID\nherat.af  7\n'],
])('--columns reaches into what the service sent beyond: %s', async (field, stdout) => {
  lists([{ ...herat, registrar: { id: 7 } }]);
  const session = await dotaf(['domains', 'ls', '--columns', `domain,${field}`]);
  expect(session).toEqual({ stdout, stderr: '', code: 0 });
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
