import { describe, expect, it } from 'vitest';
import { herat, kabul, lists, mazar, zaranj } from '../support/domains.ts';
import { balanceData, service } from '../support/fixtures.ts';
import { dotaf } from '../support/session.ts';

/** Falls due in 12 days, and has another price. */
const balkh = { ...herat, domain: 'balkh.com.af', expiry: '2026-12-03', auto_renew: true };

function holds(balance: string, credit_limit: string | null = '50.00', active_domains = 0): void {
  const data = { ...balanceData, balance, credit_limit, active_domains };
  service().get('/api/v1/account/balance').reply(200, { success: true, data });
}

/** Answers exactly one question for the price of the tld. */
function prices(tld: string, quote: object): void {
  service()
    .post('/api/v1/pricing', { tld, action: 'renewal', years: 1 })
    .reply(200, { success: true, data: quote });
}

function usual(balance: string): void {
  lists([kabul, herat, mazar, balkh]);
  holds(balance);
  prices('.af', { amount: '42.55', currency: 'USD' });
  prices('.com.af', { amount: '20.81', currency: 'USD' });
}

it('shows what falls due, what has expired, and whether the balance covers it', async () => {
  usual('60.00');
  expect(await dotaf(['forecast'])).toEqual({
    stdout: [
      'DOMAIN        EXPIRY       COST    SUM  AUTO  DAYS',
      'herat.af      2026-12-01  42.55  42.55  off     10',
      'balkh.com.af  2026-12-03  20.81  63.36  on      12',
      '',
      'due      63.36 USD within 90 days',
      'balance  60.00 USD: runs out on 2026-12-03, 3.36 USD short, covered with credit',
      'expired  1 domain to restore, not in the sum',
      '',
    ].join('\n'),
    stderr: '',
    code: 0,
  });
});

it('has the keys of the contract in JSON', async () => {
  usual('60.00');
  const { stdout } = await dotaf(['forecast', '--json']);
  expect(JSON.parse(stdout)).toEqual({
    days: 90,
    currency: 'USD',
    due: '63.36',
    balance: '60.00',
    credit_limit: '50.00',
    covered: false,
    covered_with_credit: true,
    short_by: '3.36',
    runs_out_on: '2026-12-03',
    complete: true,
    renewals: [
      {
        domain: 'herat.af',
        expiry: '2026-12-01',
        days_left: 10,
        auto_renew: false,
        amount: '42.55',
      },
      {
        domain: 'balkh.com.af',
        expiry: '2026-12-03',
        days_left: 12,
        auto_renew: true,
        amount: '20.81',
      },
    ],
    months: [{ month: '2026-12', renewals: 2, due: '63.36' }],
    expired: [{ domain: 'mazar.af', expiry: '2026-11-20', days_left: -1, auto_renew: false }],
  });
});

it.each<[string, string[], number, object, string]>([
  ['63.36', [], 0, { covered: true, short_by: '0.00', runs_out_on: null }, ''],
  [
    '63.35',
    [],
    1,
    { covered: false, covered_with_credit: true, short_by: '0.01', runs_out_on: '2026-12-03' },
    'note: 63.36 USD falls due, which the balance of 63.35 USD cannot cover\n',
  ],
  ['13.36', ['--with-credit'], 0, { covered: false, short_by: '0.00', runs_out_on: null }, ''],
  [
    '-10.00',
    ['--with-credit'],
    1,
    { covered_with_credit: false, short_by: '23.36', runs_out_on: '2026-12-01' },
    'note: 63.36 USD falls due, which balance and credit cannot cover\n',
  ],
])('%s %j --expect covered', async (balance, argv, code, expected, stderr) => {
  usual(balance);
  const session = await dotaf(['forecast', '--expect', 'covered', '--json', ...argv]);
  expect(JSON.parse(session.stdout)).toMatchObject(expected);
  expect([session.stderr, session.code]).toEqual([stderr, code]);
});

it('counts a name that expires today, and one on the last day', async () => {
  lists([
    { ...herat, expiry: '2026-11-21' },
    { ...kabul, expiry: '2026-12-01' },
    { ...balkh, expiry: '2026-12-02' },
  ]);
  holds('85.10');
  prices('.af', { amount: '42.55', currency: 'USD' });
  const { stdout } = await dotaf(['forecast', '--within', '10', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ days: 10, due: '85.10', covered: true });
});

