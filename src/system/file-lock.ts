import { closeSync, constants, writeSync } from 'node:fs';
import type { Failure } from '../errors.ts';
import { openRegularFile, readRegularFile } from './files.ts';
import type { System } from './system.ts';

/**
 * Every process appends its name to one file, which is atomic. The first running one that has not
 * released the lock holds it, so a killed one blocks nobody. @returns releases the lock
 */
export function acquireLock(
  file: string,
  { processKey, isRunning }: Pick<System, 'processKey' | 'isRunning'>,
  createFailure: (holderPid: string) => Failure,
): () => void {
  const release = () => {
    try {
      append(file, `-${processKey};`);
    } catch {
      // The lock ends with this process.
    }
  };
  // An earlier process of the same name may have been killed.
  append(file, `-${processKey};\n+${processKey};`);
  const holder = readLockQueue(file).find(isRunning);
  if (holder === undefined || holder === processKey) return release;
  release();
  throw createFailure(`${Number.parseInt(holder, 10)}`);
}

function readLockQueue(file: string): string[] {
  const processKeys = new Set<string>();
  const text = readRegularFile(file).toString();
  // A line without its end was cut by a full disk.
  for (const [, sign, processKey = ''] of text.matchAll(/^([+-])(.+);$/gm)) {
    if (sign === '-') processKeys.delete(processKey);
    else processKeys.add(processKey);
  }
  return [...processKeys];
}

function append(file: string, lines: string): void {
  const { O_WRONLY, O_APPEND, O_CREAT } = constants;
  const descriptor = openRegularFile(file, O_WRONLY | O_APPEND | O_CREAT);
  try {
    writeSync(descriptor, `\n${lines}\n`);
  } finally {
    closeSync(descriptor);
  }
}
