import { expect, it } from 'vitest';
import { limiterName } from '../../src/cli/connect-service.ts';
import { processSurroundings } from '../../src/platform/process.ts';
import { TestClock } from '../test-clock.ts';

it('differs for each limiter of a process, whatever chance says', () => {
  const host = { ...processSurroundings(), random: () => 0.5 };
  const names = Array.from({ length: 1000 }, () => limiterName(host));
  expect(new Set(names).size).toBe(1000);
});

it('differs by chance for the first processes of two containers that start together', () => {
  const container = (random: number) => ({
    processName: '1-100',
    clock: new TestClock(),
    random: () => random,
  });
  const names = [0, 0.1, 0.2, 0.999].map((random) => limiterName(container(random)));
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(name).toMatch(/^1-100-[a-z\d]+$/);
});
