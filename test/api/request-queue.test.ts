import { expect, it } from 'vitest';
import { RequestQueue } from '../../src/api/client.ts';
import { RateLimiter } from '../../src/api/rate-limiter.ts';
import type { RateLimit } from '../../src/core/dates.ts';
import { createCountdown } from '../../src/system/countdown.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

interface QueuedRequest {
  name: string;
  at: number;
  isBulk: boolean;
}

/** @returns names and times of the requests, in the order in which they got a slot */
async function acquireSlots(rate: RateLimit, requests: QueuedRequest[]) {
  const clock = new VirtualClock();
  const limiter = new RateLimiter({ rate, clock, random: () => 0.5 });
  const { signal } = new AbortController();
  const countdown = createCountdown(clock, () => {});
  const queue = new RequestQueue({ limiter, clock, signal }, countdown);
  const acquired: [name: string, at: number][] = [];
  const acquire = async ({ name, at, isBulk }: QueuedRequest) => {
    await clock.sleep(at);
    const slot = await queue.acquire(isBulk, 75_000);
    acquired.push([name, clock.elapsed()]);
    if (slot) limiter.markAnswered(slot);
    queue.wake();
  };
  await clock.runUntil(Promise.all(requests.map(acquire)));
  return acquired;
}

it.each([true, false])('slots go to the longest wait first, with isBulk: %j', async (isBulk) => {
  const rate = { requests: 1, windowMs: 2000 };
  // d arrives at the moment at which the slot of a is free again.
  const arrivals = Object.entries({ a: 0, b: 10, c: 20, d: 2000, e: 2001 });
  const slots = await acquireSlots(
    rate,
    arrivals.map(([name, at]) => ({ name, at, isBulk })),
  );
  expect(slots.map(([name]) => name).join('')).toBe('abcde');
  expect(slots.map(([, at]) => Math.floor(at / 2000))).toEqual([0, 1, 2, 3, 4]);
});
