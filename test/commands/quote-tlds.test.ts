import { expect, it } from 'vitest';
import { credentials } from '../support/fixtures.ts';
import { temporaryFolder } from '../support/home.ts';
import { prices, quotes } from '../support/prices.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';
import { TestClock } from '../test-clock.ts';

const terminal = { stdout: true };

const yearsRefusal = { code: 'invalid_years', message: 'years must be 1' };

it('asks for several tlds, each once, in the order given', async () => {
  const asked = prices('.af', '.com.af');
  const argv = ['quote', 'com.af', 'kabul.af', '.af', 'shop.com.af', '--action', 'renewal'];
  expect(await dotaf(argv)).toEqual({
    stdout: [
      'TLD      ACTION        YEARS          COST',
      '.com.af  renewal           1     30.00 USD',
      '.af      renewal           1     30.00 USD',
      '',
    ].join('\n'),
    stderr: '',
    code: 0,
  });
  expect(asked).toHaveLength(2);
});

it.each([60, 100, 200])('shows a table for each tld at %i columns', async (columns) => {
  const argv = ['quote', 'af', 'zz', 'com.af', '--markup', '20', '--no-color'];
  const { stdout, stderr, code } = await dotafSandbox(argv, { tty: terminal, columns });
  const refusal =
    columns === 60
      ? ['    the service refused: the tld is not supported', '    (unsupported_tld)']
      : ['    the service refused: the tld is not supported (unsupported_tld)'];
  expect(stdout).toBe(
    [
      '.af, 1 year',
      'ACTION              COST      RETAIL     MARGIN',
      'registration   44.40 USD   53.28 USD   8.88 USD',
      'renewal        42.55 USD   51.06 USD   8.51 USD',
      'transfer       40.70 USD   48.84 USD   8.14 USD',
      'restore       120.25 USD  144.30 USD  24.05 USD',
      '',
      '.zz',
      ...refusal,
      '',
      '.com.af, 1 year',
      'ACTION             COST     RETAIL     MARGIN',
      'registration  22.20 USD  26.64 USD   4.44 USD',
      'renewal       20.81 USD  24.97 USD   4.16 USD',
      'transfer      19.43 USD  23.32 USD   3.89 USD',
      'restore       78.63 USD  94.36 USD  15.73 USD',
      '',
    ].join('\n'),
  );
  expect([stderr, code]).toEqual(['', 9]);
});

it.each([46, 60, 200])(
  'shows periods downward and actions across at %i columns',
  async (columns) => {
    const argv = ['quote', '--years', '1-3', '--no-color'];
    const { stdout, stderr, code } = await dotafSandbox(argv, { tty: terminal, columns });
    expect(stdout).toBe(
      [
        '.af, cost in USD',
        'YRS  REGISTRATION  RENEWAL  TRANSFER  RESTORE',
        '  1         44.40    42.55     40.70   120.25',
        '  2         88.80    85.10     81.40        -',
        '  3        133.20   127.65    122.10        -',
        '',
      ].join('\n'),
    );
    expect(stderr.replace(/\s+/g, ' ')).toBe(
      'note: left out where the service has no price: restore for 2-3 years ',
    );
    expect(code).toBe(0);
  },
);

it('shows a table for each kind of price', async () => {
  const argv = ['quote', '--years', '1,2', '--action', 'renewal', '--markup', '+5.00'];
  const { stdout } = await dotafSandbox([...argv, '--rate', 'AFN=71.5', '--no-color'], {
    tty: terminal,
  });
  expect(stdout).toBe(
    [
      '.af, cost in USD',
      'YRS  RENEWAL',
      '  1    42.55',
      '  2    85.10',
      '',
      '.af, retail in AFN',
      'YRS  RENEWAL',
      '  1  3399.83',
      '  2  6442.15',
      '',
      '.af, margin in AFN',
      'YRS  RENEWAL',
      '  1   357.50',
      '  2   357.50',
      '',
    ].join('\n'),
  );
});

