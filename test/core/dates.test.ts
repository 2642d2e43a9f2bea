import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addSpan, dayOf, daysBetween, parseSpan, readDay } from '../../src/core/dates.ts';

it.each<[string | number, string | undefined]>([
  ['2027-03-31', '2027-03-31'],
  ['2027/03/31', '2027-03-31'],
  ['2027.03.31', '2027-03-31'],
  ['20270331', '2027-03-31'],
  [20270331, '2027-03-31'],
  ['2027-03-31T23:59:59Z', '2027-03-31'],
  ['2027-03-31T23:59:59.999999Z', '2027-03-31'],
  ['2027-03-31t23:59:59z', '2027-03-31'],
  ['2027-03-31 23:59:59', '2027-03-31'],
  ['2027-03-31 23:59:59 UTC', '2027-03-31'],
  ['2027-03-31T02:00:00+04:30', '2027-03-30'],
  ['2027-03-31T02:00:00+0430', '2027-03-30'],
  ['2027-03-31T02:00:00+04', '2027-03-30'],
  ['2027-03-31T21:00:00-05:00', '2027-04-01'],
  ['2027-03-31T24:00:00Z', '2027-04-01'],
  ['Wed, 31 Mar 2027 10:00:00 GMT', '2027-03-31'],
  ['Wed, 31 Mar 2027 23:00:00 -0500', '2027-04-01'],
  ['Wed Mar 31 2027 10:00:00 GMT+0000 (Coordinated Universal Time)', '2027-03-31'],
  ['31 March 2027', '2027-03-31'],
  ['31-Mar-2027', '2027-03-31'],
  ['31st Mar. 2027', '2027-03-31'],
  ['March 31, 2027', '2027-03-31'],
  ['Wednesday, March 31, 2027 at 11:30 PM', '2027-03-31'],
  ['Mar 31, 2027 12:30 AM', '2027-03-31'],
  ['Sept 3, 2027', '2027-09-03'],
  ['31/03/2027', '2027-03-31'],
  ['03/31/2027', '2027-03-31'],
  ['31-03-2027 12:00', '2027-03-31'],
  ['03.04.2027', '2027-04-03'],
  ['04/04/2027', '2027-04-04'],
  [1806451200, '2027-03-31'],
  [1806451200000, '2027-03-31'],
  [1806451200.5, '2027-03-31'],
  ['1806451200', '2027-03-31'],
  ['1806451200000', '2027-03-31'],
  ['/Date(1806451200000)/', '2027-03-31'],
  ['/Date(1806451200000+0430)/', '2027-03-31'],
  ['2024-02-29', '2024-02-29'],
  ['03/04/2027', undefined],
  ['3-4-2027', undefined],
  ['03/04/27', undefined],
  ['2027-02-29', undefined],
  ['2027-13-01', undefined],
  ['2027-00-10', undefined],
  ['31 Foo 2027', undefined],
  ['31/31/2027', undefined],
  ['2027-03-31T25:00:00Z', undefined],
  ['2027-03-31T10:61:00Z', undefined],
  ['2027-03-31 10:00 AFT', undefined],
  ['2027-03', undefined],
  ['2027', undefined],
  ['March 2027', undefined],
  ['0000-00-00', undefined],
  ['0001-01-01T00:00:00', undefined],
  ['1970-01-01T00:00:00Z', undefined],
  ['9999-12-31', undefined],
  ['never', undefined],
  ['', undefined],
  [0, undefined],
  [-1, undefined],
  [1, undefined],
  [90, undefined],
  [365, undefined],
  [2027, undefined],
  [20271331, undefined],
  [1806451200000000, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [1e300, undefined],
])('the day of %j is %j', (value, expected) => {
  expect(readDay(value)).toBe(expected);
});

it.each<[string, string, string | undefined]>([
  ['2027-03-31 02:00:00', 'Asia/Kabul', '2027-03-30'],
  ['2027-03-31 02:00:00', '+04:30', '2027-03-30'],
  ['2027-03-31 21:00:00', 'America/New_York', '2027-04-01'],
  ['2027-01-31 19:30:00', 'America/New_York', '2027-02-01'],
  ['2027-07-31 19:30:00', 'America/New_York', '2027-07-31'],
  ['2027-03-31', 'Asia/Kabul', '2027-03-31'],
  ['2027-03-31T02:00:00Z', 'Asia/Kabul', '2027-03-31'],
  ['2027-03-31 02:00:00', 'utc', '2027-03-31'],
  ['2027-03-31 02:00:00', 'Mars/Base', undefined],
  ['2027-03-31 02:00:00', 'AFT', undefined],
])('the day of %s in %s is %s', (value, zone, expected) => {
  expect(readDay(value, zone)).toBe(expected);
});

const moment = fc.date({
  min: new Date('1985-01-01T00:00:00Z'),
  max: new Date('2199-12-31T23:59:59Z'),
  noInvalidDate: true,
});

it('is the same day however a moment is written', () => {
  fc.assert(
    fc.property(moment, (date) => {
      const day = date.toISOString().slice(0, 10);
      expect(dayOf(date.getTime())).toBe(day);
      expect(readDay(date.toISOString())).toBe(day);
      expect(readDay(date.toUTCString())).toBe(day);
      expect(readDay(Math.floor(date.getTime() / 1000))).toBe(day);
      expect(readDay(date.getTime())).toBe(day);
    }),
  );
});

it.each<[string, object | undefined]>([
  ['90d', { days: 90, months: 0 }],
  ['12W', { days: 84, months: 0 }],
  [' 3m ', { days: 0, months: 3 }],
  ['2y', { days: 0, months: 24 }],
  ['0d', { days: 0, months: 0 }],
  ['90', { days: 90, months: 0 }],
  ['90 d', undefined],
  ['-1d', undefined],
  ['1.5d', undefined],
  ['', undefined],
])('the span %j is %j', (text, expected) => {
  expect(parseSpan(text)).toEqual(expected);
});

it.each<[string, string, string]>([
  ['2026-11-21', '90d', '2027-02-19'],
  ['2026-11-30', '3m', '2027-02-28'],
  ['2027-11-30', '3m', '2028-02-29'],
  ['2026-12-31', '2m', '2027-02-28'],
  ['2026-01-31', '1m', '2026-02-28'],
  ['2026-11-21', '0d', '2026-11-21'],
])('%s and %s is %s', (day, text, expected) => {
  const span = parseSpan(text);
  expect(span && addSpan(day, span)).toBe(expected);
});

it.each<[string, string, number]>([
  ['2026-11-21', '2026-11-21', 0],
  ['2026-11-21', '2026-11-22', 1],
  ['2026-11-21', '2026-11-20', -1],
  ['2024-02-28', '2024-03-01', 2],
  ['2026-03-28', '2026-03-30', 2],
])('from %s to %s are %d days', (from, to, expected) => {
  expect(daysBetween(from, to)).toBe(expected);
});
