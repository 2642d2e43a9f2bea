import { promises, readFileSync } from 'node:fs';
import { fileFailure, systemCode } from '../errors.ts';

/** Reads a file that the user named, which may be a slow pipe. @throws Failure `io` */
export async function readNamedFile(file: string): Promise<string> {
  try {
    return await promises.readFile(file, 'utf8');
  } catch (error) {
    throw fileFailure('io', `cannot read '${file}'`, error);
  }
}

/** Reads a file of dotaf's own, which may not exist yet. @throws Failure that calls it by its name */
export function readOwnFile(
  file: string,
  name: string,
  code: 'config' | 'io',
  hint?: string,
): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // The home of a service may be /dev/null, which is ENOTDIR.
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return undefined;
    throw fileFailure(code, `cannot read ${name} ${file}`, error, hint);
  }
}