it('says below why prices have failed, each reason once, and what else was sent', async () => {
  quotes(({ action, years }) => {
    if (years === 5) return [422, { code: 'invalid_years', message: 'years must be 1 to 4' }];
    if (action === 'transfer') return [500, { code: 'boom', message: 'no tables' }];
    return { currency: action === 'renewal' ? 'EUR' : 'USD', ...(years === 1 && { promo: 'yes' }) };
  });
  const argv = ['quote', '--years', '1,2,5', '--no-color'];
  const { stdout, code } = await dotaf(argv, { tty: terminal });
  expect(stdout).toBe(
    [
      '.af, cost',
      'YRS  REGISTRATION    RENEWAL  TRANSFER     RESTORE',
      '  1     35.00 USD  30.00 EUR    failed  120.00 USD',
      '  2     35.00 USD  30.00 EUR    failed  120.00 USD',
      '  5        failed     failed    failed      failed',
      '    registration, renewal, restore for 1 year: promo=yes',
      '    registration, renewal, transfer, restore for 5 years: the service refused:',
      '    years must be 1 to 4 (invalid_years)',
      '    transfer for 1-2 years: the service failed: no tables (boom)',
      '',
    ].join('\n'),
  );
  expect(code).toBe(9);
});

it.each([
  [422, yearsRefusal],
  [400, {}],
  [200, { message: 'no' }],
])(
  'leaves out what the service refuses to price for a period, if no action was asked: %j %j',
  async (...refusal) => {
    quotes(({ action, years }) => (action === 'restore' && years > 1 ? refusal : {}));
    const whole = await dotaf(['quote', '--years', '2-3', '--csv', '--fields', 'action,years']);
    expect(whole.stdout).not.toContain('restore');
    expect(whole.code).toBe(0);
    const asked = await dotaf(['quote', '--years', '1-2', '--action', 'renewal,restore']);
    expect(asked.stdout).toContain('restore           2             -  the service refused: ');
    expect(asked.code).toBe(9);
  },
);

it('keeps the failures of a period that no action is priced for', async () => {
  quotes(({ years }) => (years > 10 ? [422, yearsRefusal] : {}));
  const { stdout, stderr, code } = await dotaf([
    'quote',
    '--years',
    '10,11',
    '--jq',
    '.error.code',
  ]);
  expect(stdout).toBe('null\napi_error\n'.repeat(4));
  expect([stderr, code]).toEqual(['', 9]);
});

it('asks for every price, whatever is refused', async () => {
  const asked = quotes(({ action }) =>
    action === 'registration' ? [422, { code: 'CLOSED' }] : {},
  );
  expect((await dotaf(['quote'])).code).toBe(9);
  expect(asked).toHaveLength(4);
});

it('tells beforehand of more requests than a window of the rate limit has', async () => {
  prices('.af', '.com.af');
  const env = { ...credentials, DOTAF_HOME: temporaryFolder(), DOTAF_RATE_LIMIT: '5/10s' };
  const argv = ['quote', 'af', 'com.af', '--years', '1,2'];
  const { stderr, code } = await dotaf(argv, { env, clock: new TestClock() });
  expect(stderr.split('\n')[0]).toBe('note: up to 16 requests, about 32 s at 5 in 10 s');
  expect(code).toBe(0);
});

it.each([
  ['.cmo.af', 'dotaf quote .com.af'],
  ['kabul', 'dotaf quote kabul.af'],
  ['.ai', 'dotaf quote ai.af'],
  ['.shop.af', undefined],
])('where the service refuses %s, the hint is %s', async (typed, hint) => {
  quotes(() => [422, { code: 'unsupported_tld' }]);
  const { stderr, code } = await dotaf(['quote', typed]);
  expect(stderr).toBe(hint === undefined ? '' : `hint: ${hint}\n`);
  expect(code).toBe(6);
});

it('says how to ask for a name where a word is refused as a tld', async () => {
  quotes(() => [422, { code: 'unsupported_tld' }]);
  const { stderr, code } = await dotaf(['quote', 'kabul', '--action', 'renewal']);
  expect(stderr).toMatch(/^error: .*\nhint: dotaf quote kabul\.af\n$/);
  expect(code).toBe(6);
});
