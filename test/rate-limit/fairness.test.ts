import { expect, it } from 'vitest';
import { onBusyMachine, seeds, strictest } from '../support/busy-machine.ts';

const perMinute = (requests: number) => ({ requests, windowMs: 60_000 });

/** Moments of look-ups, so many of them at the same one. */
function every(ms: number, count: number, atOnce = 1): number[] {
  return Array.from(
    { length: count * atOnce },
    (_, index) => 5000 + Math.floor(index / atOnce) * ms,
  );
}

it.each([
  [perMinute(60), [300], every(7000, 40)],
  [perMinute(60), [150, 150, 150], every(60_000, 5, 4)],
  [perMinute(20), [100], every(15_000, 20)],
  [{ requests: 20, windowMs: 3000 }, [300], every(500, 60)],
])(
  'at %j, beside runs of %j names, each single look-up is sent within two seconds',
  async (rate, names, looks) => {
    const runs = names.map((count, index) => ({ at: index * 10_000, names: count }));
    const sent = looks.length + names.reduce((sum, count) => sum + count, 0);
    for (const seed of seeds) {
      const all = await onBusyMachine({ rate, runs, looks, admission: strictest(rate), seed });
      expect(all.refusals).toEqual([]);
      expect(all.looks.filter(({ waited }) => waited > 2000)).toEqual([]);
      expect(all.arrivals).toHaveLength(sent);
    }
  },
);

it('three people with three look-ups at once wait for the next slots, one after the other', async () => {
  const rate = perMinute(60);
  const looks = every(45_000, 6, 9);
  const { looks: waits, refusals } = await onBusyMachine({
    ...{ rate, looks, admission: strictest(rate) },
    runs: [{ at: 0, names: 300 }],
  });
  const waited = waits.map((look) => look.waited).sort((one, other) => one - other);
  expect(waited[Math.floor(waited.length / 2)]).toBe(0);
  expect(waited.at(-1)).toBeLessThan(15_000);
  expect(refusals).toEqual([]);
});

it.each([
  [perMinute(60), 100],
  [perMinute(60), 600],
  [perMinute(600), 1000],
  [{ requests: 20, windowMs: 3000 }, 200],
  [{ requests: 3, windowMs: 10_000 }, 30],
])(
  'at %j, a run over %d names takes a tenth longer than their windows at most',
  async (rate, names) => {
    const runs = [{ at: 0, names }];
    for (const seed of seeds) {
      const admission = strictest(rate);
      const one = await onBusyMachine({ rate, runs, admission, latencyMs: 20, seed });
      expect(one.refusals).toEqual([]);
      expect(one.runs[0]?.ms).toBeLessThan(1.1 * (names / rate.requests) * rate.windowMs);
    }
  },
);

it('runs that begin one after the other share the window', async () => {
  const rate = perMinute(60);
  const runs = [0, 5000, 25_000].map((at) => ({ at, names: 200 }));
  const all = await onBusyMachine({ rate, runs, admission: strictest(rate) });
  const minutes = all.runs.map(({ ms }) => ms / 60_000);
  expect(Math.max(...minutes) / Math.min(...minutes)).toBeLessThan(1.3);
});
