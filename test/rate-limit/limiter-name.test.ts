import { expect, it } from 'vitest';
import { limiterName } from '../../src/cli/connect-service.ts';
import { processSurroundings } from '../../src/platform/process.ts';
import { TestClock } from '../test-clock.ts';

it('is different for each limiter of a process, even with the same random number', () => {
  const host = { ...processSurroundings(() => Buffer.of()), random: () => 0.5 };
  const names = Array.from({ length: 1000 }, () => limiterName(host));
  expect(new Set(names).size).toBe(1000);
});

it('is different by its random part in two containers that start together', () => {
  const container = (random: number) => ({
    processName: '1-100',
    clock: new TestClock(),
    random: () => random,
  });
  const names = [0, 0.1, 0.2, 0.999].map((random) => limiterName(container(random)));
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(name).toMatch(/^1-100-[a-z\d]+$/);
});
