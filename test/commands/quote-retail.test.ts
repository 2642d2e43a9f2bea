import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/home.ts';
import { prices, quotes } from '../support/prices.ts';
import { dotaf, dotafSandbox } from '../support/session.ts';

const registration = ['quote', '--action', 'registration'];

it.each([
  [['--markup', '20'], '42.00', '7.00'],
  [['--markup', '20%'], '42.00', '7.00'],
  [['--markup', '+20%'], '42.00', '7.00'],
  [['--markup', '+5.00'], '40.00', '5.00'],
  [['--markup', '+0.005'], '35.01', '0.01'],
  [['--markup', '0'], '35.00', '0.00'],
  [['--markup', '-10'], '31.50', '-3.50'],
  [['--markup', '12.345'], '39.32', '4.32'],
  [['--markup', '20', '--round', '5'], '45.00', '10.00'],
  [['--markup', '20', '--round', '0.50'], '42.00', '7.00'],
  [['--markup', '20', '--round', '.99'], '42.99', '7.99'],
  [['--markup', '20', '--round', '0.99'], '42.99', '7.99'],
  [['--markup', '20', '--round', '.5'], '42.50', '7.50'],
  [['--markup', '20', '--round', '9.99'], '49.99', '14.99'],
  [['--markup', '22.8286', '--round', '.99'], '43.99', '8.99'],
  [['--margin', '20%'], '43.75', '8.75'],
  [['--margin', '30'], '50.00', '15.00'],
  [['--margin', '33', '--round', '.99'], '52.99', '17.99'],
  [['--margin', '0'], '35.00', '0.00'],
])('adds a retail price for %j', async (argv, retail, margin) => {
  prices('.af');
  const { stdout } = await dotaf([...registration, ...argv, '--json']);
  expect(stdout).toBe(
    `{"tld":".af","action":"registration","years":1,"amount":"35.00","currency":"USD","retail":"${retail}","margin":"${margin}","retail_currency":"USD"}\n`,
  );
});

it.each([
  [['--rate', 'AFN=71.5'], '3003.00', '500.50'],
  [['--rate', 'afn=71.4937'], '3002.74', '500.46'],
  [['--rate', 'AFN=71.5', '--round', '50'], '3050.00', '547.50'],
])('gives the retail price in another currency for %j', async (argv, retail, margin) => {
  prices('.af');
  const { stdout } = await dotaf([...registration, '--markup', '20', ...argv, '--json']);
  expect(stdout).toBe(
    `{"tld":".af","action":"registration","years":1,"amount":"35.00","currency":"USD","retail":"${retail}","margin":"${margin}","retail_currency":"AFN"}\n`,
  );
});

it.each(['-100', '-100%', '-250'])('refuses --markup %s, which leaves no price', async (markup) => {
  expect(await dotaf([...registration, '--markup', markup])).toEqual({
    stdout: '',
    stderr: `error: --markup cannot be '${markup}'\nhint: a percentage above -100, 20 or 20%, or an amount, +5.00\n`,
    code: 2,
  });
});

it.each([
  [
    ['--margin', '100%'],
    "--margin cannot be '100%'",
    'a percentage of the retail price, 0 to less than 100, such as 20%',
  ],
  [
    ['--margin', '20%', '--markup', '20'],
    '--markup and --margin exclude each other',
    'leave one of them out',
  ],
  [
    ['--round', '5'],
    '--round needs --markup or --margin',
    'add --markup or --margin, or leave --round out',
  ],
  [
    ['--rate', 'AFN=70'],
    '--rate needs --markup or --margin',
    'add --markup or --margin, or leave --rate out',
  ],
])('refuses %j', async (argv, error, hint) => {
  for (const command of [registration, ['check', 'kabul.af']]) {
    expect(await dotaf([...command, ...argv])).toEqual({
      stdout: '',
      stderr: `error: ${error}\nhint: ${hint}\n`,
      code: 2,
    });
  }
});

it('has the currency of the retail price in rows and in CSV', async () => {
  prices('.af');
  const argv = [...registration, '--markup', '+5', '--rate', 'AFN=71.5'];
  expect((await dotaf(argv)).stdout).toBe(
    [
      'TLD      ACTION        YEARS          COST       RETAIL       MARGIN',
      '.af      registration      1     35.00 USD  2860.00 AFN   357.50 AFN',
      '',
    ].join('\n'),
  );
  expect((await dotaf([...argv, '--csv'])).stdout).toBe(
    [
      'tld,action,years,amount,currency,retail,margin,retail_currency,error.code,error.message',
      '.af,registration,1,35.00,USD,2860.00,357.50,AFN,,',
      '',
    ].join('\n'),
  );
});

it('has no retail price where there is no cost', async () => {
  quotes(({ action }) => (action === 'transfer' ? { amount: null } : {}));
  const { stdout, stderr, code } = await dotaf(['quote', '--markup', '20', '--jq', '.retail']);
  expect(stdout).toBe('42.00\n36.00\nnull\n144.00\n');
  expect([stderr, code]).toEqual(['', 0]);
});

it('takes a rate for one currency of the cost only', async () => {
  const currencies = { registration: 'USD', renewal: 'EUR', transfer: null, restore: 'AFN' };
  quotes(({ action }) => ({ currency: currencies[action] }));
  const argv = ['quote', '--markup', '+1', '--rate', 'AFN=70', '-q', '--jq', '.retail'];
  const { stdout, stderr, code } = await dotaf(argv);
  expect(stdout).toBe('2520.00\nnull\nnull\n121.00\n');
  expect(stderr).toBe(
    'warning: --rate converts from USD: 2 costs have another or no currency, and no retail price\n',
  );
  expect(code).toBe(0);
});

it('is beside the cost in check, and only in the rows, not in the file of answers', async () => {
  const file = path.join(temporaryFolder(), 'answers.csv');
  const argv = ['check', 'tea-house.af', 'kabul.af', '--margin', '20%', '--round', '.99'];
  expect((await dotafSandbox(argv)).stdout).toBe(
    [
      'DOMAIN            AVAILABILITY   COST, 1 YEAR       RETAIL       MARGIN',
      'tea-house.af      available         44.40 USD    55.99 USD    11.59 USD',
      'kabul.af          taken                     -            -            -',
      '',
    ].join('\n'),
  );
  expect((await dotafSandbox([...argv, '--json', '--out', file])).stdout.split('\n')[0]).toBe(
    '{"domain":"tea-house.af","status":"available","available":true,"pricing":{"amount":"44.40","currency":"USD"},"years":1,"retail":"55.99","margin":"11.59","retail_currency":"USD"}',
  );
  expect(readFileSync(file, 'utf8')).not.toContain('55.99');
  const { stdout } = await dotafSandbox([...argv, '--csv', '--fields', 'domain,retail']);
  expect(stdout.split('\n')[1]).toBe('tea-house.af,55.99');
});
