import { expect, it } from 'vitest';
import { herat, kabul, lists, mazar, zaranj } from '../support/domains.ts';
import { balanceData, credentials, refuses, service } from '../support/fixtures.ts';
import { homeWith, temporaryFolder } from '../support/home.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';
import { seen } from '../support/terminal.ts';

const terminal = { tty: { stdout: true }, columns: 60 };

const ways = [
  'dotaf forecast       does the balance cover the renewals?',
  'dotaf domains ls     all domains',
  'dotaf check <names>  is a name free, and its price',
  'dotaf --help         every command',
  '',
];

function welcomes(): void {
  service().get('/api/v1/account/balance').reply(200, { success: true, data: balanceData });
}

it('shows the account, what expires next, and what to type', async () => {
  welcomes();
  lists([kabul, zaranj, herat, mazar]);
  expect(await dotaf(['--no-color'], terminal)).toEqual({
    stdout: [
      'account       AF-1001',
      'balance       120.50 USD',
      'credit limit  50.00 USD',
      'domains       4: 1 expired, 1 within 30 days, 1 undated',
      '',
      'EXPIRES NEXT  EXPIRY      AUTO  DAYS',
      'herat.af      2026-12-01  off     10',
      'kabul.af      2027-06-01  on     192',
      '',
      ...ways,
    ].join('\n'),
    stderr: '',
    code: 0,
  });
});

it('shows a failure in its place, and the rest', async () => {
  refuses(500, { success: false, error: { code: 'boom', message: 'no' } });
  lists([herat], { total: 140 });
  expect(await dotaf(['--no-color'], terminal)).toEqual({
    stdout: [
      'balance  the service failed: no (boom)',
      'domains  at least 1: 1 within 30 days',
      '',
      'EXPIRES NEXT  EXPIRY      AUTO  DAYS',
      'herat.af      2026-12-01  off     10',
      '',
      ...ways,
    ].join('\n'),
    stderr: 'warning: the service lists 1 of 140 domains, and cannot be asked for the others\n',
    code: 9,
  });
  welcomes();
  service()
    .get('/api/v1/domains')
    .reply(200, { success: true, data: { domains: 'none' } });
  const { stdout, code } = await dotaf(['--no-color'], terminal);
  expect(stdout).toMatch(
    /^account .*\nbalance .*\ncredit limit .*\ndomains {7}no list of domains /,
  );
  expect(code).toBe(9);
});

it('fails when nothing has an answer', async () => {
  refuses(401, { success: false, error: { code: 'bad_key', message: 'no' } });
  service().get('/api/v1/domains').reply(401, { success: false });
  expect(await dotaf([], terminal)).toMatchObject({ stdout: '', code: 3 });
});

it('says how to start where there are no credentials', async () => {
  const env = { DOTAF_HOME: temporaryFolder() };
  expect(await dotaf(['--no-color'], { ...terminal, env })).toEqual({
    stdout: [
      'dotaf auth login                store your credentials',
      'dotaf check kabul.af --sandbox  try it without an account',
      'dotaf --help                    see every command',
      '',
    ].join('\n'),
    stderr: '',
    code: 0,
  });
});

it.each([
  [
    { ...homeWith(), DOTAF_KEY: 'half' },
    /^error: DOTAF_KEY is set but DOTAF_SECRET is not\nhint: /,
  ],
  [
    homeWith({ profiles: [{ name: 'shop', base_url: credentials.DOTAF_BASE_URL }] }),
    /^error: there are no credentials: .+ no profile in .+ is active\nhint: /,
  ],
])('says what is wrong with credentials that are there: %j', async (env, message) => {
  const { stdout, stderr, code } = await dotaf([], { ...terminal, env });
  expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
  expect(seen(stderr)).toMatch(message);
});

it('goes with global options, and shows five at most', async () => {
  const { stdout, code } = await dotafSandbox(['--no-color', '-q'], terminal);
  expect(stdout.split('\n').slice(0, 12)).toEqual([
    'account       SBX-844431',
    'balance       468.20 USD',
    'credit limit  250.00 USD',
    'domains       38: 3 expired, 6 within 30 days',
    '',
    'EXPIRES NEXT                  EXPIRY      AUTO  DAYS',
    'salang-road-assist.af         2026-11-22  off      1',
    'lapis-and-lantern.af          2026-11-28  off      7',
    'bamyan-potato-growers.org.af  2026-12-03  off     12',
    'wardak-apple-orchards.af      2026-12-12  off     21',
    'charikar-grape-press.af       2026-12-17  on      26',
    '',
  ]);
  expect(code).toBe(0);
});

it.each([
  [[], { tty: { stdout: false } }],
  [['--help'], terminal],
  [['--csv'], terminal],
])('stays help: %j %j', async (argv, options) => {
  const { stdout, stderr, code } = await dotaf(argv, options);
  expect(seen(stdout)).toMatch(/^Usage: dotaf <command>/);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
});
