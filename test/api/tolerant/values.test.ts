import { expect, it } from 'vitest';
import { count, flag, hostName, hostNames, text } from '../../../src/api/tolerant/values.ts';

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
  [[['ns1.kabul.af'], 'ns2.kabul.af'], servers],
  ['["ns1.kabul.af", "ns2.kabul.af"]', servers],
  [{ host: 'ns1.kabul.af', name: 'First server' }, ['ns1.kabul.af']],
  [{ ns1: 'ns1.kabul.af', ns2: null, count: 1 }, ['ns1.kabul.af']],
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
