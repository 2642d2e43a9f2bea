import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RateLimiter } from '../../src/api/rate-limiter.ts';
import type { RequestSlot } from '../../src/state/rate-limit-log.ts';
import { createTempFolder } from '../support/home.ts';
import { createSharing } from '../support/rate-limit-sharing.ts';
import {
  pollMs,
  type SimulatedRequest,
  simulateProcesses,
} from '../support/rate-limit-simulation.ts';
import { TestClock } from '../support/test-clock.ts';

const numRuns = Number(process.env.TEST_RUNS ?? 150);

const processArbitrary = fc.integer({ min: 0, max: 2 });

const timeArbitrary = fc.integer({ min: 0, max: 4000 });

const requestArbitrary: fc.Arbitrary<SimulatedRequest> = fc.record({
  ...{ process: processArbitrary, at: timeArbitrary },
  latencyMs: fc.integer({ min: 0, max: 900 }),
  arrivalFraction: fc.double({ min: 0, max: 1, noNaN: true }),
  isBulk: fc.boolean(),
});

const rateArbitrary = fc.record({
  requests: fc.integer({ min: 1, max: 6 }),
  windowMs: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 2001, max: 3000 })),
});

const shortArray = { maxLength: 3 };
const disturbanceArbitrary = fc.record({
  kills: fc.array(fc.record({ process: processArbitrary, at: timeArbitrary }), shortArray),
  suspensions: fc.array(
    fc.record({
      process: processArbitrary,
      at: timeArbitrary,
      ms: fc.integer({ min: 1, max: 20_000 }),
    }),
    shortArray,
  ),
});

function isWithinLimit(limit: { requests: number; windowMs: number }, arrivals: number[]): boolean {
  return arrivals.every((first, index) => {
    const next = arrivals[index + limit.requests];
    return next === undefined || next - first > limit.windowMs;
  });
}

it('never exceeds the limit of the strictest server, despite kills and stops, and the other processes continue', () => {
  fc.assert(
    fc.property(
      rateArbitrary,
      fc.array(requestArbitrary, { maxLength: 25 }),
      disturbanceArbitrary,
      (limit, requests, all) => {
        const { arrivals, unsentRequests } = simulateProcesses(limit, requests, all);
        expect(isWithinLimit(limit, arrivals)).toBe(true);
        const killed = new Set(all.kills.map((kill) => kill.process));
        expect(unsentRequests.filter((request) => !killed.has(request.process))).toEqual([]);
      },
    ),
    { numRuns: 3 * numRuns },
  );
});

it('sends every request even if the files are removed', () => {
  fc.assert(
    fc.property(
      rateArbitrary,
      fc.array(requestArbitrary, { maxLength: 25 }),
      fc.array(timeArbitrary, shortArray),
      (limit, all, removals) => {
        expect(simulateProcesses(limit, all, { removals }).sentRequests).toHaveLength(all.length);
      },
    ),
    { numRuns },
  );
});

it('leaves no slot unused while a request waits, up to the polling interval', () => {
  fc.assert(
    fc.property(rateArbitrary, fc.array(requestArbitrary, { maxLength: 25 }), (limit, all) => {
      const { sentRequests } = simulateProcesses(
        limit,
        all.map((request) => ({ ...request, isBulk: false })),
      );
      for (const request of sentRequests) {
        const justBefore = request.sentAt - pollMs - 1;
        if (request.at > justBefore) continue;
        const competing = sentRequests.filter(
          (earlier) =>
            earlier.sentAt < request.sentAt && earlier.answeredAt + limit.windowMs >= justBefore,
        );
        expect(competing.length).toBeGreaterThanOrEqual(limit.requests);
      }
    }),
    { numRuns },
  );
});

function createLimiter(requests: number, windowMs: number) {
  const clock = new TestClock();
  return {
    clock,
    limiter: new RateLimiter({ rate: { requests, windowMs }, clock, random: () => 0 }),
  };
}

function takeAllSlots(limiter: RateLimiter, isBulk = false): RequestSlot[] {
  const slots: RequestSlot[] = [];
  for (;;) {
    const slot = limiter.tryAcquire(isBulk);
    if (typeof slot !== 'object') return slots;
    slots.push(slot);
  }
}

it('does not share a limit of more than 1000 a second', () => {
  const sharing = createSharing(createTempFolder());
  for (const requests of [1000, 1001]) {
    const setting = { requests, windowMs: 1000 };
    new RateLimiter({ rate: setting, clock: new TestClock(), random: () => 0, sharing }).tryAcquire(
      false,
    );
    expect(readdirSync(sharing.folder)).toHaveLength(1);
  }
});

it('a bulk run sends half of its share at once and spreads the rest', () => {
  const { limiter } = createLimiter(60, 60_000);
  const slots = takeAllSlots(limiter, true);
  for (const slot of slots) limiter.markAnswered(slot);
  expect(slots).toHaveLength(28);
  expect(limiter.tryAcquire(true)).toBe(2069);
  expect(takeAllSlots(limiter)).toHaveLength(32);
});

/**
 * Creates two limiters that share a credential. `interleave` runs before the given access of the
 * first one to the shared folder.
 */
function createRace(requests: number, access: number, interleave: (other: RateLimiter) => void) {
  const clock = new TestClock();
  const folder = createTempFolder();
  const shared = { rate: { requests, windowMs: 1000 }, clock, random: () => 0.5 };
  const other = new RateLimiter({ ...shared, sharing: createSharing(folder) });
  let accesses = 0;
  const sharing = {
    ...createSharing(folder),
    get folder() {
      accesses += 1;
      if (accesses === access) interleave(other);
      return folder;
    },
  };
  return { clock, sharing, other, limiter: new RateLimiter({ ...shared, sharing }) };
}

/** A limiter reads the shared log, then claims a slot, then reads the log to confirm it. */
const claimAccess = 2;
const confirmAccess = 3;

it('withdraws a slot that another process took at the same time, and retries later', () => {
  const { clock, sharing, limiter } = createRace(1, claimAccess, (racer) =>
    racer.tryAcquire(false),
  );
  expect(limiter.tryAcquire(false)).toBe(5);
  sharing.isRunning = () => false;
  expect(limiter.tryAcquire(false)).toBeUndefined();
  clock.advance(5000);
  expect(limiter.tryAcquire(false)).toBe(1001);
});

it('withdraws a slot if a pause begins at the same time', () => {
  let slot: RequestSlot | number | undefined;
  const { limiter, other } = createRace(2, claimAccess, (racer) => {
    if (typeof slot === 'object') racer.handleRateLimited(slot, 500);
  });
  slot = other.tryAcquire(false);
  expect(limiter.tryAcquire(false)).toBe(5);
  expect(limiter.tryAcquire(false)).toBe(500);
});

it('withdraws a slot if another process sends the first request after a pause', () => {
  const { clock, limiter, other } = createRace(3, claimAccess, (racer) => racer.tryAcquire(false));
  const slot = other.tryAcquire(false);
  if (typeof slot === 'object') other.handleRateLimited(slot, 10);
  clock.advance(11);
  expect(limiter.tryAcquire(false)).toBe(5);
});

it.each([
  [999, 'object'],
  [1000, 'number'],
])('after the process was suspended for %d ms, take() returns a value of type %s', (ms, kind) => {
  const { clock, limiter } = createRace(1, confirmAccess, () => clock.advance(ms));
  expect(typeof limiter.tryAcquire(false)).toBe(kind);
});
