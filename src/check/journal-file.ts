import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import type { Context } from '../cli/context.ts';
import { Failure, systemCode } from '../errors.ts';
import { acquire } from '../platform/file-lock.ts';
import { openRegularFile, refuseUnfit, writeFailure } from '../platform/files.ts';
import { makeFolder } from '../platform/folders.ts';

/**
 * Locks the file before anything is read from it, for the processes that share the state folder.
 * Where there is none to write to, the journal still notices another writer. @returns unlocks it
 */
export async function lockJournal({ surroundings, settings }: Context, file: string) {
  try {
    const folder = path.join(settings.folders.state, 'journals');
    makeFolder(folder);
    const whole = realPath(path.resolve(surroundings.workingFolder, file));
    const name = createHash('sha256').update(whole).digest('hex').slice(0, 32);
    return await acquire(path.join(folder, `${name}.lock`), surroundings, {
      ms: 0,
      failure: (holder) =>
        new Failure('usage', `another dotaf (process ${holder}) is writing to '${file}'`, {
          hint: 'wait until it is done, or choose another --out',
        }),
    });
  } catch (error) {
    if (error instanceof Failure && error.code === 'usage') throw error;
    return () => {};
  }
}

/** Of a file that may not exist yet. */
function realPath(file: string): string {
  if (fs.existsSync(file)) return fs.realpathSync(file);
  return path.join(fs.realpathSync(path.dirname(file)), path.basename(file));
}

/** @throws Failure `usage` when it exists and is not resumed; `io` */
export function openJournalFile(file: string, isResumed: boolean): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = fs.constants;
  const flags = O_RDWR | O_APPEND | O_CREAT | (isResumed ? 0 : O_EXCL);
  try {
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    if (stats !== undefined) refuseUnfit(stats);
    return openRegularFile(file, flags, 0o666);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw writeFailure(file, error);
    throw new Failure('usage', `'${file}' already exists`, {
      hint: 'add --resume to go on from it, or choose another --out',
    });
  }
}

/** The size of all whole lines. */
export function endOfLines(descriptor: number): number {
  const buffer = Buffer.alloc(65_536);
  for (let end = fs.fstatSync(descriptor).size; end > 0; ) {
    const start = Math.max(0, end - buffer.length);
    const count = fs.readSync(descriptor, buffer, 0, end - start, start);
    const lineEnd = buffer.subarray(0, count).lastIndexOf(0x0a);
    if (lineEnd >= 0) return start + lineEnd + 1;
    end = start;
  }
  return 0;
}

/** Not every file system can, and nothing is lost where it cannot. */
export function sync(descriptor: number): void {
  try {
    fs.fdatasyncSync(descriptor);
  } catch (error) {
    if (systemCode(error) !== 'EINVAL') throw error;
  }
}
