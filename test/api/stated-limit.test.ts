import { expect, it } from 'vitest';
import { statedLimit } from '../../src/api/stated-limit.ts';

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
  [{ 'x-ratelimit-limit-minute': '20' }, { rate: { requests: 20, windowMs: 60_000 } }],
  [{ 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '-1', 'ratelimit-policy': ';w=0' }, {}],
])('reads %j', (headers, expected) => {
  const none = { rate: undefined, requests: undefined, remaining: undefined, resetMs: undefined };
  expect(statedLimit({ headers, receivedAt })).toEqual({ ...none, ...expected });
});
