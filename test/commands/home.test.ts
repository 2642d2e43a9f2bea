import { expect, it } from 'vitest';
import { herat, lists } from '../support/domains.ts';
import { balanceData, credentials, refuses, service } from '../support/fixtures.ts';
import { homeWith } from '../support/home.ts';
import { dotaf } from '../support/session.ts';
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

it('shows a failure in its place, and the rest', async () => {
  refuses(500, { success: false, error: { code: 'boom', message: 'no' } });
  lists([herat], { total: 140 });
  expect(await dotaf(['--no-color'], terminal)).toEqual({
    stdout: [
      'balance  the service failed: no (boom)',
      'domains  at least 1: 1 within 30 days (1 without auto-renew)',
      '',
      'EXPIRES NEXT  EXPIRY      AUTO-RENEW  DAYS',
      'herat.af      2026-12-01  off           10',
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

it('is exit 8 as an object where it cannot say what expires', async () => {
  welcomes();
  service()
    .get('/api/v1/account/tier')
    .reply(200, { success: true, data: { current_tier: 'Silver' } });
  lists([{ ...herat, expiry: null }]);
  expect(await dotaf(['--json'])).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('dotaf needs the expiry, and none was found in 1 domain'),
    code: 8,
  });
});

it('counts a domain whose auto-renew is not known as one that may be renewed, with a warning', async () => {
  welcomes();
  service()
    .get('/api/v1/account/tier')
    .reply(200, { success: true, data: { current_tier: 'Silver' } });
  lists([herat, { ...herat, domain: 'ghor.af', auto_renew: null }]);
  const { stdout, stderr } = await dotaf(['--jq', '.not_renewing[].domain']);
  expect(stdout).toBe('herat.af\n');
  expect(stderr).toContain(
    'warning: the auto-renew of 1 of 2 domains is not known, so it may not be renewed: ghor.af\n',
  );
});
