import { closeSync, constants, writeSync } from 'node:fs';
import type { Failure } from '../errors.ts';
import { openRegularFile, readRegularFile } from './files.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Every process appends its name to one file, which is atomic. The first running one that has not
 * released the lock holds it, so a killed one blocks nobody. @returns releases the lock
 */
export function acquire(
  file: string,
  { processKey, isRunning }: Pick<Surroundings, 'processKey' | 'isRunning'>,
  failure: (holderId: string) => Failure,
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
  const holder = waitingNames(file).find(isRunning);
  if (holder === undefined || holder === processKey) return release;
  release();
  throw failure(`${Number.parseInt(holder, 10)}`);
}

function waitingNames(file: string): string[] {
  const names = new Set<string>();
  const text = readRegularFile(file).toString();
  // A line without its end was cut by a full disk.
  for (const [, sign, name = ''] of text.matchAll(/^([+-])(.+);$/gm)) {
    if (sign === '-') names.delete(name);
    else names.add(name);
  }
  return [...names];
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
