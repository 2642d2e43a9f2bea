import type { CliError } from '../errors.ts';
import { readFileIfExists, tryToDelete } from '../system/files.ts';
import type { System } from '../system/system.ts';
import { AppendLog } from './append-log.ts';

const pollMs = 20;

interface LockOptions {
  /** Maximum time to wait for the process that holds the lock. */
  maxWaitMs: number;
  createError(holderPid: number): CliError;
}

/**
 * Acquires a file lock. Each process appends its key to the file. The lock belongs to the first
 * process in the file that is still running, so a killed process never blocks another. The holder
 * releases the lock by deleting the file, and waiting processes then append their keys again.
 * @returns a function that releases the lock; if it fails, the end of this process releases it
 * @throws the CliError that `createError` returns, if another process keeps the lock
 */
export async function acquireFileLock(
  file: string,
  { processKey, isRunning, clock }: Pick<System, 'processKey' | 'isRunning' | 'clock'>,
  { maxWaitMs, createError }: LockOptions,
): Promise<() => void> {
  const log = new AppendLog(file);
  const append = (sign: '+' | '-') => log.append(`${sign}${processKey};`);
  const findHolder = () => {
    const queue = readLockQueue(file);
    if (queue.includes(processKey)) return queue.find(isRunning) ?? processKey;
    append('+');
    return undefined;
  };
  // First remove any entry that an earlier process with the same (reused) PID left behind.
  append('-');
  const startedAt = clock.elapsed();
  for (;;) {
    const holder = findHolder();
    if (holder === processKey) return () => tryToDelete(file);
    if (holder === undefined) continue;
    if (clock.elapsed() - startedAt >= maxWaitMs) {
      append('-');
      throw createError(Number.parseInt(holder, 10));
    }
    await clock.sleep(pollMs);
  }
}

function readLockQueue(file: string) {
  const processKeys = new Set<string>();
  // Skip lines that do not end in `;`: they were truncated because the disk was full.
  for (const [, sign, processKey = ''] of (readFileIfExists(file) ?? '').matchAll(
    /^([+-])(.+);$/gm,
  )) {
    if (sign === '-') processKeys.delete(processKey);
    else processKeys.add(processKey);
  }
  return [...processKeys];
}
