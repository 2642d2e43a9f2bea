import { defineConfig } from 'vitest/config';
import shared from '../vitest.config.mts';
import { rooms } from './rooms.mjs';

const { globalSetup: _, projects: __, ...test } = shared.test ?? {};

const {
  tests,
  without = 'no test',
  sessions = 'none',
} = rooms[process.env.MUTATED_ROOM ?? ''] ?? {
  tests: [],
};

/** The tests of one room, without the build that tests of processes need. */
export default defineConfig({
  ...shared,
  test: {
    ...test,
    include: tests.filter((pattern) => !pattern.startsWith('!')),
    exclude: tests.flatMap((pattern) => (pattern.startsWith('!') ? [pattern.slice(1)] : [])),
    testNamePattern: new RegExp(`^(?!.*${without})(?!.*(?<!(?:^|\\s)(?:${sessions}))\\.txt is)`),
    sequence: { shuffle: false },
  },
});
