import { expect, it } from 'vitest';
import { parseRetryAfterMs } from '../../src/api/http-failure.ts';

const receivedAt = Date.UTC(2026, 10, 21, 12);

it.each<[string, string | undefined, number | undefined]>([
  ['nothing', undefined, undefined],
  ['seconds', '7', 7000],
  ['no wait', '0', 0],
  ['a part of a second', '1.5', 1500],
  ['a date', 'Sat, 21 Nov 2026 12:00:09 GMT', 9000],
  ['a date that has passed', 'Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['a date that is none', 'Sat, 99 Nov 2026', undefined],
  ['words', 'soon', undefined],
  ['a negative number', '-5', undefined],
  ['the longest, wherever it stands', '7,5 , 6', 7000],
  ['those of several that can be read', 'soon, 3, -9,', 3000],
  ['a date and a number', '2, Saturday, 21-Nov-26 12:00:09 GMT, 60', 60_000],
  ['more than a year', '999999999', 999_999_999_000],
])('parses Retry-After: %s', (_, text, expected) => {
  const headers: Record<string, string> = text === undefined ? {} : { 'retry-after': text };
  expect(parseRetryAfterMs({ headers, receivedAt })).toBe(expected);
});

it('ignores other rate limit headers', () => {
  const headers = { 'ratelimit-reset': '30', 'x-ratelimit-reset': '30', ratelimit: 'r=0;t=30' };
  expect(parseRetryAfterMs({ headers, receivedAt })).toBeUndefined();
});