it('adds amounts exactly', async () => {
  lists([herat, { ...herat, domain: 'ghor.af' }]);
  holds('18014398509481986.20');
  prices('.af', { amount: '9007199254740993.10', currency: 'USD' });
  const { stdout } = await dotaf(['forecast', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ due: '18014398509481986.20', covered: true });
});

describe('a lower bound', () => {
  it.each<[string, () => void, string, object]>([
    [
      'a date is missing',
      () => {
        lists([herat, zaranj]);
        prices('.af', { amount: '42.55', currency: 'USD' });
      },
      'the expiry of 1 of 2 domains is not known: zaranj.af',
      { due: '42.55' },
    ],
    [
      'the list may be cut',
      () => {
        lists([herat], { total: 140 });
        prices('.af', { amount: '42.55', currency: 'USD' });
      },
      'the service lists 1 of 140 domains, and cannot be asked for the others',
      { due: '42.55' },
    ],
    [
      'a price is missing',
      () => {
        lists([herat, balkh]);
        prices('.af', { amount: '42.55', currency: 'USD' });
        prices('.com.af', { amount: null, currency: 'USD' });
      },
      'the renewal price of .com.af is not known: balkh.com.af',
      { due: '42.55' },
    ],
    [
      'a price is refused',
      () => {
        lists([herat, balkh]);
        prices('.af', { amount: '42.55', currency: 'USD' });
        service()
          .post('/api/v1/pricing')
          .reply(422, { success: false, error: { code: 'unsupported_tld', message: 'no' } });
      },
      'the renewal price of .com.af is not known (the service refused: no (unsupported_tld)): balkh.com.af',
      { due: '42.55' },
    ],
    [
      'a currency differs',
      () => {
        lists([herat, balkh]);
        prices('.af', { amount: '42.55', currency: 'USD' });
        prices('.com.af', { amount: '20.81', currency: 'EUR' });
      },
      'the renewal price of .com.af is in EUR, and the balance in USD: balkh.com.af',
      { due: '42.55' },
    ],
  ])('%s', async (_, answers, reason, expected) => {
    answers();
    holds('500.00');
    const argv = ['forecast', '-q', '--json', '--expect', 'covered'];
    const { stdout, stderr, code } = await dotaf(argv);
    expect(JSON.parse(stdout)).toMatchObject({
      ...expected,
      covered: null,
      covered_with_credit: null,
      short_by: null,
      runs_out_on: null,
      complete: false,
    });
    expect(stderr).toContain(`warning: the sum is a lower bound: ${reason}`);
    expect(stderr.split('\n')).toHaveLength(2);
    expect(code).toBe(1);
  });

  it('is an empty list of an account that has domains', async () => {
    lists([]);
    holds('1.00', null, 7);
    const { stdout, stderr, code } = await dotaf(['forecast', '--json', '--expect', 'covered']);
    expect(JSON.parse(stdout)).toMatchObject({ covered: null, complete: false });
    expect(stderr).toContain('the list holds 0 of the 7 active domains of the account\n');
    expect(code).toBe(1);
  });

  it('that is more than the balance is not covered, whatever is missing', async () => {
    lists([herat, zaranj]);
    holds('10.00', '20.00');
    prices('.af', { amount: '42.55', currency: 'USD' });
    const { stdout } = await dotaf(['forecast']);
    expect(stdout).toContain(
      [
        'due      at least 42.55 USD within 90 days',
        'balance  10.00 USD: runs out on 2026-12-01 at the latest, at least 32.55 USD short',
        '',
      ].join('\n'),
    );
  });
});

it('says so when a price comes without a currency, and is not sure then', async () => {
  lists([herat]);
  holds('500.00');
  prices('.af', { amount: '42.55' });
  const { stdout, stderr } = await dotaf(['forecast', '-q', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ due: '42.55', covered: null, complete: false });
  expect(stderr).toBe(
    'warning: the sum is a lower bound: the renewal price of .af has no currency, and USD is assumed: herat.af\n',
  );
});

