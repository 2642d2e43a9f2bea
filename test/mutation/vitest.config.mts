import { defineConfig } from 'vitest/config';
import shared from '../vitest.config.mts';
import { modules } from './modules.mjs';

const { globalSetup: _, projects: __, ...test } = shared.test ?? {};

const {
  tests,
  without = 'no test',
  transcripts = 'none',
} = modules[process.env.MUTATED_MODULE ?? ''] ?? {
  tests: [],
};

/** Runs the tests of one module, without the build that process tests need. */
export default defineConfig({
  ...shared,
  test: {
    ...test,
    include: tests.filter((pattern) => !pattern.startsWith('!')),
    exclude: tests.flatMap((pattern) => (pattern.startsWith('!') ? [pattern.slice(1)] : [])),
    testNamePattern: new RegExp(
      `^(?!.*${without})(?!.*(?<!transcripts/(?:${transcripts}))\\.txt is)`,
    ),
    sequence: { shuffle: false },
  },
});
