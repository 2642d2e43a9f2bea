import { expect, it } from 'vitest';
import { statedLimit } from '../../src/api/limits.ts';

const receivedAt = Date.UTC(2026, 10, 21, 12);

const inAMinute = Math.floor(receivedAt / 1000) + 60;

it.each<[Record<string, string>, object]>([
  [{}, {}],
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
    { ratelimit: 'limit=100, remaining=50, reset=30' },
    { requests: 100, remaining: 50, resetMs: 30_000 },
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
  [
    { 'rate-limit-remaining': '1', 'rate-limit-reset-after': '4', 'rate-limit-reset': '5' },
    { remaining: 1, resetMs: 4000 },
  ],
  // Of several limits, the one with the least room.
  [
    {
      'ratelimit-remaining': '3',
      'ratelimit-reset': '1',
      'x-ratelimit-remaining': '2',
      'x-ratelimit-limit': '60; w=60',
    },
    { requests: 60, remaining: 2 },
  ],
  [{ ratelimit: '"a";r=1;t=5, "b";r=1;t=9' }, { remaining: 1, resetMs: 9000 }],
  [{ ratelimit: 'limit=5; remaining=1; reset=9' }, { requests: 5, remaining: 1, resetMs: 9000 }],
  [{ 'ratelimit-policy': ' 20 ;w=60, 9;q=30;w=60' }, { rate: { requests: 20, windowMs: 60_000 } }],
  [
    { 'ratelimit-policy': '9;w=1', 'ratelimit-limit': '3;w=1' },
    { rate: { requests: 3, windowMs: 1000 }, requests: undefined },
  ],
  [
    { 'ratelimit-policy': '20;w=60, 0;w=60, 5;w=0, 5' },
    { rate: { requests: 20, windowMs: 60_000 } },
  ],
  [{ 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '-1', 'ratelimit-policy': ';w=0' }, {}],
])('reads %j', (headers, expected) => {
  const none = { rate: undefined, requests: undefined, remaining: undefined, resetMs: undefined };
  expect(statedLimit({ headers, receivedAt })).toEqual({ ...none, ...expected });
});
