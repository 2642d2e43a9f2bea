import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Limiter } from '../../src/rate-limit/limiter.ts';
import type { Slot } from '../../src/rate-limit/shared-slots.ts';
import { temporaryFolder } from '../support/home.ts';
import { type Asked, pollMs, simulate } from '../support/rate-limit-simulation.ts';
import { TestClock } from '../support/test-clock.ts';

const numRuns = Number(process.env.TEST_RUNS ?? 150);

const anyProcess = fc.integer({ min: 0, max: 2 });

const at = fc.integer({ min: 0, max: 4000 });

const asked: fc.Arbitrary<Asked> = fc.record({
  ...{ process: anyProcess, at },
  latency: fc.integer({ min: 0, max: 900 }),
  counted: fc.double({ min: 0, max: 1, noNaN: true }),
  isBulk: fc.boolean(),
});

const rate = fc.record({
  requests: fc.integer({ min: 1, max: 6 }),
  // A run leaves room in the longer ones.
  windowMs: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 2001, max: 3000 })),
});

const few = { maxLength: 3 };
const disturbances = fc.record({
  kills: fc.array(fc.record({ process: anyProcess, at }), few),
  stops: fc.array(
    fc.record({ process: anyProcess, at, ms: fc.integer({ min: 1, max: 20_000 }) }),
    few,
  ),
});

function isHeld(limit: { requests: number; windowMs: number }, arrivals: number[]): boolean {
  return arrivals.every((first, index) => {
    const next = arrivals[index + limit.requests];
    return next === undefined || next - first > limit.windowMs;
  });
}

it('holds in every window of the strictest server, whatever is killed or stopped, and the others go on', () => {
  fc.assert(
    fc.property(rate, fc.array(asked, { maxLength: 25 }), disturbances, (limit, requests, all) => {
      const { arrivals, unsent } = simulate(limit, requests, all);
      expect(isHeld(limit, arrivals)).toBe(true);
      const dead = new Set(all.kills.map((kill) => kill.process));
      expect(unsent.filter((one) => !dead.has(one.process))).toEqual([]);
    }),
    { numRuns: 3 * numRuns },
  );
});

it('sends every request although somebody removes the files', () => {
  fc.assert(
    fc.property(
      rate,
      fc.array(asked, { maxLength: 25 }),
      fc.array(at, few),
      (limit, all, removals) => {
        expect(simulate(limit, all, { removals }).sent).toHaveLength(all.length);
      },
    ),
    { numRuns },
  );
});

it('leaves no slot unused while a request waits, apart from the polling interval', () => {
  fc.assert(
    fc.property(rate, fc.array(asked, { maxLength: 25 }), (limit, all) => {
      const { sent } = simulate(
        limit,
        all.map((one) => ({ ...one, isBulk: false })),
      );
      for (const one of sent) {
        const justBefore = one.sentAt - pollMs - 1;
        if (one.at > justBefore) continue;
        const room = sent.filter(
          (other) => other.sentAt < one.sentAt && other.answeredAt + limit.windowMs >= justBefore,
        );
        expect(room.length).toBeGreaterThanOrEqual(limit.requests);
      }
    }),
    { numRuns },
  );
});

function limiterOf(requests: number, windowMs: number) {
  const clock = new TestClock();
  return { clock, limiter: new Limiter({ rate: { requests, windowMs }, clock, random: () => 0 }) };
}

/** Takes slots until there are no more. */
function takeAll(limiter: Limiter, isBulk = false): Slot[] {
  const slots: Slot[] = [];
  for (;;) {
    const slot = limiter.tryAcquire(isBulk);
    if (typeof slot !== 'object') return slots;
    slots.push(slot);
  }
}

