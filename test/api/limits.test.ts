import { expect, it } from 'vitest';
import { statedLimit, waitInHeaders } from '../../src/api/limits.ts';

const receivedAt = Date.UTC(2026, 10, 21, 12);

const inAMinute = Math.floor(receivedAt / 1000) + 60;

it.each<[Record<string, string>, object]>([
  [
    { 'ratelimit-policy': '"default";q=20;w=60', ratelimit: '"default";r=3;t=7' },
    { rate: { requests: 20, windowMs: 60_000 }, remaining: 3, resetMs: 7000 },
  ],
  [
    {
      'ratelimit-policy': '"burst";q=100;w=1, "day";q=1000;w=86400',
      ratelimit: '"burst";r=9;t=1, "day";r=2;t=99',
    },
    { rate: { requests: 1000, windowMs: 86_400_000 }, remaining: 2, resetMs: 99_000 },
  ],
  [
    {
      'ratelimit-limit': '10, 10;w=1, 50;w=60',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '5',
    },
    { rate: { requests: 50, windowMs: 60_000 }, requests: 10, remaining: 0, resetMs: 5000 },
  ],
  [
    {
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(inAMinute),
    },
    { requests: 60, remaining: 0, resetMs: 60_000 },
  ],
  [
    { 'x-rate-limit-limit': '9', 'x-rate-limit-remaining': '1', 'x-rate-limit-reset-after': '4' },
    { requests: 9, remaining: 1, resetMs: 4000 },
  ],
  [{ ratelimit: 'limit=5; remaining=1; reset=9' }, { requests: 5, remaining: 1, resetMs: 9000 }],
  [
    { 'ratelimit-policy': '20;w=60, 0;w=60, 5;w=0, 5' },
    { rate: { requests: 20, windowMs: 60_000 } },
  ],
  [{ 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '-1', 'ratelimit-policy': ';w=0' }, {}],
])('reads %j', (headers, expected) => {
  const none = { rate: undefined, requests: undefined, remaining: undefined, resetMs: undefined };
  expect(statedLimit({ headers, receivedAt })).toEqual({ ...none, ...expected });
});

it('reads nothing where no header speaks of a limit', () => {
  expect(statedLimit({ headers: { date: 'x' }, receivedAt })).toBeUndefined();
});

const epoch = receivedAt / 1000;
const aYear = 31_536_000_000;

it.each<[string, string | undefined, number | undefined]>([
  ['nothing', undefined, undefined],
  ['seconds', '7', 7000],
  ['no wait', '0', 0],
  ['a date', 'Sat, 21 Nov 2026 12:00:09 GMT', 9000],
  ['a date that has passed', 'Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['words', 'soon', undefined],
  ['a negative number', '-5', undefined],
  ['the longest, wherever it stands', '7,5 , 6', 7000],
  ['those of several that can be read', 'soon, 3, -9,', 3000],
  ['a date and a number', '2, Saturday, 21-Nov-26 12:00:09 GMT, 60', 60_000],
  ['more than a year', '999999999', aYear],
  ['the first moment that is not seconds', '1000000000', 0],
])('counts the wait from Retry-After: %s', (_, text, expected) => {
  const headers: Record<string, string> = text === undefined ? {} : { 'retry-after': text };
  expect(waitInHeaders({ status: 502, headers, receivedAt })).toBe(expected);
});

it("counts the wait until a date by the server's own clock", () => {
  const date = 'Sat, 21 Nov 2026 13:00:00 GMT';
  const headers = { 'retry-after': 'Sat, 21 Nov 2026 13:00:09 GMT', date };
  expect(waitInHeaders({ status: 502, headers, receivedAt })).toBe(9000);
});

it.each<[string, Record<string, string>, number | undefined]>([
  ['RateLimit-Reset (IETF draft 03)', { 'ratelimit-reset': '30' }, 30_000],
  ['RateLimit (IETF draft 08)', { ratelimit: '"default";r=0;t=30' }, 30_000],
  ['two policies', { ratelimit: '"burst";r=0;t=2, "hour";r=0;t=90, "day";r=9;t=999' }, 90_000],
  ['X-RateLimit-Reset in seconds', { 'x-ratelimit-reset': '30' }, 30_000],
  ['X-RateLimit-Reset as a moment (GitHub)', { 'x-ratelimit-reset': `${epoch + 30}` }, 30_000],
  ['a moment in milliseconds', { 'x-ratelimit-reset': `${receivedAt + 900}` }, 900],
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
])('counts from the headers of a limit: %s', (_, headers, expected) => {
  expect(waitInHeaders({ status: 429, headers, receivedAt })).toBe(expected);
  expect(waitInHeaders({ status: 503, headers, receivedAt })).toBe(expected);
  const asked = headers['retry-after'] === undefined ? undefined : expected;
  expect(waitInHeaders({ status: 502, headers, receivedAt })).toBe(asked);
});
