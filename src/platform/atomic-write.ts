import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Failure } from '../errors.ts';
import { makeFolder } from './folders.ts';
import { refuseUnfit } from './regular-file.ts';
import { writeFailure } from './write-failure.ts';

const unfinished = '.unfinished-';

const byForce = { recursive: true, force: true };

/**
 * A failure leaves the old file. A callback has to flush what it writes. @throws the system's error
 *
 * @param mode is for its owner alone, unless others are to read it
 */
export function replaceFile(
  file: string,
  content: string | Uint8Array | ((temporary: string) => void),
  mode = 0o600,
): void {
  makeFolder(path.dirname(file));
  // Nobody else can enter this folder, where a file may not have its mode yet.
  const folder = mkdtempSync(`${file}${unfinished}`);
  try {
    const temporary = path.join(folder, path.basename(file));
    if (typeof content === 'function') content(temporary);
    else writeFileSync(temporary, content, { flush: true });
    chmodSync(temporary, mode);
    renameSync(temporary, file);
  } finally {
    rmSync(folder, byForce);
  }
}

const readableByAll = 0o644;

/**
 * Replaces a file that other users read. Its folder must exist, since one that is made here would be
 * closed to them. @throws Failure `io`
 */
export function publishFile(file: string, text: string): void {
  try {
    statSync(path.dirname(path.resolve(file)));
    const stats = statSync(file, { throwIfNoEntry: false });
    // A device such as /dev/stdout would become a file.
    if (stats !== undefined) refuseUnfit(stats);
    replaceFile(file, text, readableByAll);
  } catch (error) {
    throw error instanceof Failure ? error : writeFailure(file, error);
  }
}

/** Removes what killed processes have left of this file. Its writers must hold a lock. */
export function removeUnfinished(file: string): void {
  const folder = path.dirname(file);
  const start = `${path.basename(file)}${unfinished}`;
  for (const name of readdirSync(folder)) {
    if (name.startsWith(start)) rmSync(path.join(folder, name), byForce);
  }
}
