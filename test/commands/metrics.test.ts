import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { balanceData, service } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { readOpenMetrics } from '../support/open-metrics.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';

const tierData = { current_tier: 'Silver', next_tier: 'Gold', domains_needed: 68 };

const kite = { domain: 'kite.af', status: 'active', expiry: '2027-03-31' };

interface Answers {
  balance?: object | number;
  tier?: object | number;
  domains?: object[] | number;
}

/** A number is the status of a refusal. */
function answers({ balance = balanceData, tier = tierData, domains = [kite] }: Answers = {}) {
  const reply = (data: object | number): [number, object] =>
    typeof data === 'number' ? [data, { success: false }] : [200, { success: true, data }];
  service()
    .get('/api/v1/account/balance')
    .reply(...reply(balance))
    .get('/api/v1/account/tier')
    .reply(...reply(tier))
    .get('/api/v1/domains')
    .reply(...reply(Array.isArray(domains) ? { domains } : domains));
}

it('prints what the account says, each family once', async () => {
  answers();
  expect(await dotaf(['metrics'])).toEqual({
    stdout: [
      '# HELP dotaf_up Whether the service has answered with the balance.',
      '# TYPE dotaf_up gauge',
      'dotaf_up 1',
      '# HELP dotaf_balance Credit balance of the account, in its currency.',
      '# TYPE dotaf_balance gauge',
      'dotaf_balance{account="AF-1001",currency="USD"} 120.50',
      '# HELP dotaf_credit_limit Credit limit of the account, in its currency.',
      '# TYPE dotaf_credit_limit gauge',
      'dotaf_credit_limit{account="AF-1001",currency="USD"} 50.00',
      '# HELP dotaf_active_domains Active domains of the account.',
      '# TYPE dotaf_active_domains gauge',
      'dotaf_active_domains{account="AF-1001"} 42',
      '# HELP dotaf_tier_domains_needed Domains that are needed to reach the next pricing tier.',
      '# TYPE dotaf_tier_domains_needed gauge',
      'dotaf_tier_domains_needed 68',
      '# HELP dotaf_domain_expiry_timestamp_seconds Start of the day, in UTC, on which the domain expires.',
      '# TYPE dotaf_domain_expiry_timestamp_seconds gauge',
      '# UNIT dotaf_domain_expiry_timestamp_seconds seconds',
      'dotaf_domain_expiry_timestamp_seconds{domain="kite.af"} 1806451200',
      '# EOF',
      '',
    ].join('\n'),
    stderr: '',
    code: 0,
  });
});

it('is valid for the whole sandbox', async () => {
  const { stdout, stderr, code } = await dotafSandbox(['metrics']);
  const values = readOpenMetrics(stdout);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(Object.keys(values)).toHaveLength(5 + 38);
});

it('escapes the labels, and keeps the digits of an amount', async () => {
  const balance = '-90071992547409930.10';
  answers({ balance: { ...balanceData, account_number: 'a"b\\c\nd', balance } });
  const { stdout } = await dotaf(['metrics']);
  const account = 'a\\"b\\\\c\\\\u000ad';
  expect(readOpenMetrics(stdout)[`dotaf_balance{account=${account},currency=USD}`]).toBe(balance);
});

describe('a fact that is not known', () => {
  it('has no sample, and a domain without an expiry a warning', async () => {
    answers({
      tier: { current_tier: 'Gold', next_tier: null },
      domains: [kite, { domain: 'hello.af' }, { status: 'active' }],
    });
    const { stdout, stderr, code } = await dotaf(['metrics', '-q']);
    expect(Object.keys(readOpenMetrics(stdout)).slice(-2)).toEqual([
      'dotaf_active_domains{account=AF-1001}',
      'dotaf_domain_expiry_timestamp_seconds{domain=kite.af}',
    ]);
    expect({ stderr, code }).toEqual({
      stderr: [
        'warning: the name of 1 of 3 domains is not known',
        'warning: the expiry of 2 of 3 domains is not known: hello.af',
        '',
      ].join('\n'),
      code: 0,
    });
  });

  it('leaves the family out when nothing of it is known', async () => {
    answers({ tier: { foo: 1 }, domains: [{ domain: 'kite.af' }] });
    const { stdout, stderr, code } = await dotaf(['metrics', '-q']);
    expect(Object.keys(readOpenMetrics(stdout))).toHaveLength(4);
    expect({ stderr, code }).toEqual({
      stderr: [
        'warning: left out: tier: the answer does not say how many domains are needed',
        'warning: left out: metrics needs the expiry, and none was found in 1 domain with the keys domain',
        '',
      ].join('\n'),
      code: 9,
    });
  });

  it('says nothing of an empty list', async () => {
    answers({ domains: [] });
    const { stdout, stderr, code } = await dotaf(['metrics']);
    expect(Object.keys(readOpenMetrics(stdout))).toHaveLength(5);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  });
});

