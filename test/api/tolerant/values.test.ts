import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  amount,
  cents,
  count,
  currency,
  flag,
  hostName,
  hostNames,
  identifier,
  text,
  yearCount,
} from '../../../src/api/tolerant/values.ts';

it.each<[unknown, string | undefined]>([
  ['35.00', '35.00'],
  ['35', '35'],
  [' 35.00 USD ', '35.00'],
  ['USD35.00', '35.00'],
  ['$35.00', '35.00'],
  ['1,234,567.89', '1234567.89'],
  ['-5.00', '-5.00'],
  [35, '35.00'],
  [35.1, '35.10'],
  [35.005, '35.005'],
  [-5, '-5.00'],
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
])('amount %j is %j', (value, expected) => {
  expect(amount(value)).toBe(expected);
});

it('a number that had two decimals has them again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e13 }), (hundredths) => {
      const decimal = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
      expect(amount(Number(decimal))).toBe(decimal);
      expect(cents(hundredths > 999_999_999 ? hundredths : String(hundredths))).toBe(decimal);
    }),
  );
});

it.each<[unknown, string | undefined]>([
  ['USD', 'USD'],
  ['usd', 'USD'],
  ['35.00 USD', 'USD'],
  ['AFN 2,500', 'AFN'],
  ['$', undefined],
  ['US Dollar', undefined],
  [840, undefined],
])('currency %j is %j', (value, expected) => {
  expect(currency(value)).toBe(expected);
});

it.each<[unknown, boolean | undefined]>([
  [true, true],
  [1, true],
  ['1', true],
  ['Yes', true],
  ['enabled', true],
  ['ON', true],
  ['AUTORENEW', true],
  [false, false],
  [0, false],
  ['off', false],
  ['disabled', false],
  ['AutoExpire', false],
  ['DEFAULT', undefined],
  [2, undefined],
  ['', undefined],
  [null, undefined],
  [{}, undefined],
])('flag %j is %j', (value, expected) => {
  expect(flag(value)).toBe(expected);
});

it.each<[unknown, number | undefined]>([
  [0, 0],
  [8, 8],
  ['8', 8],
  [8.5, undefined],
  [-1, undefined],
  ['8 domains', undefined],
  ['', undefined],
  [null, undefined],
  [true, undefined],
  [2 ** 60, undefined],
])('count %j is %j', (value, expected) => {
  expect(count(value)).toBe(expected);
});

it('takes a period for years only where it can be nothing else', () => {
  expect([0, 1, 10, 12, 24, 365].map(yearCount)).toEqual([
    undefined,
    1,
    10,
    undefined,
    undefined,
    undefined,
  ]);
});

it.each<[unknown, string | undefined]>([
  ['KABUL.AF.', 'kabul.af'],
  ['کابل.af', 'xn--mgbc8fxs.af'],
  ['kabul', undefined],
  ['Acme Inc.', undefined],
  ['192.0.2.1', undefined],
  ['a_b.af', undefined],
  ['admin@kabul.af', undefined],
  ['https://kabul.af', undefined],
  ['kabul.af/path', undefined],
  ['kabul.af:443', undefined],
  [7, undefined],
])('host name %j is %j', (value, expected) => {
  expect(hostName(value)).toBe(expected);
});

const servers = ['ns1.kabul.af', 'ns2.kabul.af'];

it.each<[unknown, string[] | undefined]>([
  [servers, servers],
  ['ns1.kabul.af, ns2.kabul.af', servers],
  ['ns1.kabul.af|ns2.kabul.af', servers],
  [['ns1.kabul.af 192.0.2.1', 'ns2.kabul.af'], servers],
  [[{ name: 'ns1.kabul.af', ipv4: ['192.0.2.1'] }, { name: 'ns2.kabul.af' }], servers],
  [{ 1: 'ns1.kabul.af', 2: 'ns2.kabul.af' }, servers],
  [{ primary: 'ns1.kabul.af', secondary: 'ns2.kabul.af' }, servers],
  [{ 'ns1.kabul.af': null, 'ns2.kabul.af': ['192.0.2.1'] }, servers],
  [[], []],
  [['', ''], undefined],
  [{}, undefined],
  ['', undefined],
  ['none', undefined],
  [[1, 2], undefined],
  [[['ns1.kabul.af']], undefined],
  [{ provider: 'dns.example.com' }, undefined],
  [true, undefined],
])('host names %j are %j', (value, expected) => {
  expect(hostNames(value)).toEqual(expected);
});

it.each<[unknown, string | undefined]>([
  ['  active ', 'active'],
  [3, '3'],
  [['a', 'b'], 'a, b'],
  [[], undefined],
  [['a', 1], undefined],
  ['  ', undefined],
  [false, undefined],
])('text %j is %j', (value, expected) => {
  expect(text(value)).toBe(expected);
});

it.each<[unknown, string | undefined]>([
  ['rate_limited', 'rate_limited'],
  [1042, '1042'],
  ['urn:problem:out-of-credit', 'urn:problem:out-of-credit'],
  ['a sentence of words', undefined],
  ['x'.repeat(101), undefined],
])('identifier %j is %j', (value, expected) => {
  expect(identifier(value)).toBe(expected);
});
