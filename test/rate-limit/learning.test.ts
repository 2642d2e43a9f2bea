import { describe, expect, it } from 'vitest';
import type { Rate } from '../../src/core/periods.ts';
import {
  type Admission,
  fixedWindow,
  onBusyMachine,
  overloaded,
  seeds,
  strictest,
  tokenBucket,
} from '../support/busy-machine.ts';

const minute = 60_000;

const perMinute = (requests: number) => ({ requests, windowMs: minute });

/** How much of what the service allows is sent after the first quarter of a run, from 0 to 1. */
function useOf(arrivals: number[], allowed: number): number {
  const end = arrivals.at(-1) ?? 0;
  const late = arrivals.filter((arrival) => arrival > end / 4);
  return late.length / ((end * 0.75) / minute) / allowed;
}

/** Counts the most that fall into any hour. */
function mostInAnHour(times: number[]): number {
  return Math.max(
    0,
    ...times.map((first) => times.filter((at) => at >= first && at < first + 3_600_000).length),
  );
}

/** In windows of the clock, of which a refusal tells the end. */
function withRetryAfter(rate: Rate): Admission {
  const admit = fixedWindow(rate);
  return (now) => {
    const left = minute - ((now + minute / 3) % minute);
    return { ...admit(now), headers: { 'retry-after': String(Math.ceil(left / 1000)) } };
  };
}

describe('a service that allows less than the setting', () => {
  it.each<[string, number, number, () => Admission]>([
    ['half, in a window that slides', 60, 30, () => strictest(perMinute(30))],
    ['a third', 60, 20, () => strictest(perMinute(20))],
    ['a tenth', 60, 6, () => strictest(perMinute(6))],
    ['a tenth of few', 20, 2, () => strictest(perMinute(2))],
    ['a tenth of many', 600, 60, () => strictest(perMinute(60))],
    ['half, in windows of the clock', 60, 30, () => fixedWindow(perMinute(30))],
    ['a tenth, in windows of the clock', 60, 6, () => fixedWindow(perMinute(6))],
    ['half, with ten at once', 60, 30, () => tokenBucket(perMinute(30), 10)],
    ['half, with all at once', 60, 30, () => tokenBucket(perMinute(30), 30)],
    ['a tenth, with five at once', 60, 6, () => tokenBucket(perMinute(6), 5)],
    ['a third, and says when to come back', 60, 20, () => withRetryAfter(perMinute(20))],
    ['a twelfth, and says when to come back', 60, 5, () => withRetryAfter(perMinute(5))],
  ])('refuses few requests, and is used well: %s', async (_, setting, allowed, admission) => {
    const runs = [{ at: 0, names: allowed * 60 }];
    for (const seed of seeds) {
      const { arrivals, refusals, ...all } = await onBusyMachine({
        ...{ rate: perMinute(setting), runs, admission: admission(), seed },
      });
      expect(all.runs.map(({ unknown }) => unknown)).toEqual([0]);
      expect(mostInAnHour(refusals)).toBeLessThanOrEqual(13);
      expect(useOf(arrivals, allowed)).toBeGreaterThan(0.8);
      expect(all.learned).toHaveLength(1);
    }
  });

  it('is not refused at all when its headers say so', async () => {
    const headers = { 'ratelimit-policy': '"default";q=20;w=60' };
    const admission: Admission = (now) => ({ ...strict(now), headers });
    const strict = strictest(perMinute(20));
    const runs = [{ at: 0, names: 100 }];
    const all = await onBusyMachine({ rate: perMinute(60), runs, admission });
    expect([all.refusals, all.learned]).toEqual([[], [20]]);
  });

  it('is known to all processes, also to those that start later', async () => {
    const runs = [
      { at: 0, names: 60 },
      { at: 30_000, names: 30 },
    ];
    const looks = [90_000, 4 * minute, 5 * minute];
    const admission = strictest(perMinute(20));
    const { refusals } = await onBusyMachine({ rate: perMinute(60), runs, looks, admission });
    expect(refusals.filter((at) => at > 30_000).length).toBeLessThanOrEqual(1);
  });

  it('gets as many requests as before once it allows them again', async () => {
    const strict = strictest(perMinute(20));
    const admission: Admission = (now) => (now < 10 * minute ? strict(now) : { status: 200 });
    const runs = [{ at: 0, names: 2400 }];
    const { arrivals } = await onBusyMachine({ rate: perMinute(60), runs, admission });
    expect(arrivals.filter((at) => at > 45 * minute && at <= 50 * minute).length).toBeGreaterThan(
      5 * 54,
    );
  });
});

it.each([
  ['the first request', 1, 1],
  ['one after six', 7, 1],
  ['three of those that are under way together', 7, 3],
])('a refusal after few answers says nothing of the limit: of %s', async (_, first, count) => {
  const rate = perMinute(60);
  let requests = 0;
  const admission: Admission = () => {
    requests += 1;
    return { status: requests >= first && requests < first + count ? 429 : 200 };
  };
  const runs = [{ at: 0, names: 120 }];
  const all = await onBusyMachine({ rate, runs, admission });
  expect([all.refusals.length, all.learned, all.runs[0]?.unknown]).toEqual([count, [], 0]);
  expect(all.runs[0]?.ms).toBeLessThan(1.1 * 2 * minute);
});

it('a service that fails for having too much to do gets less, and every name is answered', async () => {
  const admission = overloaded({ requests: 5, windowMs: 10_000 });
  const runs = [{ at: 0, names: 300 }];
  const all = await onBusyMachine({ rate: perMinute(60), runs, admission });
  expect(all.runs[0]?.unknown).toBe(0);
  expect(all.refusals.length).toBeLessThan(10);
  expect(all.learned).toHaveLength(1);
});