it('shows a name that is listed twice once, with the sooner expiry', async () => {
  const [sooner, later] = ['2027-03-31', '2028-03-31'];
  answers({ domains: [{ ...kite, expiry: later }, { ...kite, expiry: sooner }, kite] });
  const { stdout, stderr, code } = await dotaf(['metrics']);
  expect(readOpenMetrics(stdout)).toMatchObject({
    'dotaf_domain_expiry_timestamp_seconds{domain=kite.af}': String(Date.parse(sooner) / 1000),
  });
  expect({ stderr, code }).toEqual({
    stderr: `warning: kite.af is listed with two expiries, ${later} and ${sooner}\n`,
    code: 0,
  });
});

describe('a service that fails', () => {
  it('is up with the code 9 when tier or list alone have failed', async () => {
    answers({ tier: 404, domains: 500 });
    const { stdout, stderr, code } = await dotaf(['metrics']);
    expect(Object.keys(readOpenMetrics(stdout))[0]).toBe('dotaf_up{}');
    expect(readOpenMetrics(stdout)).toMatchObject({ 'dotaf_up{}': '1' });
    expect({ stderr, code }).toEqual({
      stderr: [
        'warning: left out: tier: the service refused: HTTP 404',
        'warning: left out: domains ls: the service failed: HTTP 500',
        '',
      ].join('\n'),
      code: 9,
    });
  });

  it('is down with the code of the balance, and its cause is told once', async () => {
    answers({ balance: 401, tier: 401, domains: 401 });
    const { stdout, stderr, code } = await dotaf(['metrics']);
    expect(readOpenMetrics(stdout)).toEqual({ 'dotaf_up{}': '0' });
    expect(stderr).toMatch(/^error: the service refused the credentials .*\n(hint: .*\n){3}$/);
    expect(code).toBe(3);
  });

  it('is down without credentials, too', async () => {
    const { stdout, code } = await dotaf(['metrics'], {
      env: { DOTAF_HOME: temporaryFolder() },
    });
    expect(readOpenMetrics(stdout)).toEqual({ 'dotaf_up{}': '0' });
    expect(code).toBe(3);
  });
});

describe('--out', () => {
  it('replaces the file for every user to read, and prints nothing', async () => {
    const file = path.join(temporaryFolder(), 'dotaf.prom');
    writeFileSync(file, 'old', { mode: 0o600 });
    expect(await dotafSandbox(['metrics', '--out', file])).toEqual({
      stdout: '',
      stderr: '',
      code: 0,
    });
    expect(readOpenMetrics(readFileSync(file, 'utf8'))).toMatchObject({ 'dotaf_up{}': '1' });
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(readdirSync(path.dirname(file))).toEqual(['dotaf.prom']);
  });

  it('says in the file that the service is down', async () => {
    answers({ balance: 500, tier: 500, domains: 500 });
    const file = path.join(temporaryFolder(), 'dotaf.prom');
    const { stdout, code } = await dotaf(['metrics', '--out', file]);
    expect({ stdout, code }).toEqual({ stdout: '', code: 6 });
    expect(readOpenMetrics(readFileSync(file, 'utf8'))).toEqual({ 'dotaf_up{}': '0' });
  });

  it('makes no folder, and replaces nothing that is no file', async () => {
    const folder = temporaryFolder();
    const missing = path.join(folder, 'none', 'dotaf.prom');
    expect(await dotafSandbox(['metrics', '--out', missing])).toEqual({
      stdout: '',
      stderr: `error: cannot write '${missing}': no such file (ENOENT)\nhint: mkdir -p ${path.dirname(missing)}\n`,
      code: 10,
    });
    mkdirSync(path.join(folder, 'inner'));
    const { stderr, code } = await dotafSandbox(['metrics', '--out', path.join(folder, 'inner')]);
    expect(stderr).toMatch(/^error: cannot write '.*inner': it is not a regular file\n/);
    expect(code).toBe(10);
  });
});
