import { expect, it } from 'vitest';
import {
  count,
  day,
  flag,
  hostName,
  hostNames,
  isNoDate,
  opposite,
  plainName,
  text,
} from '../../../src/api/reading/values.ts';

it.each<[unknown, boolean | undefined]>([
  [true, true],
  [1, true],
  ['1', true],
  ['Yes', true],
  ['enabled', true],
  ['ON', true],
  ['AUTORENEW', true],
  ['auto renew', true],
  ['Auto_Renew', true],
  ['let-expire', false],
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
  expect(opposite(value)).toBe(expected === undefined ? undefined : !expected);
});

it.each<[unknown, string | undefined]>([
  ['2027-03-31', '2027-03-31'],
  ['20270331235959', '2027-03-31'],
  ['202703312359590', undefined],
  [20270331235959, undefined],
  [1806451200, '2027-03-31'],
  [`2027-03-31${' '.repeat(990)}`, '2027-03-31'],
  [`2027-03-31${' '.repeat(991)}`, undefined],
  [[2027, 3, 1], '2027-03-01'],
  [['2027', '12', '31', '23'], '2027-12-31'],
  [[2027, 3], undefined],
  [[2027, 3, null], undefined],
  [{ year: 2027, month: 3, day: 1 }, '2027-03-01'],
  [{ year: 2027, month: 3 }, undefined],
  [{ date: '2027-04-01 04:00:00.000000', timezone: 'Asia/Kabul' }, '2027-03-31'],
  [{ date: '2027-03-31', timezone: 3 }, undefined],
  [{ date: '2027-03-31' }, undefined],
  [{ timezone: 'UTC', seconds: 1806451200 }, '2027-03-31'],
  [{ $date: { $numberLong: '1806451200000' } }, '2027-03-31'],
  [{ seconds: 1806451200, nanos: 0 }, '2027-03-31'],
  [{ _seconds: 1806451200, _nanoseconds: 0 }, '2027-03-31'],
  [{}, undefined],
  [true, undefined],
  [null, undefined],
])('day %j is %j', (value, expected) => {
  expect(day(value)).toBe(expected);
});

it.each<[unknown, boolean]>([
  [true, true],
  [false, false],
  ['Yes', true],
  [90, true],
  ['365', true],
  ['12:30', true],
  ['in 3 days', true],
  ['2 years left', true],
  [0, false],
  ['2027-03-31', false],
  [1806451200, false],
  ['', false],
  [null, false],
  [{}, false],
])('what is %j goes by the name of a date and is none: %j', (value, expected) => {
  expect(isNoDate(value)).toBe(expected);
});

it.each<[unknown, string | undefined]>([
  [' Silver ', 'Silver'],
  ['Silver Plus+ 2_b-c', 'Silver Plus+ 2_b-c'],
  ['نقره', 'نقره'],
  ['G', 'G'],
  ['2', undefined],
  ['2nd', undefined],
  ['Silver!', undefined],
  ['https://api.reseller.example', undefined],
  ['', undefined],
  [2, undefined],
  [['Silver'], undefined],
])('plain name %j is %j', (value, expected) => {
  expect(plainName(value)).toBe(expected);
});

it.each<[unknown, number | undefined]>([
  [0, 0],
  [8, 8],
  ['8', 8],
  [' 8 ', 8],
  ['123456789', 123_456_789],
  ['1234567890', undefined],
  [8.5, undefined],
  [-1, undefined],
  ['8 domains', undefined],
  ['about 8', undefined],
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
  ['kabul.', undefined],
  [['kabul.af'], undefined],
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
  [{ HostName: 'ns1.kabul.af', 'IP-Address': '192.0.2.1' }, ['ns1.kabul.af']],
  [{ 'host-name': 'ns1.kabul.af', domain: 'kabul.af' }, ['ns1.kabul.af']],
  [{ dns1: 'ns1.kabul.af', dns2: 'ns2.kabul.af', ttl: 3600 }, servers],
  [[...servers, 'NS1.kabul.af.'], servers],
  [[...servers, '192.0.2.1', ''], servers],
  [[['192.0.2.1'], 'ns1.kabul.af'], undefined],
  [[{ toString: 1, host: 'ns1.kabul.af' }, 'ns2.kabul.af'], servers],
  [[], []],
  [['', ''], undefined],
  [{}, undefined],
  ['', undefined],
  ['none', undefined],
  ['ns1.kabul.af and others', undefined],
  [[1, 2], undefined],
  [[['ns1.kabul.af'], 'ns2.kabul.af'], servers],
  [{ name: 'kabul.af', type: 'NS', value: 'ns1.kabul.af' }, ['ns1.kabul.af']],
  ['["ns1.kabul.af"', undefined],
  [`ns1.kabul.af${' '.repeat(3988)}`, ['ns1.kabul.af']],
  [`ns1.kabul.af${' '.repeat(3989)}`, undefined],
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
  [[], undefined],
  [['a', 1], undefined],
  [['a', 'b'], undefined],
  ['  ', undefined],
  ['a'.repeat(1000), 'a'.repeat(1000)],
  ['a'.repeat(1001), undefined],
  [false, undefined],
])('text %j is %j', (value, expected) => {
  expect(text(value)).toBe(expected);
});
