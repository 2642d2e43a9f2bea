import { statSync } from 'node:fs';
import path from 'node:path';
import { Failure, fileFailure } from '../errors.ts';
import { replaceFile } from './atomic-write.ts';

const readableByAll = 0o644;

/**
 * Replaces, in one step, a file that other users read. Its folder must exist, since one that dotaf
 * made would be closed to them. @throws Failure `io`
 */
export function publishFile(file: string, text: string): void {
  try {
    statSync(path.dirname(path.resolve(file)));
    const isOther = statSync(file, { throwIfNoEntry: false })?.isFile() === false;
    // A device such as /dev/stdout would become a file.
    if (isOther) throw new Failure('io', `'${file}' is not a regular file`, { hint });
    replaceFile(file, text, readableByAll);
  } catch (error) {
    throw error instanceof Failure ? error : fileFailure('io', `cannot write '${file}'`, error);
  }
}

const hint = 'name a file to replace; without --out the text goes to stdout';
