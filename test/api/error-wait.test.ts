import { expect, it } from 'vitest';
import { retryAfterMs } from '../../src/api/error-wait.ts';

const receivedAt = Date.parse('2026-11-21T12:00:00Z');
const epoch = receivedAt / 1000;
const aYear = 31_536_000_000;

it.each<[string, Record<string, string>, unknown, number | undefined]>([
  ['nothing', {}, {}, undefined],
  ['seconds', { 'retry-after': '7' }, {}, 7000],
  ['a fraction of two digits', { 'retry-after': '0.25' }, {}, 250],
  ['a number among blanks', {}, { retryAfter: ' 12 ' }, 12_000],
  ['a duration', { 'retry-after': '1h1m1.25s' }, {}, 3_661_250],
  ['a duration in milliseconds', { 'retry-after': '500ms' }, {}, 500],
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
  ['milliseconds in the body', {}, { retryAfterMs: '1500' }, 1500],
  ['the header before the body', { 'retry-after': '7' }, { retryAfter: '12' }, 7000],
  ['words', { 'retry-after': 'soon' }, {}, undefined],
  ['words before a duration', { 'retry-after': 'in 5s' }, {}, undefined],
  ['words before a date', { 'retry-after': 'until Sat, 21 Nov 2026 12:00:09 GMT' }, {}, undefined],
  ['a negative number', { 'retry-after': '-5' }, {}, undefined],
  ['the longest, wherever it stands', { 'retry-after': '7,5 , 6' }, {}, 7000],
  ['those of several that can be read', { 'retry-after': 'soon, 3, -9,' }, {}, 3000],
  [
    'several dates',
    { 'retry-after': 'Sat, 21 Nov 2026 12:00:09 GMT, Sat, 21 Nov 2026 12:00:04 GMT' },
    {},
    9000,
  ],
  ['a date and a number', { 'retry-after': '2, Saturday, 21-Nov-26 12:00:09 GMT, 1m' }, {}, 60_000],
  ['more than a year', { 'retry-after': '999999999' }, {}, aYear],
  ['a number of more digits', { 'retry-after': '9'.repeat(101) }, {}, undefined],
  ['the first moment that is not seconds', { 'retry-after': '1000000000' }, {}, 0],
  ['the first that is not a moment in seconds', { 'retry-after': '100000000000' }, {}, 0],
  ['as many milliseconds', { 'retry-after-ms': '2000000000' }, {}, 2_000_000_000],
])('counts the wait from %s', (_, headers, body, expected) => {
  expect(retryAfterMs({ status: 502, headers, receivedAt }, body)).toBe(expected);
});

it.each<[string, Record<string, string>, number | undefined]>([
  ['RateLimit-Reset (IETF draft 03)', { 'ratelimit-reset': '30' }, 30_000],
  ['RateLimit (IETF draft 07)', { ratelimit: 'limit=60, remaining=0, reset=30' }, 30_000],
  ['RateLimit (IETF draft 08)', { ratelimit: '"default";r=0;t=30' }, 30_000],
  ['two policies', { ratelimit: '"burst";r=0;t=2, "hour";r=0;t=90, "day";r=9;t=999' }, 90_000],
  ['a policy with room left', { ratelimit: '"day";r=9;t=999' }, undefined],
  ['X-RateLimit-Reset in seconds', { 'x-ratelimit-reset': '30' }, 30_000],
  ['X-RateLimit-Reset as a moment (GitHub)', { 'x-ratelimit-reset': `${epoch + 30}` }, 30_000],
  ['a fraction of a second (Discord)', { 'x-ratelimit-reset': `${epoch + 1}.5` }, 1500],
  ['a moment in milliseconds', { 'x-ratelimit-reset': `${receivedAt + 900}` }, 900],
  ['X-Rate-Limit-Reset (Okta, X)', { 'x-rate-limit-reset': `${epoch + 30}` }, 30_000],
  [
    "a moment by the server's own clock",
    { 'x-ratelimit-reset': `${epoch + 3630}`, date: 'Sat, 21 Nov 2026 13:00:00 GMT' },
    30_000,
  ],
  [
    'X-RateLimit-Reset-After (Discord)',
    { 'x-ratelimit-reset-after': '1.5', 'x-ratelimit-reset': `${epoch + 2}` },
    1500,
  ],
  [
    'a limit that is not used up',
    { 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '30' },
    undefined,
  ],
  ['Retry-After beside it', { 'retry-after': '7', 'ratelimit-reset': '30' }, 7000],
  ['a duration', { 'ratelimit-reset': '1m30s' }, 90_000],
])('counts from the headers of a limit: %s', (_, headers, expected) => {
  expect(retryAfterMs({ status: 429, headers, receivedAt }, undefined)).toBe(expected);
  expect(retryAfterMs({ status: 503, headers, receivedAt }, undefined)).toBe(expected);
  const asked = headers['retry-after'] === undefined ? undefined : expected;
  expect(retryAfterMs({ status: 502, headers, receivedAt }, undefined)).toBe(asked);
});

it.each<[string, unknown, number | undefined]>([
  ['GoDaddy', { code: 'TOO_MANY_REQUESTS', retryAfterSec: 17 }, 17_000],
  ['Discord', { message: 'Slow down', retry_after: 0.5, global: false }, 500],
  ['Google', { error: { details: [{ '@type': 'RetryInfo', retryDelay: '30s' }] } }, 30_000],
  ['in an error', { error: { retry_after_seconds: 4 } }, 4000],
  ['beside it', { error: 'x', meta: { reset_in: '5' } }, 5000],
  ['in minutes', { retry_after_minutes: 2 }, 120_000],
  ['of a limit', { rate_limit: { remaining: 0, reset: epoch + 6 } }, 6000],
  ['in an object that names it', { retry: { after_seconds: 4 } }, 4000],
  ['as a date', { reset_at: '2026-11-21T12:00:09+00:00' }, 9000],
  ['the number of attempts', { retry: 3 }, undefined],
  ['an object', { retry_after: { seconds: 'x' } }, undefined],
])('counts from the body of a 429: %s', (_, body, expected) => {
  expect(retryAfterMs({ status: 429, headers: {}, receivedAt }, body)).toBe(expected);
});

it.each([
  ...['retryAfter', 'retry_in', 'retry-delay', 'retryAt', 'reset', 'resets', 'reset_in'],
  ...['resetsIn', 'reset_at', 'resetsAt', 'reset_after', 'resetTime', 'wait', 'wait_time'],
])('counts from the body of a 429 by the name %s', (name) => {
  const reply = { status: 429, headers: {}, receivedAt };
  expect(retryAfterMs(reply, { [name]: 4 })).toBe(4000);
});

it.each([
  [3, ['ms', 'millis', 'milliseconds']],
  [3000, ['s', 'sec', 'secs', 'seconds']],
  [180_000, ['m', 'min', 'mins', 'minutes']],
  [10_800_000, ['h']],
])('counts 3 as %i ms by the unit at the end of a name: %j', (expected, units) => {
  const reply = { status: 502, headers: {}, receivedAt };
  const waits = units.map((unit) => retryAfterMs(reply, { [`retry_after_${unit}`]: 3 }));
  expect(new Set(waits)).toEqual(new Set([expected]));
});
