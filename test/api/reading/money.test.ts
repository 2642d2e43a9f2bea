import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  amount,
  currency,
  currencyBesideAmount,
  documentedAmount,
} from '../../../src/api/reading/money.ts';

it.each<[unknown, string | undefined]>([
  ['35.00', '35.00'],
  ['35.5', '35.50'],
  ['0035.00', '35.00'],
  ['35.0000', '35.00'],
  ['35.1005', '35.1005'],
  [' 35.00 USD ', '35.00'],
  ['USD35.00', '35.00'],
  ['$35.00', '35.00'],
  ['1,234,567.89', '1234567.89'],
  ['12345678901234567890.12', '12345678901234567890.12'],
  [35.1, '35.10'],
  [1234567890123.45, '1234567890123.45'],
  ['-5.00', undefined],
  ['35', undefined],
  [4440, undefined],
  ['12.500', undefined],
  ['1,000', undefined],
  ['35,00', undefined],
  ['1.234,50', undefined],
  ['1234,567.89', undefined],
  ['35.00 USD/year', undefined],
  ['about 35', undefined],
  ['', undefined],
  ['.5', undefined],
  [1e21, undefined],
  [0.30000000000000004, undefined],
  [null, undefined],
  [['35.00'], undefined],
])('amount %j is %j', (value, expected) => {
  expect(amount(value, [], {})).toBe(expected);
});

it.each<[unknown, string[], Record<string, unknown>, string | undefined]>([
  [4440, ['price', 'cents'], {}, '44.40'],
  ['4440', ['amount', 'minor'], {}, '44.40'],
  [5, ['cents'], {}, '0.05'],
  [44_400_000, ['price', 'micros'], {}, '44.40'],
  [4440, ['percent'], {}, undefined],
  ['44.40', ['price', 'cents'], {}, undefined],
  ['44.40', [], { exponent: 2 }, '44.40'],
  [4440, [], { exponent: -2 }, '44.40'],
  [4440, [], { exponent: '2' }, undefined],
  [4440, [], { scale: 7 }, undefined],
  [4440, [], { scale: 2.5 }, undefined],
  [4440, [], { decimal_places: 2 }, '44.40'],
  [4440, [], { minorUnits: 3 }, '4.44'],
  [44, [], { scale: 0 }, '44.00'],
  [4440, [], { unit: 'cents' }, '44.40'],
  [4440, [], { format: 'MINOR_UNITS' }, '44.40'],
  [4440, [], { unit: 'percent' }, undefined],
  [4440, [], { formatted: '$44.40' }, '44.40'],
  [1_234_550, [], { formatted: '12,345.50' }, '12345.50'],
  [4440, [], { formatted: '$12.00' }, undefined],
  [4440, [], { formatted: '44.40 of 50.00' }, undefined],
  [4440, [], { note: '44.40' }, undefined],
])('amount %j of %j beside %j is %j', (value, words, holder, expected) => {
  expect(amount(value, words, holder)).toBe(expected);
});

it('gives a number that had two decimals these again', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999n }), (cents) => {
      const text = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
      expect(amount(Number(text), [], {}) ?? text).toBe(text);
    }),
  );
});

it.each<[string | number, string | undefined]>([
  ['35.00', '35.00'],
  ['-35.00', '-35.00'],
  [-5.5, '-5.50'],
  ['35', undefined],
  [35, undefined],
  ['$35.00', undefined],
  ['1,234.00', undefined],
])('documented amount %j is %j', (value, expected) => {
  expect(documentedAmount(value)).toBe(expected);
});

it.each<[unknown, string | undefined]>([
  [' usd ', 'USD'],
  ['USDT', undefined],
  ['$', undefined],
  ['US Dollar', undefined],
  [840, undefined],
])('currency %j is %j', (value, expected) => {
  expect(currency(value)).toBe(expected);
});

it.each<[unknown, string | undefined]>([
  ['35.00USD', 'USD'],
  ['AFN 2,500', 'AFN'],
  ['EUR USD 35.00', undefined],
  ['USD 35.00 a year', undefined],
  [null, undefined],
  ['USD', undefined],
])('currency in %j is %j', (value, expected) => {
  expect(currencyBesideAmount(value)).toBe(expected);
});
