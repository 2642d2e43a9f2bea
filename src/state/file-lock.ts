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
 * Acquires a file lock. Each process appends its key to the file, and the lock belongs to the first
 * key whose process is still running: a killed process never blocks others. The holder releases the
 * lock by deleting the file, after which waiting processes append their keys again.
 * @throws the error of `createError` if another process holds the lock for longer than `maxWaitMs`
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
  // Remove a key that an earlier process with the same, reused PID left in the lock file.
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
  // Skip lines without a final `;`, which a full disk truncated.
  for (const [, sign, processKey = ''] of (readFileIfExists(file) ?? '').matchAll(
    /^([+-])(.+);$/gm,
  )) {
    if (sign === '-') processKeys.delete(processKey);
    else processKeys.add(processKey);
  }
  return [...processKeys];
}
