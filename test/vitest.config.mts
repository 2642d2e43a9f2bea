import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: [
      'test/setup/with-resolvers.ts',
      'test/setup/no-network.ts',
      'test/setup/measure.ts',
    ],
    globalSetup: ['test/setup/once.ts'],
    // A test is decided by what happens and never by how long it takes; this only ends a hang.
    testTimeout: 60_000,
    // Tests wait for processes much of the time, so vitest needs no core of its own.
    maxWorkers: '100%',
    // No test may rely on another; the seed of a run is printed, and --sequence.seed repeats it.
    sequence: { shuffle: { files: true, tests: true } },
    env: { NO_COLOR: '', FORCE_COLOR: undefined },
  },
});
