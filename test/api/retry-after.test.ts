import { expect, it } from 'vitest';
import { retryAfterMs } from '../../src/api/refusal.ts';

const receivedAt = Date.parse('2026-11-21T12:00:00Z');
const silent = { retryAfter: null, retryAfterMs: null };

it.each<[string, Record<string, string>, object, number | undefined]>([
  ['nothing', {}, {}, undefined],
  ['seconds', { 'retry-after': '7' }, {}, 7000],
  ['a fraction', { 'retry-after': '0.5' }, {}, 500],
  ['no wait', { 'retry-after': '0' }, {}, 0],
  ['milliseconds', { 'retry-after-ms': '1500', 'retry-after': '2' }, {}, 1500],
  ['a date', { 'retry-after': 'Sat, 21 Nov 2026 12:00:09 GMT' }, {}, 9000],
  ['a date that has passed', { 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, {}, 0],
  [
    "a date by the server's own clock",
    { 'retry-after': 'Sat, 21 Nov 2026 13:00:09 GMT', date: 'Sat, 21 Nov 2026 13:00:00 GMT' },
    {},
    9000,
  ],
  ['seconds in the body', {}, { retryAfter: '12' }, 12_000],
  ['a date in the body', {}, { retryAfter: '2026-11-21T12:00:09Z' }, 9000],
  ['milliseconds in the body', {}, { retryAfterMs: '1500' }, 1500],
  ['the header before the body', { 'retry-after': '7' }, { retryAfter: '12' }, 7000],
  ['words', { 'retry-after': 'soon' }, {}, undefined],
  ['a negative number', { 'retry-after': '-5' }, {}, undefined],
  ['a list', { 'retry-after': '5, 7' }, {}, undefined],
])('%s', (_, headers, inBody, expected) => {
  expect(retryAfterMs({ headers, receivedAt }, { ...silent, ...inBody })).toBe(expected);
});
