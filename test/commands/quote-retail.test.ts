import { expect, it } from 'vitest';
import { prices, quotes } from '../support/prices.ts';
import { dotaf } from '../support/session.ts';

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
])('adds a retail price for %j', async (argv, retail, margin) => {
  prices('.af');
  const { stdout } = await dotaf([...registration, ...argv, '--json']);
  expect(stdout).toBe(
    `{"tld":".af","action":"registration","years":1,"amount":"35.00","currency":"USD","retail":"${retail}","margin":"${margin}"}\n`,
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

it('shows the margin when it is asked for', async () => {
  prices('.af');
  expect((await dotaf([...registration, '--markup', '20', '--margin'])).stdout).toBe(
    [
      'TLD      ACTION        YEARS         PRICE        RETAIL        MARGIN',
      '.af      registration      1     35.00 USD     42.00 USD      7.00 USD',
      '',
    ].join('\n'),
  );
});

it('has the currency of the retail price in rows and in CSV', async () => {
  prices('.af');
  const argv = [...registration, '--markup', '+5', '--rate', 'AFN=71.5'];
  expect((await dotaf(argv)).stdout).toBe(
    [
      'TLD      ACTION        YEARS         PRICE        RETAIL',
      '.af      registration      1     35.00 USD   2860.00 AFN',
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

it('warns, also under -q, of prices that no retail price can be made of', async () => {
  quotes(({ action }) => (action === 'transfer' || action === 'restore' ? { amount: null } : {}));
  const { stdout, stderr, code } = await dotaf([
    'quote',
    '--markup',
    '20',
    '-q',
    '--jq',
    '.retail',
  ]);
  expect(stdout).toBe('42.00\n36.00\nnull\nnull\n');
  expect(stderr).toBe(
    'warning: no retail price for .af transfer, 1 year: the answer holds no amount; and for 1 more\n',
  );
  expect(code).toBe(0);
});

it('fails if there is no retail price at all', async () => {
  quotes(() => ({ amount: null, fee: { note: 'ask us' } }));
  expect(await dotaf(['quote', '--markup', '20'])).toEqual({
    stdout: '',
    stderr: [
      'error: no retail price for .af registration, 1 year: the answer holds no amount; and for 3 more',
      "hint: dotaf quote --json shows under 'extra' what the service sent",
      '',
    ].join('\n'),
    code: 8,
  });
});

it('takes a rate for one currency of the cost only', async () => {
  const currencies = { registration: 'USD', renewal: 'EUR', transfer: null, restore: 'AFN' };
  quotes(({ action }) => ({ currency: currencies[action] }));
  const argv = ['quote', '--markup', '+1', '--rate', 'AFN=70', '--jq', '.retail'];
  const { stdout, stderr, code } = await dotaf(argv);
  expect(stdout).toBe('2520.00\nnull\nnull\n121.00\n');
  expect(stderr).toBe(
    [
      'warning: no retail price for .af renewal, 1 year: it costs EUR, and --rate is taken for USD; and for 1 more',
      'warning: the prices in AFN are not multiplied by --rate',
      '',
    ].join('\n'),
  );
  expect(code).toBe(0);
});
