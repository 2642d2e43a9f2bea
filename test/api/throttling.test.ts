import { describe, expect, it } from 'vitest';
import { RateLimiter } from '../../src/api/rate-limiter.ts';
import type { RateLimit } from '../../src/core/dates.ts';
import type { RequestSlot } from '../../src/state/rate-limit-log.ts';
import {
  type AdmissionPolicy,
  fixedWindow,
  seeds,
  simulateContention,
  strictWindow,
  tokenBucket,
} from '../support/contention.ts';
import { createTempFolder } from '../support/home.ts';
import { createSharing } from '../support/rate-limit-sharing.ts';
import { TestClock } from '../support/test-clock.ts';

const minuteMs = 60_000;

const perMinute = (requests: number) => ({ requests, windowMs: minuteMs });

function withRetryAfter(rate: RateLimit): AdmissionPolicy {
  const admit = fixedWindow(rate);
  return (now) => {
    const remainingMs = minuteMs - ((now + minuteMs / 3) % minuteMs);
    return { ...admit(now), headers: { 'retry-after': String(Math.ceil(remainingMs / 1000)) } };
  };
}

describe('a service with a lower limit than the setting', () => {
  const services: Record<string, (rate: RateLimit) => AdmissionPolicy> = {
    'counts the last minute, refusals too': strictWindow,
    'counts minutes of the clock': fixedWindow,
    'says when to come back': withRetryAfter,
    'lets through a third of its limit at once': (rate) => tokenBucket(rate, rate.requests / 3),
  };
  const runs = (processes: number, names: number) =>
    Array.from({ length: processes }, (_, index) => ({ at: index * 5000, names }));

  for (const [name, admission] of Object.entries(services)) {
    it.each([
      [60, 20, 1, 200],
      [60, 20, 3, 60],
      [60, 6, 1, 120],
    ])(
      `that ${name} answers every name with at most one 429 per four responses: setting %d, limit %d, %d processes of %d names`,
      async (setting, allowed, processes, names) => {
        for (const seed of seeds) {
          const { refusals, arrivals, ...all } = await simulateContention({
            rate: perMinute(setting),
            runs: runs(processes, names),
            admission: admission(perMinute(allowed)),
            seed,
          });
          expect(all.runs.map(({ unknown }) => unknown)).toEqual(Array(processes).fill(0));
          expect(arrivals).toHaveLength(processes * names);
          expect(refusals.length).toBeLessThanOrEqual(arrivals.length / 4);
          expect(all.warnings).toEqual(Array(all.warnings.length).fill(perMinute(setting / 2)));
          expect(all.warnings.length).toBeLessThanOrEqual(processes);
        }
      },
    );
  }
});

it.each([
  ['the first request', 1, 1],
  ['one after six', 7, 1],
  ['three of those that are under way together', 7, 3],
])('a single 429 does not change the limit: for %s', async (_, first, count) => {
  let requests = 0;
  const admission: AdmissionPolicy = () => {
    requests += 1;
    return { status: requests >= first && requests < first + count ? 429 : 200 };
  };
  const runs = [{ at: 0, names: 120 }];
  const all = await simulateContention({ rate: perMinute(60), runs, admission });
  expect([all.refusals.length, all.warnings, all.runs[0]?.unknown]).toEqual([count, [], 0]);
  expect(all.runs[0]?.ms).toBeLessThan(1.1 * 2 * minuteMs);
});

it('an outage of five minutes halves the limit once', async () => {
  const admission: AdmissionPolicy = (now) => ({
    status: now > 2 * minuteMs && now < 7 * minuteMs ? 429 : 200,
  });
  const runs = [{ at: 0, names: 400 }];
  const all = await simulateContention({ rate: perMinute(60), runs, admission });
  expect(all.warnings).toEqual([perMinute(30)]);
  const sentAfterwards = all.arrivals.filter(
    (at) => at > 8 * minuteMs && at < 13 * minuteMs,
  ).length;
  expect(sentAfterwards).toBeGreaterThan(0.9 * 5 * 30);
});

function createLimiters(count: number, rate = perMinute(60)) {
  const clock = new TestClock();
  const sharing = createSharing(`${createTempFolder()}/rate-limit`);
  const halvedRates: RateLimit[] = [];
  const onHalved = (halvedRate: RateLimit) => halvedRates.push(halvedRate);
  const limiters = Array.from(
    { length: count },
    () => new RateLimiter({ rate, clock, random: () => 0, sharing, onHalved }),
  );
  return { clock, limiters, halvedRates };
}

