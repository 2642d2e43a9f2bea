import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Failure } from '../../src/errors.ts';
import { acquireLock } from '../../src/system/file-lock.ts';
import { nodeSystem } from '../../src/system/node-system.ts';
import { temporaryFolder } from '../support/home.ts';

const failure = (holder: string) => new Failure('usage', `process ${holder} holds the lock`);

/** A process as the lock sees it: those with an id of less than a thousand are running. */
function processOf(id: number) {
  const isRunning = (name: string) => /^[1-9]/.test(name) && Number.parseInt(name, 10) < 1000;
  return { processKey: `${id}-`, isRunning };
}

function lockFile(text: string): string {
  const file = path.join(temporaryFolder(), 'journal.lock');
  writeFileSync(file, text);
  return file;
}

it('lets in one process at a time, whatever dead processes have left', () => {
  const leftBehind = fc.oneof(
    fc.integer({ min: 1000, max: 9999 }).map((id) => `+${id}-;`),
    fc.integer({ min: 1, max: 999 }).map((id) => `+${id}-`),
    fc.constantFrom('', '+', '-', 'x', '+0-;', '+-1-;', '\u0000', '{"a":1}'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(leftBehind, { maxLength: 8 }), (left) => {
      const file = lockFile(left.join('\n'));
      const release = acquireLock(file, processOf(1), failure);
      expect(() => acquireLock(file, processOf(2), failure)).toThrow('process 1 holds the lock');
      release();
      const releaseSecond = acquireLock(file, processOf(2), failure);
      expect(() => acquireLock(file, processOf(1), failure)).toThrow('process 2 holds the lock');
      releaseSecond();
      acquireLock(file, processOf(1), failure);
    }),
    { numRuns: 100 },
  );
});

it('is not held by a killed process whose id a later one was given', () => {
  const file = lockFile('\n+7-;\n+8-;\n');
  expect(() => acquireLock(file, processOf(7), failure)).toThrow('process 8 holds the lock');
});

it('is released also when its folder was removed', () => {
  const file = lockFile('');
  const release = acquireLock(file, processOf(7), failure);
  rmSync(path.dirname(file), { recursive: true });
  expect(release).not.toThrow();
});

it.skipIf(process.platform !== 'linux')('tells a process from an earlier one of its id', () => {
  const { processKey, isRunning } = nodeSystem(() => Buffer.of());
  expect(isRunning(processKey)).toBe(true);
  for (const name of [`${process.pid}-1`, '', '0', '-1', 'x']) expect(isRunning(name)).toBe(false);
});
