import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Limiter } from '../../src/pace/limiter.ts';
import { TestClock } from '../test-clock.ts';

interface Asked {
  /** When it is asked for, after the one before. */
  after: number;
  latency: number;
  /** Where on the way there and back the server counts it, from 0 to 1. */
  counted: number;
}

/** Lets requests through a limiter. @returns when a server has counted each */
async function arrivals(limiter: Limiter, clock: TestClock, requests: Asked[]): Promise<number[]> {
  const counted: number[] = [];
  const agenda: { due: number; act: () => void }[] = [];
  const at = (due: number, act: () => void) => agenda.push({ due, act });
  const ask = ({ latency, counted: share }: Asked) => {
    const wait = limiter.enter();
    const now = clock.elapsed();
    const again = () => ask({ after: 0, latency, counted: share });
    if (wait === undefined) void limiter.nextAnswer().then(() => at(clock.elapsed(), again));
    else if (wait > 0) at(now + wait, again);
    else {
      counted.push(now + latency * share);
      at(now + latency, () => limiter.done());
    }
  };
  let start = 0;
  for (const request of requests) {
    start += request.after;
    at(start, () => ask(request));
  }
  while (agenda.length > 0) {
    agenda.sort((left, right) => left.due - right.due);
    const next = agenda.shift();
    clock.advance((next?.due ?? 0) - clock.elapsed());
    next?.act();
    // Those who waited for an answer come back.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return counted.sort((left, right) => left - right);
}

const asked = fc.record({
  after: fc.integer({ min: 0, max: 400 }),
  latency: fc.integer({ min: 0, max: 3000 }),
  counted: fc.double({ min: 0, max: 1, noNaN: true }),
});

const rate = fc.record({
  requests: fc.integer({ min: 1, max: 6 }),
  windowMs: fc.integer({ min: 1, max: 2500 }),
});

it('holds in every window of the strictest server, wherever on the way that counts', async () => {
  await fc.assert(
    fc.asyncProperty(rate, fc.array(asked, { maxLength: 40 }), async (limit, requests) => {
      const clock = new TestClock();
      const counted = await arrivals(new Limiter(limit, clock), clock, requests);
      expect(counted).toHaveLength(requests.length);
      for (const [index, first] of counted.entries()) {
        const next = counted[index + limit.requests];
        if (next !== undefined) expect(next - first).toBeGreaterThan(limit.windowMs);
      }
    }),
  );
});

it('lets as many through as it may, at once', () => {
  const clock = new TestClock();
  const limiter = new Limiter({ requests: 3, windowMs: 1000 }, clock);
  expect([limiter.enter(), limiter.enter(), limiter.enter()]).toEqual([0, 0, 0]);
  expect(limiter.enter()).toBeUndefined();
  limiter.done();
  clock.advance(400);
  expect(limiter.enter()).toBe(601);
  clock.advance(601);
  expect(limiter.enter()).toBe(0);
});

it('counts a window from the answer, not from the sending', () => {
  const clock = new TestClock();
  const limiter = new Limiter({ requests: 1, windowMs: 1000 }, clock);
  limiter.enter();
  clock.advance(900);
  limiter.done();
  clock.advance(200);
  expect(limiter.enter()).toBe(801);
});

it('lets nothing through while the service wants a break', () => {
  const clock = new TestClock();
  const limiter = new Limiter({ requests: 60, windowMs: 60_000 }, clock);
  limiter.pause(5000);
  limiter.pause(100);
  expect(limiter.enter()).toBe(5000);
  clock.advance(5000);
  expect(limiter.enter()).toBe(0);
});
