import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addDuration,
  countYears,
  parseDuration,
  parseIsoDate,
  parseTimeSpan,
  parseUnixTimestamp,
  toDateRange,
  toIsoDate,
} from '../../src/core/dates.ts';

const spellingsByDay = {
  '2027-03-31': `
    2027-03-31 | 2027/03/31 | 2027.03.31 | 2027-03-31 9:05
    2027-03-31T23:59:59Z | 2027-03-31T23:59:59.999999Z | 2027-03-31t23:59:59z
    2027-03-31 23:59:59 | 2027-03-31 23:59:59 UTC | 2027-03-31 10:00:00 GMT`,
  '2027-03-30': `
    2027-03-31T02:00:00+04:30 | 2027-03-31T02:00:00+0430 | 2027-03-31T02:00:00+04`,
  '2027-04-01': `
    2027-03-31T21:00:00-05:00 | 2027-03-31T24:00:00Z | 2027-03-31 23:00:00 -0500`,
  '2024-02-29': '2024-02-29',
};

/** Ambiguous, impossible, incomplete, or implausible as an expiry date. */
const invalidDays = `
  03/04/2027 | 31/03/2027 | 31.03.2027 | 3-4-2027 | 20270331 | 03/04/27 | 2027-02-29 | 2027-13-01 | 2027-00-10 | 20271331
  31 March 2027 | March 31, 2027 | 31/31/2027 | 2027-03-31T25:00:00Z | 2027-03-31T10:61:00Z | 2027-03-31 10:00 AFT
  2027-03 | 2027 | March 2027 | 0000-00-00 | 0001-01-01T00:00:00 | 1970-01-01T00:00:00Z | 9999-12-31
  never | 0 | 90 | 1806451200 | 1806451200000`;

it.each([0, -1, 365, 1806451200000000, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
  'rejects the epoch %d as implausible',
  (epoch) => {
    expect(parseUnixTimestamp(epoch)).toBeUndefined();
  },
);

function splitTexts(list: string): string[] {
  return list.split(/[|\n]/).flatMap((text) => text.trim() || []);
}

it.each(Object.entries(spellingsByDay))('parses every spelling of %s', (day, texts) => {
  for (const text of splitTexts(texts)) {
    expect(parseIsoDate(text), text).toBe(day);
  }
});

it.each(['', ...splitTexts(invalidDays)])('rejects %j as a day', (text) => {
  expect(parseIsoDate(text)).toBeUndefined();
});

it.each<[string, string, string | undefined]>([
  ['2027-03-31 02:00:00', 'Asia/Kabul', '2027-03-30'],
  ['2027-03-31 02:00:00', '+04:30', '2027-03-30'],
  ['2027-01-31 19:30:00', 'America/New_York', '2027-02-01'],
  ['2027-07-31 19:30:00', 'America/New_York', '2027-07-31'],
  ['2027-03-31T02:00:00Z', 'Asia/Kabul', '2027-03-31'],
  // Daylight saving time begins or ends on these days.
  ['2027-03-14 19:30:00', 'America/New_York', '2027-03-14'],
  ['2027-11-07 19:30:00', 'America/New_York', '2027-11-08'],
  ['2027-03-28 02:30:00', 'Europe/Athens', '2027-03-28'],
  ['2027-03-31 02:00:00', 'utc', '2027-03-31'],
  ['2027-03-31 02:00:00', 'Mars/Base', undefined],
])('converts %s in %s to the day %s', (value, zone, expected) => {
  expect(parseIsoDate(value, zone)).toBe(expected);
});

it('yields the same day for every notation of a moment', () => {
  const [min, max] = [new Date('1985-01-01T00:00:00Z'), new Date('2199-12-31T23:59:59Z')];
  fc.assert(
    fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
      const day = date.toISOString().slice(0, 10);
      expect(toIsoDate(date.getTime())).toBe(day);
      expect(parseIsoDate(date.toISOString())).toBe(day);
      expect(parseUnixTimestamp(Math.floor(date.getTime() / 1000))).toBe(day);
      expect(parseUnixTimestamp(date.getTime())).toBe(day);
    }),
  );
});

it.each([
  ['2026-11-21', '90d', '2027-02-19'],
  ['2026-11-21', '90', '2027-02-19'],
  ['2026-11-21', ' 2W ', '2026-12-05'],
  ['2026-11-30', '3m', '2027-02-28'],
  ['2027-11-30', '3m', '2028-02-29'],
  ['2024-02-29', '1y', '2025-02-28'],
  ['2026-11-21', '0d', '2026-11-21'],
])('%s plus %s is %s', (day, text, expected) => {
  const span = parseDuration(text);
  expect(span && addDuration(day, span)).toBe(expected);
});

it.each([
  ['2026-11-21', '12w', { last: '2027-02-13' }],
  ['2026-11-21', ' Next-Month', { first: '2026-12-01', last: '2026-12-31' }],
  ['2027-01-31', 'last-month', { first: '2026-12-01', last: '2026-12-31' }],
  ['2027-01-31', 'next-month', { first: '2027-02-01', last: '2027-02-28' }],
  ['2026-12-31', 'next-month', { first: '2027-01-01', last: '2027-01-31' }],
  ['2028-03-31', 'last-month', { first: '2028-02-01', last: '2028-02-29' }],
])('on %s, the time span %s is %j', (today, text, expected) => {
  const span = parseTimeSpan(text);
  expect(span && toDateRange(span, today)).toEqual(expected);
});

it.each(['month', '2026-02-30', '2026-13', '31.12.2026', '2026', '9999y', 'soon'])(
  'rejects the time span %s',
  (text) => {
    expect(parseTimeSpan(text)).toBeUndefined();
  },
);

it.each([
  ['2026-12-01', '2027-12-01', 1],
  ['2026-12-01', '2027-12-02', 1],
  ['2026-12-01', '2029-11-30', 3],
  ['2028-02-29', '2038-03-01', 10],
  ['2026-12-01', '2027-12-03', null],
  ['2026-12-01', '2026-12-02', null],
  ['2026-12-01', '2027-06-01', null],
  ['2026-12-01', '2025-12-01', null],
])('from %s to %s are %s whole years', (from, to, expected) => {
  expect(countYears(from, to)).toBe(expected);
});
