import { afterEach, expect, it, vi } from 'vitest';
import { daysBetween } from '../../src/core/dates.ts';
import { createNodeSystem } from '../../src/system/node-system.ts';

afterEach(vi.unstubAllEnvs);

it("today is the day in the machine's time zone", () => {
  const system = createNodeSystem('');
  // These zones are 26 hours apart, so their days always differ.
  vi.stubEnv('TZ', 'Etc/GMT+12');
  const west = system.today();
  vi.stubEnv('TZ', 'Etc/GMT-14');
  expect(daysBetween(west, system.today())).toBeGreaterThan(0);
});
