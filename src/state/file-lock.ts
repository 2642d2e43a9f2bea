import type { CliError } from '../errors.ts';
import { readFileIfExists, tryToDelete } from '../system/files.ts';
import type { System } from '../system/system.ts';
import { AppendLog } from './append-log.ts';

const pollMs = 20;

interface LockOptions {
  maxWaitMs: number;
  createError(holderPid: number): CliError;
}

/**
 * Acquires a file lock. Each process appends its process key to the lock file. The lock belongs to
 * the first key whose process is still running, so a killed process never blocks other processes.
 * The holder deletes the file to release the lock; waiting processes then append their keys again.
 * @throws the error created by `createError` if the lock cannot be acquired within `maxWaitMs`
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
  // An earlier process with the same PID may have left an identical key in the lock file. Remove
  // it, since it would put this process ahead of processes that are already waiting.
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
  // Skip lines without a trailing `;`, which were truncated because the disk was full.
  for (const [, sign, processKey = ''] of (readFileIfExists(file) ?? '').matchAll(
    /^([+-])(.+);$/gm,
  )) {
    if (sign === '-') processKeys.delete(processKey);
    else processKeys.add(processKey);
  }
  return [...processKeys];
}
