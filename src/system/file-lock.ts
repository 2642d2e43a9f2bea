import { closeSync, constants, writeSync } from 'node:fs';
import type { Failure } from '../errors.ts';
import { openRegularFile, readRegularFile } from './files.ts';
import type { System } from './system.ts';

/**
 * Acquires a file lock. Each process atomically appends its key to the file. The lock belongs to
 * the first process in the file that is still running and has not released it, so a killed process
 * never blocks another.
 * @returns a function that releases the lock
 * @throws the Failure that `createFailure` returns, if another process holds the lock
 */
export function acquireFileLock(
  file: string,
  { processKey, isRunning }: Pick<System, 'processKey' | 'isRunning'>,
  createFailure: (holderPid: string) => Failure,
): () => void {
  const release = () => {
    try {
      append(file, `-${processKey};`);
    } catch {
      // Ignore write errors: the lock is released anyway when this process ends.
    }
  };
  // First release any entry that an earlier process with the same (reused) PID left behind.
  append(file, `-${processKey};\n+${processKey};`);
  const holder = readLockQueue(file).find(isRunning);
  if (holder === undefined || holder === processKey) return release;
  release();
  throw createFailure(`${Number.parseInt(holder, 10)}`);
}

function readLockQueue(file: string): string[] {
  const processKeys = new Set<string>();
  const text = readRegularFile(file).toString();
  // Skip lines that do not end in `;`: they were truncated because the disk was full.
  for (const [, sign, processKey = ''] of text.matchAll(/^([+-])(.+);$/gm)) {
    if (sign === '-') processKeys.delete(processKey);
    else processKeys.add(processKey);
  }
  return [...processKeys];
}

function append(file: string, lines: string) {
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  const descriptor = openRegularFile(file, O_WRONLY | O_APPEND | O_CREAT);
  try {
    writeSync(descriptor, `\n${lines}\n`);
  } finally {
    closeSync(descriptor);
  }
}
