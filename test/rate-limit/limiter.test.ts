import { getEventListeners } from 'node:events';
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Board, type Slot } from '../../src/rate-limit/board.ts';
import { Limiter } from '../../src/rate-limit/limiter.ts';
import { temporaryFolder } from '../support/home.ts';
import { type Asked, pollMs, simulate } from '../support/rate-limit-simulation.ts';
import { TestClock } from '../test-clock.ts';

const numRuns = Number(process.env.TEST_RUNS ?? 150);

const asked: fc.Arbitrary<Asked> = fc.record({
  process: fc.integer({ min: 0, max: 2 }),
  at: fc.integer({ min: 0, max: 3000 }),
  latency: fc.integer({ min: 0, max: 900 }),
  counted: fc.double({ min: 0, max: 1, noNaN: true }),
});

const askedByAll = asked.chain((one) => fc.boolean().map((isRun): Asked => ({ ...one, isRun })));

const rate = fc.record({
  requests: fc.integer({ min: 1, max: 6 }),
  // A run leaves room in the longer ones.
  windowMs: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 2001, max: 3000 })),
});

const kills = fc.array(
  fc.record({ process: fc.integer({ min: 0, max: 2 }), at: fc.integer({ min: 0, max: 4000 }) }),
  { maxLength: 3 },
);

const stops = fc.array(
  fc.record({
    process: fc.integer({ min: 0, max: 2 }),
    at: fc.integer({ min: 0, max: 4000 }),
    ms: fc.integer({ min: 1, max: 20_000 }),
  }),
  { maxLength: 3 },
);

function isHeld(limit: { requests: number; windowMs: number }, arrivals: number[]): boolean {
  return arrivals.every((first, index) => {
    const next = arrivals[index + limit.requests];
    return next === undefined || next - first > limit.windowMs;
  });
}

it('holds in every window of the strictest server, in any interleaving of processes', () => {
  fc.assert(
    fc.property(rate, fc.array(askedByAll, { maxLength: 25 }), (limit, requests) => {
      const { arrivals } = simulate(limit, requests);
      expect(arrivals).toHaveLength(requests.length);
      expect(isHeld(limit, arrivals)).toBe(true);
    }),
    { numRuns },
  );
});

it('holds when any process is killed at any time, and the others continue', () => {
  fc.assert(
    fc.property(rate, fc.array(askedByAll, { maxLength: 25 }), kills, (limit, requests, killed) => {
      const { arrivals, unsent } = simulate(limit, requests, { kills: killed });
      expect(isHeld(limit, arrivals)).toBe(true);
      const dead = new Set(killed.map(({ process }) => process));
      expect(unsent.filter(({ process }) => !dead.has(process))).toEqual([]);
    }),
    { numRuns },
  );
});

it('holds when any process is stopped and goes on later, and every request is sent', () => {
  fc.assert(
    fc.property(
      rate,
      fc.array(askedByAll, { maxLength: 25 }),
      stops,
      (limit, requests, stopped) => {
        const { arrivals } = simulate(limit, requests, { stops: stopped });
        expect(arrivals).toHaveLength(requests.length);
        expect(isHeld(limit, arrivals)).toBe(true);
      },
    ),
    { numRuns },
  );
});

it('sends every request although somebody removes the files', () => {
  const removals = fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 3 });
  fc.assert(
    fc.property(rate, fc.array(askedByAll, { maxLength: 25 }), removals, (limit, requests, at) => {
      expect(simulate(limit, requests, { removals: at }).sent).toHaveLength(requests.length);
    }),
    { numRuns },
  );
});

