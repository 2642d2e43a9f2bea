import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SlowFirstSequencer } from './setup/slow-first-sequencer.mts';

/** Isolated because they mock a module or inspect process state, which other files would change. */
const isolated = [
  'test/row-bugs.test.ts',
  'test/check/journal.test.ts',
  'test/output/measure.test.ts',
  'test/{system,process,startup}/*.test.ts',
];

const root = fileURLToPath(new URL('..', import.meta.url));

const common = {
  setupFiles: [
    'test/setup/polyfill-with-resolvers.ts',
    'test/setup/no-network.ts',
    'test/setup/patch-string-width.ts',
  ],
  // Only ends a hang: no test depends on its duration.
  testTimeout: 60_000,
  // Oversubscribe the cores: tests often wait for processes and threads.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Shuffle to reveal dependencies between tests; --sequence.seed repeats a printed seed.
  sequence: { shuffle: true, sequencer: SlowFirstSequencer },
  env: { NO_COLOR: '', FORCE_COLOR: undefined },
};

/** Projects do not extend the whole configuration, since each would repeat the global set-up. */
const sharedModules = {
  ...common,
  name: 'shared',
  include: ['test/**/*.test.ts'],
  // Dependencies of `npm run test:mutation` are installed below test, with their own tests.
  exclude: [...isolated, '**/node_modules/**'],
  // Share modules between files in a worker: loading them would take a third of the time.
  isolate: false,
};

export default defineConfig({
  root,
  test: {
    ...common,
    projects: [
      { root, test: sharedModules },
      { root, test: { ...common, name: 'alone', include: isolated } },
    ],
    globalSetup: ['test/setup/global-setup.ts'],
    // Only ends a hang: removing the temporary folder takes seconds.
    teardownTimeout: 60_000,
  },
});
