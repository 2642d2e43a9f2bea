import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { herat, kabul, mazar } from '../support/domains.ts';
import { balanceData, shop, wholesale } from '../support/fixtures.ts';
import { homeWith } from '../support/home.ts';
import { readOpenMetrics } from '../support/open-metrics.ts';
import { dotaf, type SessionOptions } from '../support/session.ts';

const market = { ...shop, name: 'market', key: 'key_of_the_market' };

const emptyProfile = { name: 'later', preferences: { timeout: '5' } };

function all(argv: string[], options: SessionOptions = {}, profiles: object[] = [shop, market]) {
  const env = homeWith({ active: 'shop', profiles: [...profiles, emptyProfile] });
  return dotaf([...argv, '--profile', 'all'], { env, ...options });
}

/** The service answers a request with the key of one profile. */
function answers(key: string, path: string, data: object, status = 200): void {
  nock('https://api.reseller.example', { reqheaders: { 'x-service-key': key } })
    .get(`/api/v1/${path}`)
    .reply(status, status === 200 ? { success: true, data } : { success: false, error: data });
}

const balanceOf = (account_number: string, balance: string, active_domains = 42) => ({
  ...balanceData,
  account_number,
  balance,
  active_domains,
});

function balances(active = 42): void {
  answers(shop.key, 'account/balance', balanceOf('AF-1', '120.50', active));
  answers(market.key, 'account/balance', balanceOf('AF-2', '-7.00', active));
}

function oneRefused(path: string, data: object): void {
  answers(shop.key, path, { code: 'revoked', message: 'this key is revoked' }, 401);
  answers(market.key, path, data);
}

describe('one answer for each account', () => {
  it("ends with the cause's own code when all have failed alike", async () => {
    for (const key of [shop.key, market.key]) answers(key, 'account/tier', { code: 'x' }, 401);
    expect(await all(['tier', '--fields', 'current_tier'])).toMatchObject({
      stdout: expect.stringMatching(/^PROFILE {2}CURRENT TIER\nshop .*\nmarket .*\n$/),
      stderr: expect.stringContaining('hint: '),
      code: 3,
    });
  });

  it('holds a condition only if it holds for every account', async () => {
    balances();
    expect(await all(['balance', '--min', '10', '--fields', 'balance'])).toMatchObject({
      stderr: 'note: market: -7.00 USD is less than 10\n',
      code: 1,
    });
    balances();
    expect(await all(['balance', '--min', '-7'])).toMatchObject({ stderr: '', code: 0 });
  });

  it('takes the settings of each profile, and a bad one is a failure of its own', async () => {
    answers(shop.key, 'account/tier', { current_tier: 'A' });
    const slow = { ...market, preferences: { timeout: 'slow' } };
    const { stdout, code } = await all(['tier', '--json'], {}, [shop, slow]);
    expect(stdout).toContain("timeout in profile 'market' cannot be 'slow'");
    expect(code).toBe(9);
  });

  it('asks for secrets by their commands', async () => {
    answers(wholesale.key, 'account/tier', { current_tier: 'W' });
    const env = {
      ...homeWith({ profiles: [wholesale] }),
      DOTAF_PROFILE: 'all',
      PATH: '/bin:/usr/bin',
    };
    expect(await dotaf(['tier', '--csv', '--fields', 'current_tier'], { env })).toEqual({
      stdout: 'profile,current_tier\nwholesale,W\n',
      stderr: '',
      code: 0,
    });
  });
});

