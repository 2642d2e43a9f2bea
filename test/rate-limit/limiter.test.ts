import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Limiter, type Slot } from '../../src/rate-limit/limiter.ts';
import { type Asked, simulate } from '../support/rate-limit-simulation.ts';
import { TestClock } from '../test-clock.ts';

const numRuns = Number(process.env.TEST_RUNS ?? 150);

const asked: fc.Arbitrary<Asked> = fc.record({
  process: fc.integer({ min: 0, max: 2 }),
  at: fc.integer({ min: 0, max: 3000 }),
  latency: fc.integer({ min: 0, max: 900 }),
  counted: fc.double({ min: 0, max: 1, noNaN: true }),
});

const askedByAll = asked.chain((one) =>
  fc.boolean().map((leavesRoom): Asked => ({ ...one, leavesRoom })),
);

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

it('holds while the parts of the ledger are closed, one after the other', () => {
  fc.assert(
    fc.property(rate, fc.array(askedByAll, { maxLength: 25 }), (limit, requests) => {
      const { arrivals, parts } = simulate(limit, requests, { bytesOfPart: 100 });
      expect(arrivals).toHaveLength(requests.length);
      expect(isHeld(limit, arrivals)).toBe(true);
      expect(parts).toBeLessThanOrEqual(2);
    }),
    { numRuns },
  );
});