function takeSlot(limiter: RateLimiter | undefined): RequestSlot {
  const slot = limiter?.tryAcquire(false);
  if (typeof slot !== 'object') throw new Error(`no slot, but ${slot}`);
  return slot;
}

describe('a pause', () => {
  it('without Retry-After doubles up to one window and resets after a success', () => {
    const { clock, limiters } = createLimiters(2);
    const pauses = Array.from({ length: 7 }, (_, index) => {
      const limiter = limiters[index % 2];
      const pauseMs = limiter?.handleRateLimited(takeSlot(limiter)) ?? 0;
      clock.advance(pauseMs);
      return pauseMs;
    });
    expect(pauses).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    limiters[0]?.markAnswered(takeSlot(limiters[0]));
    expect(limiters[1]?.handleRateLimited(takeSlot(limiters[1]))).toBe(2000);
  });

  it.each([
    [7000, 7000],
    [600_000, 600_000],
    [0, 2000],
  ])('lasts as long as Retry-After: %d', (retryAfterMs, expected) => {
    const { limiters } = createLimiters(2);
    expect(limiters[0]?.handleRateLimited(takeSlot(limiters[0]), retryAfterMs)).toBe(expected);
    expect(limiters.map((limiter) => limiter.tryAcquire(false))).toEqual([expected, expected]);
  });

  it('is extended but not doubled by a 429 for an earlier request', () => {
    const { clock, limiters, halvedRates } = createLimiters(1);
    const [limiter] = limiters;
    const slots = [takeSlot(limiter), takeSlot(limiter), takeSlot(limiter)];
    const [first, second, third] = slots.map((slot, index) => {
      clock.advance(100);
      return limiter?.handleRateLimited(slot, index === 2 ? 9000 : undefined);
    });
    expect([first, second, third, limiter?.tryAcquire(false), halvedRates]).toEqual([
      2000,
      1900,
      9000,
      9000,
      [],
    ]);
  });

  it('is followed by one probe before all other requests of all processes', () => {
    const { clock, limiters } = createLimiters(2);
    const [first, second] = limiters;
    const slot = takeSlot(first);
    first?.handleRateLimited(slot);
    clock.advance(2000);
    const probeSlot = takeSlot(second);
    expect(limiters.map((each) => each.tryAcquire(false))).toEqual([undefined, undefined]);
    second?.handleRateLimited(probeSlot, 5000);
    clock.advance(5000);
    const retrySlot = takeSlot(first);
    expect(limiters.map((each) => each.tryAcquire(true))).toEqual([undefined, undefined]);
    first?.markAnswered(retrySlot);
    expect(limiters.map((each) => typeof each.tryAcquire(false))).toEqual(['object', 'object']);
  });
});

describe('the limit', () => {
  it.each([
    ['within ten minutes', 599_999, [perMinute(30)]],
    ['after ten minutes', 600_000, []],
  ])('is halved only by a second 429 within ten minutes: %s', (_, ms, expected) => {
    const { clock, limiters, halvedRates } = createLimiters(1);
    const [limiter] = limiters;
    limiter?.handleRateLimited(takeSlot(limiter));
    clock.advance(ms);
    limiter?.handleRateLimited(takeSlot(limiter));
    expect(halvedRates).toEqual(expected);
    expect(limiter?.currentRate).toEqual(expected[0] ?? perMinute(60));
  });

  it('is at least one request', () => {
    const { clock, limiters, halvedRates } = createLimiters(1, perMinute(1));
    for (let refusals = 0; refusals < 3; refusals += 1) {
      limiters[0]?.handleRateLimited(takeSlot(limiters[0]));
      clock.advance(minuteMs + 1);
    }
    expect(halvedRates).toEqual([]);
  });

  it('is halved again by a 429 after a success, without another warning', () => {
    const { clock, limiters, halvedRates } = createLimiters(1);
    const [limiter] = limiters;
    const outcomes = [
      'refused',
      'refused',
      'refused',
      'answered',
      'refused',
      'answered',
      'refused',
    ];
    const inUse = outcomes.map((outcome) => {
      const slot = takeSlot(limiter);
      if (outcome === 'answered') limiter?.markAnswered(slot);
      else clock.advance(limiter?.handleRateLimited(slot) ?? 0);
      return limiter?.currentRate.requests;
    });
    expect(inUse).toEqual([60, 30, 30, 30, 15, 15, 7]);
    expect(halvedRates).toEqual([perMinute(30)]);
  });
});
