import { mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it, for their owner alone. Node's own `recursive` never returns
 * where a file system refuses with ENOENT, as /proc does.
 */
export function makeFolder(folder: string): void {
  try {
    makeOne(folder);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || path.dirname(folder) === folder) throw error;
    makeFolder(path.dirname(folder));
    makeOne(folder);
  }
}

/** Another process may have made it a moment before. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
