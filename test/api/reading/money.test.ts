import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amount, documentedAmount } from '../../../src/api/reading/money.ts';

it.each<[unknown, string[], Record<string, unknown>, string | undefined]>([
  ['35.5', [], {}, '35.50'],
  ['35.1005', [], {}, '35.1005'],
  [' 35.00 USD ', [], {}, '35.00'],
  ['1,234,567.89', [], {}, '1234567.89'],
  ['12345678901234567890.12', [], {}, '12345678901234567890.12'],
  ['-5.00', [], {}, undefined],
  ['35', [], {}, undefined],
  [4440, [], {}, undefined],
  ['12.500', [], {}, undefined],
  ['35,00', [], {}, undefined],
  [0.30000000000000004, [], {}, undefined],
  [4440, ['price', 'cents'], {}, '44.40'],
  [44_400_000, ['price', 'micros'], {}, '44.40'],
  ['44.40', ['price', 'cents'], {}, undefined],
  [4440, [], { minorUnits: 3 }, '4.44'],
  [4440, [], { scale: 7 }, undefined],
  [1_234_550, [], { formatted: '12,345.50' }, '12345.50'],
  [4440, [], { formatted: '$12.00' }, undefined],
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
