import { expect, it } from 'vitest';
import { service } from '../../support/fixtures.ts';
import { dotaf } from '../../support/session.ts';

const kabul = {
  status: 'active',
  expiry: '2027-03-31',
  registration_date: '2021-03-31',
  auto_renew: true,
  nameservers: ['ns1.example.af', 'ns2.example.af'],
};

function has(domain: string, facts: object = kabul): void {
  service()
    .get(`/api/v1/domains/${domain}`)
    .reply(200, { success: true, data: { domain, ...facts } });
}

function lacks(domain: string): void {
  service()
    .get(`/api/v1/domains/${domain}`)
    .reply(404, { success: false, error: { code: 'no_such_domain', message: 'not yours' } });
}

it('shows one as details', async () => {
  has('kabul.af');
  expect(await dotaf(['domains', 'show', 'kabul.af'])).toEqual({
    stdout: [
      'domain       kabul.af',
      'status       active',
      'expiry       2027-03-31 (in 130 days)',
      'registered   2021-03-31',
      'auto-renew   on',
      'nameservers  ns1.example.af ns2.example.af',
      '',
    ].join('\n'),
    stderr: '',
    code: 0,
  });
});

it('shows several one below the other, a failure among them', async () => {
  has('kabul.af', { ...kabul, auto_renew: false, nameservers: [] });
  lacks('herat.af');
  expect(await dotaf(['domains', 'show', 'kabul.af', 'herat.af'])).toEqual({
    stdout: [
      'domain       kabul.af',
      'status       active',
      'expiry       2027-03-31 (in 130 days)',
      'registered   2021-03-31',
      'auto-renew   off',
      'nameservers  -',
      '',
      'domain  herat.af',
      'error   not a domain of this account: not yours (no_such_domain)',
      '',
    ].join('\n'),
    stderr: '',
    code: 9,
  });
});

it('prints one object a line, with every key', async () => {
  has('kabul.af');
  has('herat.af', { status: 'active' });
  lacks('mazar.af');
  const { stdout, code } = await dotaf([
    ...['domains', 'show', 'kabul.af', 'herat.af', 'mazar.af', '--json'],
  ]);
  expect(stdout).toBe(
    [
      '{"domain":"kabul.af","status":"active","expiry":"2027-03-31","registration_date":"2021-03-31","auto_renew":true,"nameservers":["ns1.example.af","ns2.example.af"]}',
      '{"domain":"herat.af","status":"active","expiry":null,"registration_date":null,"auto_renew":null,"nameservers":null}',
      '{"domain":"mazar.af","error":{"code":"not_found","message":"not a domain of this account: not yours (no_such_domain)","api_code":"no_such_domain","status":404}}',
      '',
    ].join('\n'),
  );
  expect(code).toBe(9);
});

it.each([
  [['herat.af'], 4],
  [['herat.af', 'mazar.af'], 4],
])('ends with the code of the cause when none of %j is there', async (names, code) => {
  for (const name of names) lacks(name);
  const session = await dotaf(['domains', 'show', ...names, '--json']);
  expect(session.code).toBe(code);
  expect(session.stdout === '').toBe(names.length === 1);
});

it('--fields may ask for parts of a failure', async () => {
  has('kabul.af');
  lacks('herat.af');
  const argv = ['domains', 'show', 'kabul.af', 'herat.af', '--fields', 'domain,error.code'];
  expect((await dotaf([...argv, '--csv'])).stdout).toBe(
    'domain,error.code\nkabul.af,\nherat.af,not_found\n',
  );
  has('kabul.af');
  lacks('herat.af');
  expect((await dotaf(argv)).stdout).toContain(
    'domain      kabul.af\nerror.code  -\n\ndomain      herat.af\nerror.code  not_found\n',
  );
});

it('tidies names, and sends nothing when one is none', async () => {
  has('kabul.af');
  const { stdout, stderr } = await dotaf(['domains', 'show', 'KABUL', '--jq', '.domain']);
  expect(stdout).toBe('kabul.af\n');
  expect(stderr).toBe("note: showing kabul.af for 'KABUL'\n");
  expect((await dotaf(['domains', 'show', 'kabul.af', 'bad_name'])).code).toBe(2);
});

it.each([[['-']], [[]]])(
  'reads the names of a list from stdin with %j, each with its row',
  async (argv) => {
    has('kabul.af');
    lacks('herat.af');
    const stdin = 'kabul.af\nbad_name.af\nherat.af\n';
    const { stdout, code } = await dotaf(['domains', 'show', ...argv, '--jq', '.domain'], {
      stdin,
    });
    expect(stdout).toBe('kabul.af\nbad_name.af\nherat.af\n');
    expect(code).toBe(9);
  },
);

it('asks for a domain', async () => {
  for (const stdin of [undefined, '']) {
    expect(await dotaf(['domains', 'show'], stdin === undefined ? {} : { stdin })).toEqual({
      stdout: '',
      stderr:
        'error: no domain to show\nhint: dotaf domains show kabul.af, or dotaf domains ls to see them all\n',
      code: 2,
    });
  }
});
