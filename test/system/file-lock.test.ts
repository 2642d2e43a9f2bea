import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Failure } from '../../src/errors.ts';
import { acquireFileLock } from '../../src/system/file-lock.ts';
import { createNodeSystem } from '../../src/system/node-system.ts';
import { createTempFolder } from '../support/home.ts';

const createFailure = (holder: string) => new Failure('usage', `process ${holder} holds the lock`);

/** Fakes a process for the lock; ids below 1000 count as running. */
function createFakeProcess(id: number) {
  const isRunning = (name: string) => /^[1-9]/.test(name) && Number.parseInt(name, 10) < 1000;
  return { processKey: `${id}-`, isRunning };
}

function createLockFile(text: string): string {
  const file = path.join(createTempFolder(), 'journal.lock');
  writeFileSync(file, text);
  return file;
}

it('admits one process at a time, despite stale entries', () => {
  const leftBehind = fc.oneof(
    fc.integer({ min: 1000, max: 9999 }).map((id) => `+${id}-;`),
    fc.integer({ min: 1, max: 999 }).map((id) => `+${id}-`),
    fc.constantFrom('', '+', '-', 'x', '+0-;', '+-1-;', '\u0000', '{"a":1}'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(leftBehind, { maxLength: 8 }), (left) => {
      const file = createLockFile(left.join('\n'));
      const release = acquireFileLock(file, createFakeProcess(1), createFailure);
      expect(() => acquireFileLock(file, createFakeProcess(2), createFailure)).toThrow(
        'process 1 holds the lock',
      );
      release();
      const releaseSecond = acquireFileLock(file, createFakeProcess(2), createFailure);
      expect(() => acquireFileLock(file, createFakeProcess(1), createFailure)).toThrow(
        'process 2 holds the lock',
      );
      releaseSecond();
      acquireFileLock(file, createFakeProcess(1), createFailure);
    }),
    { numRuns: 100 },
  );
});

it('ignores the entry of a killed process whose id was reused', () => {
  const file = createLockFile('\n+7-;\n+8-;\n');
  expect(() => acquireFileLock(file, createFakeProcess(7), createFailure)).toThrow(
    'process 8 holds the lock',
  );
});

it('can be released after its folder was removed', () => {
  const file = createLockFile('');
  const release = acquireFileLock(file, createFakeProcess(7), createFailure);
  rmSync(path.dirname(file), { recursive: true });
  expect(release).not.toThrow();
});

it.skipIf(process.platform !== 'linux')(
  'distinguishes a process from an earlier one with the same id',
  () => {
    const { processKey, isRunning } = createNodeSystem(() => Buffer.of());
    expect(isRunning(processKey)).toBe(true);
    for (const name of [`${process.pid}-1`, '', '0', '-1', 'x'])
      expect(isRunning(name)).toBe(false);
  },
);