it('leaves no slot unused while a request waits, apart from the polling interval', () => {
  fc.assert(
    fc.property(rate, fc.array(asked, { maxLength: 25 }), (limit, requests) => {
      const { sent, pollMs } = simulate(limit, requests);
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

it('queues a single request only behind those that are about to be sent', () => {
  const bulk: Asked[] = Array.from({ length: 8 }, (_, index) => ({
    process: 0,
    // It reserves as it goes, never more than three at a time.
    at: index < 3 ? 0 : 1,
    after: index - 3,
    latency: 10,
    counted: 1,
  }));
  const single: Asked = { process: 1, at: 5, latency: 10, counted: 1 };
  const { sent } = simulate({ requests: 2, windowMs: 1000 }, [...bulk, single]);
  const position = sent.findIndex(({ process }) => process === 1);
  expect(position).toBeLessThanOrEqual(3);
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

it('lets as many requests through at once as the limit allows', () => {
  const clock = new TestClock();
  const limiter = new Limiter({ requests: 3, windowMs: 1000 }, clock);
  const slots = [limiter.reserve(), limiter.reserve(), limiter.reserve()];
  expect(slots.map((slot) => slot.wait())).toEqual([0, 0, 0]);
  const fourth = limiter.reserve();
  expect(fourth.wait()).toBeUndefined();
  slots[1]?.answered();
  clock.advance(400);
  expect(fourth.wait()).toBe(601);
  clock.advance(601);
  expect(fourth.wait()).toBe(0);
});

it('counts a window from the answer, not from the sending', () => {
  const clock = new TestClock();
  const limiter = new Limiter({ requests: 1, windowMs: 1000 }, clock);
  const first = limiter.reserve();
  clock.advance(900);
  first.answered();
  clock.advance(200);
  expect(limiter.reserve().wait()).toBe(801);
});

it('frees the slot of a request that is not sent', () => {
  const limiter = new Limiter({ requests: 1, windowMs: 1000 }, new TestClock());
  const first = limiter.reserve();
  const second = limiter.reserve();
  expect(second.wait()).toBeUndefined();
  first.withdraw();
  expect(second.wait()).toBe(0);
});

it('lets nothing through during a pause that the service asked for', () => {
  const clock = new TestClock();
  const limiter = new Limiter({ requests: 60, windowMs: 60_000 }, clock);
  limiter.pause(5000);
  limiter.pause(100);
  const slot = limiter.reserve();
  expect(slot.wait()).toBe(5000);
  clock.advance(5000);
  expect(slot.wait()).toBe(0);
});

it.each<[string, (slot: Slot) => void]>([
  ['is answered', (slot) => slot.answered()],
  ['is withdrawn', (slot) => slot.withdraw()],
  ['is refused', (slot) => slot.refused(false)],
])('wakes a request that waits when another one %s', async (_, end) => {
  const clock = new TestClock();
  const limiter = new Limiter({ requests: 1, windowMs: 1000 }, clock);
  const [first, second] = [limiter.reserve(), limiter.reserve()];
  const { signal } = new AbortController();
  let isAwake = false;
  const change = second.change(signal).then(() => {
    isAwake = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([isAwake, getEventListeners(signal, 'abort').length]).toEqual([false, 1]);
  end(first);
  await change;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(clock.sleeps).toEqual([]);
});

it('wakes a request that waits when it is stopped', async () => {
  const limiter = new Limiter({ requests: 1, windowMs: 1000 }, new TestClock());
  limiter.reserve();
  const stop = new AbortController();
  const change = limiter.reserve().change(stop.signal);
  stop.abort();
  await change;
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

describe('the requests of a run', () => {
  function fullRun() {
    const clock = new TestClock();
    const limiter = new Limiter({ requests: 4, windowMs: 1000 }, clock);
    const reserve = () => limiter.reserve(true);
    const sent = [reserve(), reserve(), reserve(), reserve()] as const;
    const waiting = [reserve(), reserve(), reserve()] as const;
    return { clock, limiter, sent, waiting };
  }

  it('have their turn in order, and a single one comes before them', () => {
    const { clock, limiter, sent, waiting } = fullRun();
    expect(sent.map(({ firstWait }) => firstWait)).toEqual([0, 0, 0, 0]);
    expect(waiting.map(({ firstWait }) => firstWait)).toEqual([undefined, undefined, undefined]);
    for (const slot of sent.slice(0, 2)) slot.answered();
    expect(waiting.map((slot) => slot.wait())).toEqual([1006, undefined, undefined]);
    expect(limiter.reserve().firstWait).toBe(1001);
    clock.advance(1006);
    expect(waiting.map((slot) => slot.wait())).toEqual([0, undefined, undefined]);
    waiting[0].answered();
    expect(waiting.slice(1).map((slot) => slot.wait())).toEqual([1006, undefined]);
  });

  it.each([
    [0, [undefined, 1006, undefined]],
    [1, [1006, undefined, undefined]],
    [2, [1006, undefined, undefined]],
  ])('go on without the one at %d when it is withdrawn', (index, waits) => {
    const { sent, waiting } = fullRun();
    sent[0].answered();
    waiting[index]?.withdraw();
    expect(waiting.map((slot) => slot.wait())).toEqual(waits);
  });

  it('count none that ended before it had a slot', () => {
    const { sent, waiting } = fullRun();
    for (const slot of waiting) {
      slot.sent();
      slot.refused(false);
      slot.withdraw();
    }
    sent[0].answered();
    expect(waiting[0].wait()).toBeUndefined();
  });

  it('are three at once, and one more for every eight answers', () => {
    const limiter = new Limiter({ requests: 60, windowMs: 60_000 }, new TestClock());
    const sent: Slot[] = [];
    const send = () => {
      let next = limiter.reserve(true);
      for (; next.firstWait === 0; next = limiter.reserve(true)) sent.push(next);
      next.withdraw();
      return sent.length;
    };
    const counts = Array.from({ length: 5 }, () => {
      const count = send();
      for (const slot of sent.splice(0)) slot.answered();
      return count;
    });
    expect(counts).toEqual([3, 3, 3, 4, 4]);
    expect(send()).toBe(5);
    for (const slot of sent.splice(0)) slot.withdraw();
    expect(send()).toBe(5);
  });

  it('wake each other when one of them has a slot', async () => {
    const { clock, sent, waiting } = fullRun();
    for (const slot of sent) slot.answered();
    const change = waiting[1].change(new AbortController().signal);
    clock.advance(1006);
    expect(waiting[0].wait()).toBe(0);
    await change;
    expect(waiting[1].wait()).toBe(0);
  });
});
