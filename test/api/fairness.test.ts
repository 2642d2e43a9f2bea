import { expect, it } from 'vitest';
import { seeds, simulateContention, strictWindow } from '../support/contention.ts';

const perMinute = (requests: number) => ({ requests, windowMs: 60_000 });

function scheduleEvery(ms: number, count: number, atOnce = 1): number[] {
  return Array.from(
    { length: count * atOnce },
    (_, index) => 5000 + Math.floor(index / atOnce) * ms,
  );
}

it.each([
  [perMinute(60), [300], scheduleEvery(7000, 40)],
  [perMinute(600), [900], scheduleEvery(7000, 12)],
  [perMinute(60), [150, 150, 150], scheduleEvery(60_000, 5, 4)],
  [perMinute(20), [100], scheduleEvery(15_000, 20)],
  [{ requests: 20, windowMs: 3000 }, [300], scheduleEvery(500, 60)],
])(
  'at %j, beside runs of %j names, every single lookup is sent within two seconds',
  async (rate, names, lookups) => {
    const runs = names.map((count, index) => ({ at: index * 10_000, names: count }));
    const expectedArrivals = lookups.length + names.reduce((sum, count) => sum + count, 0);
    for (const seed of seeds) {
      const all = await simulateContention({
        rate,
        runs,
        lookups,
        admission: strictWindow(rate),
        seed,
      });
      expect(all.refusals).toEqual([]);
      expect(all.lookups.filter(({ waitedMs }) => waitedMs > 2000)).toEqual([]);
      expect(all.arrivals).toHaveLength(expectedArrivals);
    }
  },
);

it.each([
  [perMinute(60), 100],
  [perMinute(60), 600],
  [perMinute(600), 1000],
  [{ requests: 20, windowMs: 3000 }, 200],
  [{ requests: 3, windowMs: 10_000 }, 30],
])('at %j, a run of %d names takes at most a tenth longer than the ideal', async (rate, names) => {
  const runs = [{ at: 0, names }];
  for (const seed of seeds) {
    const admission = strictWindow(rate);
    const result = await simulateContention({ rate, runs, admission, latencyMs: 20, seed });
    expect(result.refusals).toEqual([]);
    expect(result.runs[0]?.ms).toBeLessThan(1.1 * (names / rate.requests) * rate.windowMs);
  }
});
