import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CliError } from '../../src/errors.ts';
import { acquireFileLock } from '../../src/state/file-lock.ts';
import { createNodeSystem } from '../../src/system/node-system.ts';
import { createTempFolder } from '../support/home.ts';
import { TestClock } from '../support/test-clock.ts';

const createError = (holderPid: number) =>
  new CliError('usage', `process ${holderPid} holds the lock`);

/** Acquires the lock as process `id`; processes with ids below 1000 are running. */
function acquire(file: string, id: number, clock = new TestClock(), maxWaitMs = 0) {
  const isRunning = (name: string) => /^[1-9]/.test(name) && Number.parseInt(name, 10) < 1000;
  return acquireFileLock(
    file,
    { processKey: `${id}-`, isRunning, clock },
    { maxWaitMs, createError },
  );
}

function createLockFile(text: string): string {
  const file = path.join(createTempFolder(), 'journal.lock');
  writeFileSync(file, text);
  return file;
}

it('admits one process at a time, despite stale entries', async () => {
  const leftBehind = fc.oneof(
    fc.integer({ min: 1000, max: 9999 }).map((id) => `+${id}-;`),
    fc.integer({ min: 1, max: 999 }).map((id) => `+${id}-`),
    fc.constantFrom('', '+', '-', 'x', '+0-;', '+-1-;', '\u0000', '{"a":1}'),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(leftBehind, { maxLength: 8 }), async (left) => {
      const file = createLockFile(left.join('\n'));
      const release = await acquire(file, 1);
      await expect(acquire(file, 2)).rejects.toThrow('process 1 holds the lock');
      release();
      const releaseSecond = await acquire(file, 2);
      await expect(acquire(file, 1)).rejects.toThrow('process 2 holds the lock');
      releaseSecond();
      (await acquire(file, 1))();
      expect(existsSync(file)).toBe(false);
    }),
    { numRuns: 100 },
  );
});

it('ignores the entry of a killed process whose id was reused', async () => {
  const file = createLockFile('\n+7-;\n+8-;\n');
  await expect(acquire(file, 7)).rejects.toThrow('process 8 holds the lock');
});

it('can be released after its folder was removed', async () => {
  const file = createLockFile('');
  const release = await acquire(file, 7);
  rmSync(path.dirname(file), { recursive: true });
  expect(release).not.toThrow();
});

it.skipIf(process.platform !== 'linux')(
  'distinguishes a process from an earlier one with the same id',
  () => {
    const { processKey, isRunning } = createNodeSystem('dist');
    expect(isRunning(processKey)).toBe(true);
    for (const name of [`${process.pid}-1`, '', '0', '-1', 'x'])
      expect(isRunning(name)).toBe(false);
  },
);
