import { defineConfig } from 'vitest/config';
import shared from '../vitest.config.mts';
import { rooms } from './rooms.mjs';

const { globalSetup: _, ...test } = shared.test ?? {};

const { tests: include = [] } = rooms[process.env.MUTATED_ROOM ?? ''] ?? {};

/** The tests of one room, without the build that tests of processes need. */
export default defineConfig({
  ...shared,
  test: { ...test, include, sequence: { shuffle: false } },
});
