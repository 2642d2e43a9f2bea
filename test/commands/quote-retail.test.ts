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