describe('the domains of all accounts', () => {
  function lists(): void {
    answers(shop.key, 'domains', { domains: [kabul, mazar] });
    answers(market.key, 'domains', { domains: [herat] });
  }

  it('are names, a calendar and CSV', async () => {
    lists();
    expect((await all(['domains', 'ls', '--names', '--sort', '-domain'])).stdout).toBe(
      'mazar.af\nkabul.af\nherat.af\n',
    );
    lists();
    expect((await all(['domains', 'ls', '--csv', '--fields', 'domain,expiry'])).stdout).toBe(
      'profile,domain,expiry\nshop,mazar.af,2026-11-20\nmarket,herat.af,2026-12-01\nshop,kabul.af,2027-06-01\n',
    );
    answers(shop.key, 'domains', { domains: [kabul, herat] });
    answers(market.key, 'domains', { domains: [herat] });
    const { stdout } = await all(['domains', 'calendar']);
    expect(stdout.match(/^(UID|DESC).*$/gm)?.map((line) => line.trim())).toEqual([
      'UID:herat.af@dotaf',
      'DESCRIPTION:auto-renew is off\\, account: shop',
      'UID:herat.af@market.dotaf',
      'DESCRIPTION:auto-renew is off\\, account: market',
      'UID:kabul.af@dotaf',
      'DESCRIPTION:auto-renew is on\\, account: shop',
    ]);
  });

  it('have a failure below them, or as a warning where there is no place for it', async () => {
    oneRefused('domains', { domains: [herat] });
    const text = await all(['domains', 'ls', '--columns', 'domain,days']);
    expect(text.stdout).toMatch(
      /^PROFILE {2}DOMAIN {4}DAYS\nmarket {3}herat.af {4}10\nshop {5}- {12}-\n$/,
    );
    expect(text.stderr).toMatch(/^warning: shop: .*refused the credentials/);
    expect(text.code).toBe(9);
    oneRefused('domains', { domains: [herat] });
    expect(await all(['domains', 'ls', '--names', '-q'])).toMatchObject({
      stdout: 'herat.af\n',
      stderr: expect.stringMatching(/^warning: shop: .*refused the credentials.*\n$/),
      code: 9,
    });
    oneRefused('domains', { domains: [herat] });
    const { stdout } = await all(['domains', 'ls', '--json']);
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({
      profile: 'shop',
      error: { code: 'unauthorized' },
    });
  });

  it('have warnings with the name of the account', async () => {
    answers(shop.key, 'domains', { domains: [{ ...kabul, expiry: null }, mazar] });
    answers(market.key, 'domains', { domains: [{ ...herat, expiry: null }] });
    const { stdout, stderr, code } = await all(['domains', 'ls', '--expiring', '9', '--csv']);
    expect(stderr).toBe(
      'warning: shop: the expiry of 1 of 2 domains is not known, so --expiring cannot tell about it: kabul.af\n',
    );
    expect(stdout).toMatch(/\nmarket,,,,,,,unexpected_response,.*--expiring needs the expiry/);
    expect(code).toBe(9);
  });
});

describe('the forecast of each account', () => {
  function forecasts(): void {
    for (const { key } of [shop, market]) {
      answers(key, 'domains', { domains: [{ ...kabul, expiry: '2026-12-01', auto_renew: true }] });
      nock('https://api.reseller.example', { reqheaders: { 'x-service-key': key } })
        .post('/api/v1/pricing')
        .reply(200, { success: true, data: { amount: '40.00', currency: 'USD' } });
    }
    balances(1);
  }

  it('is a row of the table, and every account must be covered', async () => {
    forecasts();
    expect(await all(['forecast', '--expect', 'covered'])).toEqual({
      stdout: [
        'PROFILE        DUE     BALANCE  COVERED  WITH CREDIT  RUNS OUT',
        'shop     40.00 USD  120.50 USD  yes      yes          -',
        'market   40.00 USD   -7.00 USD  no       yes          2026-12-01',
        '',
      ].join('\n'),
      stderr: 'note: market: 40.00 USD falls due, which the balance of -7.00 USD cannot cover\n',
      code: 1,
    });
  });
});

describe('the metrics of all accounts', () => {
  it('have the profile as a label, and an account that fails is down', async () => {
    oneRefused('account/balance', balanceOf('AF-2', '9.00'));
    answers(shop.key, 'account/tier', { message: 'down' }, 401);
    answers(shop.key, 'domains', { message: 'down' }, 401);
    answers(market.key, 'account/tier', { current_tier: 'Gold', domains_needed: 3 });
    answers(market.key, 'domains', { domains: [{ ...kabul, expiry: '2026-12-01' }] });
    const { stdout, stderr, code } = await all(['metrics']);
    expect(readOpenMetrics(stdout)).toEqual({
      'dotaf_up{profile=shop}': '0',
      'dotaf_up{profile=market}': '1',
      'dotaf_balance{profile=market,account=AF-2,currency=USD}': '9.00',
      'dotaf_credit_limit{profile=market,account=AF-2,currency=USD}': '50.00',
      'dotaf_active_domains{profile=market,account=AF-2}': '42',
      'dotaf_tier_domains_needed{profile=market}': '3',
      'dotaf_domain_expiry_timestamp_seconds{profile=market,domain=kabul.af}': '1796083200',
    });
    expect(stderr).toMatch(/^warning: shop: the service refused the credentials .*\(revoked\)\n$/);
    expect(code).toBe(9);
  });
});

it('the list of profiles does not mind DOTAF_PROFILE', async () => {
  const env = { ...homeWith({ profiles: [shop] }), DOTAF_PROFILE: 'all' };
  expect((await dotaf(['auth', 'ls', '--csv', '--fields', 'profile'], { env })).stdout).toBe(
    'profile\nshop\n',
  );
});

it('asks all accounts at the same time', async () => {
  let waiting = 0;
  let most = 0;
  for (const key of [shop.key, market.key]) {
    nock('https://api.reseller.example', { reqheaders: { 'x-service-key': key } })
      .get('/api/v1/account/tier')
      .reply(200, async () => {
        waiting += 1;
        most = Math.max(most, waiting);
        await new Promise((resolve) => setTimeout(resolve, 20));
        waiting -= 1;
        return { success: true, data: { current_tier: 'A' } };
      });
  }
  expect((await all(['tier', '-q'])).code).toBe(0);
  expect(most).toBe(2);
});
