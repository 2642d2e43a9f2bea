import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  amount,
  currency,
  currencyBesideAmount,
  documentedAmount,
} from '../../../src/api/tolerant/money.ts';

const read = (value: unknown, key: string[] = ['amount'], siblings = {}) =>
  amount(value, { siblings, words: [key] });

it.each<[unknown, string | undefined]>([
  ['35.00', '35.00'],
  ['35.5', '35.50'],
  ['035.00', '35.00'],
  ['35.0000', '35.00'],
  [' 35.00 USD ', '35.00'],
  ['USD35.00', '35.00'],
  ['$35.00', '35.00'],
  ['1,234,567.89', '1234567.89'],
  ['-5.00', '-5.00'],
  [35.1, '35.10'],
  [35.005, '35.005'],
  [-5.5, '-5.50'],
  ['35', undefined],
  ['4440', undefined],
  [35, undefined],
  [4440, undefined],
  [-5, undefined],
  [0, undefined],
  ['12.500', undefined],
  ['1,000', undefined],
  ['35,00', undefined],
  ['1.234,50', undefined],
  ['1,23', undefined],
  ['35.00 USD/year', undefined],
  ['35.00 per year', undefined],
  ['about 35', undefined],
  ['', undefined],
  ['.5', undefined],
  [Number.NaN, undefined],
  [1e21, undefined],
  [0.30000000000000004, undefined],
  [null, undefined],
  [true, undefined],
  [['35.00'], undefined],
  [{ toString: 1 }, undefined],
])('amount %j is %j', (value, expected) => {
  expect(read(value)).toBe(expected);
});

it.each<[unknown, string[], object, string | undefined]>([
  [4440, ['price', 'cents'], {}, '44.40'],
  ['4440', ['amount', 'minor'], {}, '44.40'],
  [5, ['cents'], {}, '0.05'],
  [44_400_000, ['price', 'micros'], {}, '44.40'],
  ['44.40', ['price', 'cents'], {}, undefined],
  [4440, ['amount'], { exponent: 2 }, '44.40'],
  [4440, ['amount'], { currency: 'USD', decimal_places: 2 }, '44.40'],
  [4440, ['amount'], { minorUnits: 3 }, '4.44'],
  [44, ['amount'], { scale: 0 }, '44.00'],
  [4440, ['amount'], { unit: 'cents' }, '44.40'],
  [4440, ['amount'], { currency: 'USD', page: 2 }, undefined],
  [{ currencyCode: 'USD', units: '44', nanos: 400_000_000 }, ['price'], {}, '44.40'],
])('amount %j of %j beside %j is %j', (value, key, siblings, expected) => {
  expect(read(value, key, siblings)).toBe(expected);
});

it('a number that had two decimals has them again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e13 }), (hundredths) => {
      const decimal = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
      expect(read(decimal)).toBe(decimal);
      expect(read(Number(decimal))).toBe(hundredths % 100 === 0 ? undefined : decimal);
      expect(read(hundredths, ['cents'])).toBe(decimal);
    }),
  );
});

it.each<[string | number, string | undefined]>([
  ['120.50', '120.50'],
  [120.5, '120.50'],
  [120, undefined],
  ['120', undefined],
  ['12.500', undefined],
  ['1,200.50', undefined],
  ['120.50 USD', undefined],
  ['', undefined],
])('documented amount %j is %j', (value, expected) => {
  expect(documentedAmount(value)).toBe(expected);
});

it.each<[unknown, string | undefined]>([
  ['USD', 'USD'],
  ['usd', 'USD'],
  ['35.00 USD', undefined],
  ['$', undefined],
  ['US Dollar', undefined],
  [840, undefined],
])('currency %j is %j', (value, expected) => {
  expect(currency(value)).toBe(expected);
});

it.each<[unknown, string | undefined]>([
  ['35.00 USD', 'USD'],
  ['AFN 2,500', 'AFN'],
  ['USD', undefined],
  ['TBD', undefined],
  ['35.00', undefined],
])('currency in %j is %j', (value, expected) => {
  expect(currencyBesideAmount(value)).toBe(expected);
});
