import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** These replace a module, or look at what a process holds, which other files would change. */
const isolated = [
  'test/row-bugs.test.ts',
  'test/check/journal.test.ts',
  'test/output/measure.test.ts',
  'test/{system,process,startup}/*.test.ts',
];

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // Most files share the modules that a worker has loaded: a third of the time would go into loading.
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          // The tools of `npm run test:mutation` are installed below test, and bring their own tests.
          exclude: [...isolated, '**/node_modules/**'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: isolated } },
    ],
    setupFiles: [
      'test/setup/polyfill-with-resolvers.ts',
      'test/setup/no-network.ts',
      'test/setup/patch-string-width.ts',
    ],
    globalSetup: ['test/setup/global-setup.ts'],
    // A test is decided by what happens and never by how long it takes; this only ends a hang.
    testTimeout: 60_000,
    // A worker may keep a connection open; nothing waits for its end.
    teardownTimeout: 1000,
    // Tests wait for processes and threads much of the time, so more run at a time than there are cores.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // No test may rely on another; the seed of a run is printed, and --sequence.seed repeats it.
    sequence: { shuffle: { files: true, tests: true } },
    env: { NO_COLOR: '', FORCE_COLOR: undefined },
  },
});
