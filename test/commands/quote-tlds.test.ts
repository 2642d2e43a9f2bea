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
      'TLD      ACTION        YEARS         PRICE',
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
  const argv = ['quote', 'af', 'zz', 'com.af', '--markup', '20', '--margin', '--no-color'];
  const { stdout, stderr, code } = await dotafSandbox(argv, { tty: terminal, columns });
  const refusal =
    columns === 60
      ? ['    the service refused: the tld is not supported', '    (unsupported_tld)']
      : ['    the service refused: the tld is not supported (unsupported_tld)'];
  expect(stdout).toBe(
    [
      '.af, 1 year',
      'ACTION             PRICE      RETAIL     MARGIN',
      'registration   44.40 USD   53.28 USD   8.88 USD',
      'renewal        42.55 USD   51.06 USD   8.51 USD',
      'transfer       40.70 USD   48.84 USD   8.14 USD',
      'restore       120.25 USD  144.30 USD  24.05 USD',
      '',
      '.zz',
      ...refusal,
      '',
      '.com.af, 1 year',
      'ACTION            PRICE     RETAIL     MARGIN',
      'registration  22.20 USD  26.64 USD   4.44 USD',
      'renewal       20.81 USD  24.97 USD   4.16 USD',
      'transfer      19.43 USD  23.32 USD   3.89 USD',
      'restore       78.63 USD  94.36 USD  15.73 USD',
      '',
    ].join('\n'),
  );
  expect([stderr, code]).toEqual(['', 9]);
});

it('shows periods as columns, and continues below at 60 columns', async () => {
  const argv = ['quote', '--years', '1-8', '--action', 'renewal', '--action', 'transfer'];
  const narrow = await dotafSandbox([...argv, '--no-color'], { tty: terminal, columns: 60 });
  expect(narrow.stdout).toBe(
    [
      '.af, price in USD',
      'YEARS         1      2       3       4       5       6',
      'renewal   42.55  85.10  127.65  170.20  212.75  255.30',
      'transfer  40.70  81.40  122.10  162.80  203.50  244.20',
      'YEARS          7       8',
      'renewal   297.85  340.40',
      'transfer  284.90  325.60',
      '',
    ].join('\n'),
  );
});

it.each([100, 200])('shows a table for each kind of price at %i columns', async (columns) => {
  const argv = ['quote', '--years', '1-3', '--markup', '+5.00', '--rate', 'AFN=71.5', '--margin'];
  const { stdout, stderr, code } = await dotafSandbox([...argv, '--no-color'], {
    tty: terminal,
    columns,
  });
  expect(stdout).toBe(
    [
      '.af, price in USD',
      'YEARS              1      2       3',
      'registration   44.40  88.80  133.20',
      'renewal        42.55  85.10  127.65',
      'transfer       40.70  81.40  122.10',
      'restore       120.25      -       -',
      '',
      '.af, retail in AFN',
      'YEARS               1        2        3',
      'registration  3532.10  6706.70  9881.30',
      'renewal       3399.83  6442.15  9484.48',
      'transfer      3267.55  6177.60  9087.65',
      'restore       8955.38        -        -',
      '',
      '.af, margin in AFN',
      'YEARS              1       2       3',
      'registration  357.50  357.50  357.50',
      'renewal       357.50  357.50  357.50',
      'transfer      357.50  357.50  357.50',
      'restore       357.50       -       -',
      '',
    ].join('\n'),
  );
  expect(stderr).toBe('note: left out where the service has no price: restore for 2-3 years\n');
  expect(code).toBe(0);
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
      '.af, price',
      'YEARS                  1           2       5',
      'registration   35.00 USD   35.00 USD  failed',
      'renewal        30.00 EUR   30.00 EUR  failed',
      'transfer          failed      failed  failed',
      'restore       120.00 USD  120.00 USD  failed',
      '    registration, renewal, restore for 1 year: promo=yes',
      '    registration, renewal, transfer, restore for 5 years: the service refused:',
      '    years must be 1 to 4 (invalid_years)',
      '    transfer for 1-2 years: the service failed: no tables (boom)',
      '',
    ].join('\n'),
  );
  expect(code).toBe(9);
});

