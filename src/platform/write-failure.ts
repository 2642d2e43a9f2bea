import path from 'node:path';
import { shellWord } from '../core/text.ts';
import { Failure, fileFailure, systemCode } from '../errors.ts';

/** Says why a file of the user cannot be written: to one that is not there only its folder is missing. */
export function writeFailure(file: string, error: unknown): Failure {
  const what = `cannot write '${file}'`;
  if (systemCode(error) !== 'ENOENT') return fileFailure('io', what, error);
  const folder = path.dirname(file);
  return new Failure('io', `${what}: the folder '${folder}' does not exist`, {
    hint: `mkdir -p ${shellWord(folder)}`,
  });
}