it.each<[string, () => void, number, string]>([
  [
    'no expiry',
    () => {
      lists([zaranj]);
      holds('1.00');
    },
    8,
    'forecast needs the expiry, and none was found in 1 domain with the keys domain',
  ],
  [
    'no amount',
    () => {
      lists([herat]);
      holds('1.00');
      prices('.af', { tld: '.af', amount: null });
    },
    8,
    '',
  ],
  [
    'no price in the currency of the balance',
    () => {
      lists([herat]);
      holds('1.00');
      prices('.af', { amount: '1.00', currency: 'EUR' });
    },
    8,
    'forecast: no renewal has a price in USD',
  ],
  [
    'no price since the service fails',
    () => {
      lists([herat]);
      holds('1.00');
      service().post('/api/v1/pricing').reply(500, { success: false });
    },
    6,
    'quote .af renewal: the service failed',
  ],
])('fails where nothing is known: %s', async (_, answers, code, message) => {
  answers();
  const session = await dotaf(['forecast']);
  expect(session).toMatchObject({ stdout: '', code });
  expect(session.stderr).toContain(`error: ${message}`);
});

describe('--auto-renew on', () => {
  const argv = ['forecast', '--auto-renew', 'on', '--json'];

  it('counts what renews by itself', async () => {
    lists([kabul, herat, mazar, balkh]);
    holds('60.00');
    prices('.com.af', { amount: '20.81', currency: 'USD' });
    const { stdout, stderr, code } = await dotaf(argv);
    expect(JSON.parse(stdout)).toMatchObject({ due: '20.81', complete: true, expired: [] });
    expect([stderr, code]).toEqual(['', 0]);
  });

  it('is a lower bound where it is not known of some', async () => {
    lists([balkh, zaranj]);
    holds('60.00');
    prices('.com.af', { amount: '20.81', currency: 'USD' });
    const { stdout, stderr } = await dotaf([...argv, '-q']);
    expect(JSON.parse(stdout)).toMatchObject({ due: '20.81', complete: false });
    expect(stderr).toContain('the auto-renew of 1 of 2 domains is not known: zaranj.af\n');
  });

  it('fails where it is not known of any', async () => {
    lists([{ ...herat, auto_renew: null }]);
    holds('60.00');
    expect(await dotaf(argv.slice(0, -1))).toEqual({
      stdout: '',
      stderr:
        'error: forecast: --auto-renew needs the auto-renew, and none was found in 1 domain with the keys domain, status, expiry, registration_date, nameservers\nhint: dotaf doctor shows which key each fact is read from\n',
      code: 8,
    });
  });
});

it('has a month for each from the first renewal to the last', async () => {
  lists([herat, { ...herat, domain: 'ghor.af', expiry: '2027-02-01' }]);
  holds('60.00');
  prices('.af', { amount: '42.55', currency: 'USD' });
  expect(
    (await dotaf(['forecast', '--jq', '.months[] | [.month, .renewals, .due] | @csv'])).stdout,
  ).toBe('"2026-12",1,"42.55"\n"2027-01",0,"0.00"\n"2027-02",1,"42.55"\n');
});

describe('the picture', () => {
  const argv = ['forecast', '--no-color'];

  function account() {
    lists([herat, balkh, { ...herat, domain: 'ghor.af', expiry: '2027-02-01' }]);
    holds('90.00');
    prices('.af', { amount: '42.55', currency: 'USD' });
    prices('.com.af', { amount: '20.81', currency: 'USD' });
  }

  it('is a bar for each month, and marks the one in which the money runs out', async () => {
    account();
    const { stdout } = await dotaf(argv, { tty: { stdout: true }, columns: 60 });
    expect(stdout.split('\n').slice(4)).toEqual([
      '',
      '2026-12  ####################  63.36 USD',
      '2027-01                        0.00 USD',
      '2027-02  #############         42.55 USD, the money runs out',
      '',
      'due      105.91 USD within 90 days',
      'balance  90.00 USD: runs out on 2027-02-01, 15.91 USD short,',
      '         covered with credit',
      '',
    ]);
  });
});