it('leaves out what the service does not price for a period, unless it was asked for', async () => {
  quotes(({ action, years }) => (action === 'restore' && years > 1 ? [422, yearsRefusal] : {}));
  const whole = await dotaf(['quote', '--years', '2-3', '--csv', '--fields', 'action,years']);
  expect(whole.stdout).not.toContain('restore');
  expect(whole.code).toBe(0);
  const asked = await dotaf(['quote', '--years', '1-2', '--action', 'renewal,restore']);
  expect(asked.stdout).toContain('restore           2             -  the service refused: ');
  expect(asked.code).toBe(9);
});

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

it.each([
  ['a code', 422, { code: 'unsupported_tld', message: 'not offered for registration' }],
  ['a code in one word', 400, { code: 'UnsupportedTLD' }],
  ['a message', 404, 'the extension is unknown'],
  ['its name', 400, "'.zz' is not sold here"],
])('asks once for a tld that %s refuses', async (_, status, error) => {
  const asked = quotes(({ tld }) => (tld === '.zz' ? [status, error] : {}));
  const { stdout, code } = await dotaf(['quote', 'zz', 'af', '--json', '--fields', 'tld,action']);
  expect(asked.filter(({ tld }) => tld === '.zz')).toEqual([
    { tld: '.zz', action: 'registration', years: 1 },
  ]);
  expect(stdout.match(/"tld":".zz".*"error"/g)).toHaveLength(4);
  expect(asked).toHaveLength(5);
  expect(code).toBe(9);
});

it.each([
  ['of an action', 422, { code: 'not_offered', message: 'no registration of this tld' }],
  ['of a period', 422, { code: 'invalid_years' }],
  ['of the service', 500, { code: 'boom' }],
  ['without a status', 200, { message: 'try again' }],
  ['that says nothing', 400, {}],
  ['that names no subject', 422, { code: 'CLOSED' }],
])('asks for every price after a failure %s', async (_, status, error) => {
  const asked = quotes(({ action }) => (action === 'registration' ? [status, error] : {}));
  const { code } = await dotaf(['quote']);
  expect(asked).toHaveLength(4);
  expect(code).toBe(9);
});

it('asks for the shortest period first, so that a long one is not taken for the tld', async () => {
  const asked = quotes(({ years }) => (years > 10 ? [422, { code: 'refused' }] : {}));
  const argv = ['quote', '--action', 'renewal', '--years', '11,1', '--jq', '.amount'];
  expect((await dotaf(argv)).stdout).toBe('null\n30.00\n');
  expect(asked.map(({ years }) => years)).toEqual([1, 11]);
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
  ['.cmo.af', '.com.af'],
  ['.og.af', '.org.af'],
  ['nte.af.', undefined],
  ['fa', undefined],
  ['.ai', undefined],
  ['.at', undefined],
  ['.shop.af', undefined],
])(
  'asks for %s as it is typed, and says what was likely meant where it is refused',
  async (typed, guess) => {
    const asked = quotes(() => [422, { code: 'unsupported_tld' }]);
    const { stderr } = await dotaf(['quote', typed]);
    expect(asked.map(({ tld }) => tld)).toEqual([
      typed === 'nte.af.' ? '.af' : typed.replace(/^\.?/, '.'),
    ]);
    expect(stderr.includes('hint: did you mean')).toBe(guess !== undefined);
    if (guess !== undefined) expect(stderr).toContain(`hint: did you mean ${guess}?\n`);
  },
);

it('says that a name is read as one, where it is written like a misspelt tld', async () => {
  prices('.af');
  const { stderr } = await dotaf(['quote', 'cmo.af', 'kabul.af', 'com.af', '--action', 'renewal']);
  expect(stderr).toContain("note: 'cmo.af' is read as a name in .af, not as .com.af\n");
  expect(stderr).not.toContain("'kabul.af'");
});

it('says how to ask for a name where a word is refused as a tld', async () => {
  quotes(() => [422, { code: 'unsupported_tld' }]);
  const { stderr, code } = await dotaf(['quote', 'kabul', '--action', 'renewal']);
  expect(stderr).toMatch(/^error: .*\nhint: dotaf quote kabul\.af\n$/);
  expect(code).toBe(6);
});