it('lets as many requests through at once as the limit allows, and counts from their answers', () => {
  const { clock, limiter } = limiterOf(3, 1000);
  const [first, second] = takeAll(limiter);
  expect(limiter.tryAcquire(false)).toBeUndefined();
  clock.advance(900);
  if (second) limiter.markAnswered(second);
  clock.advance(400);
  expect(limiter.tryAcquire(false)).toBe(601);
  if (first) limiter.release(first);
  expect(takeAll(limiter)).toHaveLength(1);
  clock.advance(601);
  expect(takeAll(limiter)).toHaveLength(1);
});

it('of more than a thousand in a second is not shared', () => {
  const sharing = { folder: temporaryFolder(), onError: () => {} };
  for (const requests of [1000, 1001]) {
    const setting = { requests, windowMs: 1000 };
    new Limiter({ rate: setting, clock: new TestClock(), random: () => 0, sharing }).tryAcquire(
      false,
    );
    expect(readdirSync(sharing.folder)).toHaveLength(1);
  }
});

it('of a run has half of its share at once, and leaves the rest for later', () => {
  const { limiter } = limiterOf(60, 60_000);
  const slots = takeAll(limiter, true);
  for (const slot of slots) limiter.markAnswered(slot);
  expect(slots).toHaveLength(28);
  expect(limiter.tryAcquire(true)).toBe(2069);
  expect(takeAll(limiter)).toHaveLength(32);
});

/** Two limiters of one credential. What happens `meanwhile` comes at a reading of the first one's clock. */
function racing(requests: number, reading: number, meanwhile: (other: Limiter) => void) {
  const clock = new TestClock();
  const sharing = { folder: temporaryFolder(), onError: () => {} };
  const shared = { rate: { requests, windowMs: 1000 }, random: () => 0.5, sharing };
  const other = new Limiter({ ...shared, clock });
  let readings = 0;
  const elapsed = () => {
    readings += 1;
    if (readings === reading) meanwhile(other);
    return clock.elapsed();
  };
  return { clock, other, limiter: new Limiter({ ...shared, clock: { ...clock, elapsed } }) };
}

/** The second reading is that before the slot is taken, the third that after. */
const taking = 2;
const taken = 3;

it('gives a slot back that another has taken at the same time, and comes back later', () => {
  const { limiter, other } = racing(1, taking, (one) => one.tryAcquire(false));
  expect(limiter.tryAcquire(false)).toBe(5);
  expect(limiter.tryAcquire(false)).toBeUndefined();
  other.close();
  expect(limiter.tryAcquire(false)).toBe(6001);
});

it('gives a slot back if a pause begins at the same time', () => {
  let slot: Slot | number | undefined;
  const { limiter, other } = racing(2, taking, (one) => {
    if (typeof slot === 'object') one.handleRateLimited(slot, 500);
  });
  slot = other.tryAcquire(false);
  expect(limiter.tryAcquire(false)).toBe(5);
  expect(limiter.tryAcquire(false)).toBe(500);
});

it('gives a slot back if another sends the first request after a pause', () => {
  const { clock, limiter, other } = racing(3, taking, (one) => one.tryAcquire(false));
  const slot = other.tryAcquire(false);
  if (typeof slot === 'object') other.handleRateLimited(slot, 10);
  clock.advance(11);
  expect(limiter.tryAcquire(false)).toBe(5);
});

it.each([
  [999, 'object'],
  [1000, 'number'],
])('after a stop of %d ms, in which others may forget the slot, has an %s', (ms, kind) => {
  const { clock, limiter } = racing(1, taken, () => clock.advance(ms));
  expect(typeof limiter.tryAcquire(false)).toBe(kind);
});

it('goes on at half of the limit after a second refusal', () => {
  const { clock, limiter } = limiterOf(5, 1000);
  for (const slot of takeAll(limiter).slice(0, 2)) {
    limiter.handleRateLimited(slot, 10);
    clock.advance(11);
  }
  expect(limiter.currentRate).toEqual({ requests: 5, windowMs: 1000 });
  clock.advance(2000);
  for (const slot of takeAll(limiter)) limiter.handleRateLimited(slot, 10);
  expect(limiter.currentRate).toEqual({ requests: 2, windowMs: 1000 });
});
