import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileFailure } from '../errors.ts';
import { makeFolder } from './make-folder.ts';

/**
 * Replaces a file in one step: whoever reads it sees the old text or the new one, and a full disk
 * leaves the old. Readable by its owner alone.
 *
 * @throws Failure `io`
 */
export function replaceFile(file: string, text: string): void {
  const fresh = `${file}.${randomUUID()}.tmp`;
  try {
    makeFolder(path.dirname(file));
    writeThrough(fresh, text);
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw fileFailure('io', `cannot write '${file}'`, error);
  }
}

function writeThrough(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
