import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  amount,
  currency,
  currencyBesideAmount,
  documentedAmount,
  isNoMoney,
} from '../../../src/api/tolerant/money.ts';
import type { JsonObject } from '../../../src/core/json.ts';

const read = (value: unknown, key: string[] = ['amount'], siblings = {}) =>
  amount(value, { siblings, words: [key] });

it.each<[unknown, string | undefined]>([
  ['35.00', '35.00'],
  ['35.5', '35.50'],
  ['0035.00', '35.00'],
  ['-035.00', '-35.00'],
  ['0.50', '0.50'],
  ['35.0000', '35.00'],
  ['35.1005', '35.1005'],
  [' 35.00 USD ', '35.00'],
  ['USD35.00', '35.00'],
  ['35.00USD', '35.00'],
  ['$35.00', '35.00'],
  ['12,345.60', '12345.60'],
  ['1,234,567.89', '1234567.89'],
  ['12345678901234567890.12', '12345678901234567890.12'],
  ['-5.00', '-5.00'],
  [35.1, '35.10'],
  [35.005, '35.005'],
  [1234567890123.45, '1234567890123.45'],
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
  ['1234,567.89', undefined],
  ['1,234.5,6', undefined],
  ['35USD.50', undefined],
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
  [-5, ['cents'], {}, '-0.05'],
  [-4440, ['price', 'cent'], {}, '-44.40'],
  [4440, ['pence'], {}, '44.40'],
  [4440, ['subunits'], {}, '44.40'],
  [4440, ['percent'], {}, undefined],
  [44_400_000, ['price', 'micros'], {}, '44.40'],
  ['44.40', ['price', 'cents'], {}, undefined],
  ['44.40', ['amount'], { exponent: 2 }, '44.40'],
  [4440, ['amount'], { exponent: 2 }, '44.40'],
  [4440, ['amount'], { exponent: -2 }, '44.40'],
  [4440, ['amount'], { exponent: '2' }, undefined],
  [44_400_000, ['amount'], { scale: 6 }, '44.40'],
  [44_400_000, ['amount'], { scale: 7 }, undefined],
  [4440, ['amount'], { scale: 0.01 }, undefined],
  [4440, ['amount'], { scale: 2.5 }, undefined],
  [4440, ['amount'], { currency: 'USD', decimal_places: 2 }, '44.40'],
  [4440, ['amount'], { minorUnits: 3 }, '4.44'],
  [44, ['amount'], { scale: 0 }, '44.00'],
  [4440, ['amount'], { unit: 'cents' }, '44.40'],
  [4440, ['amount'], { units: 'minor' }, '44.40'],
  [4440, ['amount'], { format: 'MINOR_UNITS' }, '44.40'],
  [4440, ['amount'], { unit: 'percent' }, undefined],
  [4440, ['amount'], { unit: null }, undefined],
  [4440, ['amount'], { subunit: 'cents' }, undefined],
  [4440, ['amount'], { note: 'cents' }, undefined],
  [4440, ['amount'], { formatted: '$44.40' }, '44.40'],
  [4440, ['amount'], { display_amount: '44.40 USD' }, '44.40'],
  ['44400', ['amount'], { text: '44.400' }, '44.40'],
  [1_234_550, ['amount'], { formatted: '12,345.50' }, '12345.50'],
  [4440, ['amount'], { formatted: '$12.00' }, undefined],
  [4440, ['amount'], { formatted: '44.40 of 50.00' }, undefined],
  [4440, ['amount'], { formatted: null, scale: 2 }, '44.40'],
  [4440, ['amount'], { formatted: 'on request', scale: 2 }, '44.40'],
  [4440, ['amount'], { note: '44.40' }, undefined],
  [4440, ['amount'], { currency: 'USD', page: 2 }, undefined],
  [{ currencyCode: 'USD', units: '44', nanos: 400_000_000 }, ['price'], {}, '44.40'],
  [{ currencyCode: 'USD', units: '44', nanos: 50_000_000 }, ['price'], {}, '44.05'],
  [{ currencyCode: 'USD', units: 'many', nanos: 0 }, ['price'], {}, undefined],
  [{ currencyCode: 'USD', units: '44', nanos: 1_000_000_000 }, ['price'], {}, undefined],
  [{ currencyCode: 'USD', units: '44', nanos: 'none' }, ['price'], {}, undefined],
  [{ value: '44.40' }, ['price'], {}, undefined],
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
  [Number.NaN, undefined],
  ['', undefined],
])('documented amount %j is %j', (value, expected) => {
  expect(documentedAmount(value)).toBe(expected);
});

it.each<[boolean, unknown, string[], JsonObject]>([
  [true, true, ['price'], {}],
  [true, 'standard', ['reseller'], {}],
  [false, '70.00', ['reseller'], {}],
  [false, null, ['reseller'], {}],
  [false, 'on request', ['price'], {}],
  [false, 'on request', ['reseller', 'price'], {}],
  [true, 2, ['exponent'], {}],
  [true, '2', ['decimal', 'places'], {}],
  [false, 4440, ['minor', 'amount'], {}],
  [true, 12, ['amount'], { unit: 'months' }],
  [true, '1', ['amount'], { currency: 'USD', interval: 'Year' }],
  [true, 1, ['amount'], { billingUnit: 'day' }],
  [false, 4440, ['amount'], { unit: 'cents' }],
  [false, 4440, ['amount'], { unit: 'monthly' }],
  [false, 4440, ['amount'], { unit: 'per year' }],
  [false, 4440, ['amount'], { note: 'year' }],
  [false, 4440, ['amount'], { unit: null }],
  [false, '35.00', ['amount'], { unit: 'year' }],
  [true, 3, ['total'], { page: 1 }],
  [true, '3', ['totals', 'count'], { currency: 'USD', next_page: null }],
  [false, '70.00', ['total'], { page: 1 }],
  [false, 7000, ['total'], { currency: 'USD' }],
  [false, 7000, ['amount'], { page: 1 }],
])('it is %j that %j of %j beside %j is no money', (expected, value, key, siblings) => {
  expect(isNoMoney(value, { siblings, words: [['total', 'scale'], key] })).toBe(expected);
});

it.each<[unknown, string | undefined]>([
  ['USD', 'USD'],
  [' usd ', 'USD'],
  ['USDT', undefined],
  ['35.00 USD', undefined],
  ['$', undefined],
  ['US Dollar', undefined],
  [840, undefined],
])('currency %j is %j', (value, expected) => {
  expect(currency(value)).toBe(expected);
});

it.each<[unknown, string | undefined]>([
  ['35.00 USD', 'USD'],
  ['35.00USD', 'USD'],
  ['AFN 2,500', 'AFN'],
  ['AFN2,500', 'AFN'],
  ['EUR USD 35.00', undefined],
  ['USD 35.00 a year', undefined],
  [{ currencyCode: 'usd', units: '35' }, 'USD'],
  [{ currency: 'USD' }, undefined],
  [null, undefined],
  ['USD', undefined],
  ['TBD', undefined],
  ['35.00', undefined],
])('currency in %j is %j', (value, expected) => {
  expect(currencyBesideAmount(value)).toBe(expected);
});