it('leaves no slot unused while a request waits, apart from the polling interval', () => {
  fc.assert(
    fc.property(rate, fc.array(asked, { maxLength: 25 }), (limit, requests) => {
      const { sent } = simulate(limit, requests);
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

it('needs two milliseconds more than a window and a round trip for each window of requests', () => {
  const requests = Array.from({ length: 60 }, () => ({
    process: 0,
    at: 0,
    latency: 40,
    counted: 1,
  }));
  const { sent } = simulate({ requests: 20, windowMs: 2000 }, requests);
  expect(sent.at(-1)?.sentAt).toBeLessThanOrEqual(2 * (2000 + 40 + 2));
});

function limiterOf(requests: number, windowMs: number) {
  const clock = new TestClock();
  return { clock, limiter: new Limiter({ rate: { requests, windowMs }, clock, random: () => 0 }) };
}

/** Takes slots until there are no more. */
function takeAll(limiter: Limiter, isRun = false): Slot[] {
  const slots: Slot[] = [];
  for (;;) {
    const slot = limiter.take(isRun);
    if (typeof slot !== 'object') return slots;
    slots.push(slot);
  }
}

it('lets as many requests through at once as the limit allows', () => {
  const { clock, limiter } = limiterOf(3, 1000);
  const [, second] = takeAll(limiter);
  expect(limiter.take(false)).toBeUndefined();
  if (second) limiter.answered(second);
  clock.advance(400);
  expect(limiter.take(false)).toBe(601);
  clock.advance(601);
  expect(takeAll(limiter)).toHaveLength(1);
});

it('counts a window from the answer, not from the sending', () => {
  const { clock, limiter } = limiterOf(1, 1000);
  const slots = takeAll(limiter);
  clock.advance(900);
  for (const slot of slots) limiter.answered(slot);
  clock.advance(200);
  expect(limiter.take(false)).toBe(801);
});

it('frees the slot of a request that is not sent', () => {
  const { limiter } = limiterOf(1, 1000);
  for (const slot of takeAll(limiter)) limiter.withdraw(slot);
  expect(takeAll(limiter)).toHaveLength(1);
});

it('lets nothing through during a pause that the service asked for', () => {
  const { clock, limiter } = limiterOf(60, 60_000);
  limiter.pause(5000);
  expect(limiter.take(false)).toBe(5000);
  clock.advance(5000);
  expect(takeAll(limiter)).toHaveLength(60);
});

it.each([
  [1000, 1000, 1000, 1000],
  [1001, 60_000, 500, 30_000],
  [6000, 60_000, 1000, 10_000],
  [1_000_000, 1000, 1000, 1],
])('of %d in %d ms lets %d through in %d ms', (requests, windowMs, atOnce, partMs) => {
  const { clock, limiter } = limiterOf(requests, windowMs);
  const slots = takeAll(limiter);
  for (const slot of slots) limiter.answered(slot);
  expect([slots.length, limiter.rateInUse.requests]).toEqual([atOnce, requests]);
  expect(limiter.take(false)).toBe(partMs + 1);
  clock.advance(partMs + 1);
  expect(takeAll(limiter)).toHaveLength(atOnce);
});

it.each([
  [1000, 1000, 1],
  [1001, 1000, 0],
])('of %d in %d ms leaves %d files', (requests, windowMs, count) => {
  const folder = temporaryFolder();
  const sharing = { folder, onTrouble: () => {} };
  const rate = { requests, windowMs };
  const limiter = new Limiter({ rate, clock: new TestClock(), random: () => 0, sharing });
  expect(takeAll(limiter).length).toBe(count === 1 ? requests : 500);
  expect(readdirSync(folder)).toHaveLength(count);
});

it.each([
  ['another process has taken the last slot meanwhile', 0, true],
  ['it was stopped meanwhile, so that others have forgotten its slot', 1000, false],
])('tries again at another time where %s', (_, ms, isTaken) => {
  const folder = temporaryFolder();
  const sharing = { folder, onTrouble: () => {} };
  const rate = { requests: 1, windowMs: 1000 };
  const clock = new TestClock();
  const other = new Limiter({ rate, clock, random: () => 0, sharing });
  const board = vi.spyOn(Board.prototype, 'put');
  // Between its look and its own slot.
  board.mockImplementationOnce(function (this: Board) {
    board.mockRestore();
    if (isTaken) other.take(false);
    const slot = this.put();
    clock.advance(ms);
    return slot;
  });
  const limiter = new Limiter({ rate, clock, random: () => 0.99, sharing });
  expect(limiter.take(false)).toBe(8);
  expect(new Board(rate, clock, sharing).look().ends).toHaveLength(isTaken ? 1 : 0);
});

it.each<[string, (limiter: Limiter, slot: Slot) => void]>([
  ['is answered', (limiter, slot) => limiter.answered(slot)],
  ['is withdrawn', (limiter, slot) => limiter.withdraw(slot)],
  ['is refused', (limiter, slot) => limiter.refused(slot, false)],
])('wakes a request that waits when another one %s', async (_, end) => {
  const { clock, limiter } = limiterOf(1, 1000);
  const [first] = takeAll(limiter);
  const { signal } = new AbortController();
  let isAwake = false;
  const change = limiter.change(signal, true).then(() => {
    isAwake = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([isAwake, getEventListeners(signal, 'abort').length]).toEqual([false, 1]);
  if (first) end(limiter, first);
  await change;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(clock.sleeps).toEqual([]);
});

it('wakes a request that waits when it is stopped', async () => {
  const { limiter } = limiterOf(1, 1000);
  takeAll(limiter);
  const stop = new AbortController();
  const change = limiter.change(stop.signal, true);
  stop.abort();
  await change;
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

it('of a run has three at once, and one more for every eight answers', () => {
  const { limiter } = limiterOf(60, 60_000);
  const send = () => takeAll(limiter, true);
  const counts = Array.from({ length: 5 }, () => {
    const slots = send();
    for (const slot of slots) limiter.answered(slot);
    return slots.length;
  });
  expect(counts).toEqual([3, 3, 3, 4, 4]);
  const [first, ...others] = send();
  expect(others).toHaveLength(4);
  if (first) limiter.refused(first, true);
  for (const slot of others) limiter.withdraw(slot);
  // The service allows less, so that each of them has its time.
  expect(limiter.take(true)).toBeGreaterThan(1000);
});

describe('a limit that the service has shown', () => {
  /** Ten answers, and a refusal after them, in a process that ends. */
  function learned() {
    const clock = new TestClock();
    const sharing = { folder: temporaryFolder(), onTrouble: () => {} };
    const notes: number[] = [];
    const onLearned = (requests: number) => notes.push(requests);
    const rate = { requests: 20, windowMs: 1000 };
    const start = () => new Limiter({ rate, clock, random: () => 0, sharing, onLearned });
    const first = start();
    const [refused, ...slots] = takeAll(first).slice(0, 11);
    for (const slot of slots) first.answered(slot);
    clock.advance(1);
    if (refused) first.refused(refused, false);
    first.close();
    return { clock, start, notes };
  }

  it('is told once, and holds for others that start later', () => {
    const { clock, start, notes } = learned();
    clock.advance(20_000);
    expect([takeAll(start()).length, notes]).toEqual([10, [10]]);
  });

  it('is forgotten when it has not been refused for long', () => {
    const { clock, start } = learned();
    clock.advance(60_000);
    expect(takeAll(start())).toHaveLength(20);
  });

  it('may be what an answer says', () => {
    const { limiter } = limiterOf(60, 60_000);
    limiter.heed({ rate: { requests: 20, windowMs: 60_000 } });
    expect([limiter.rateInUse.requests, takeAll(limiter).length]).toEqual([20, 20]);
    limiter.heed({ remaining: 0, resetMs: 5000 });
    expect(limiter.take(false)).toBeUndefined();
    limiter.pause(1000);
    expect(limiterOf(60, 60_000).limiter.rateInUse.requests).toBe(60);
  });
});
