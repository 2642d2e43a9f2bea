import { statSync } from 'node:fs';
import nodeModule from 'node:module';
import path from 'node:path';
import { makeFolder } from './core/make-folder.ts';
import type { Surroundings } from './core/surroundings.ts';
import { findFolders } from './settings/folders.ts';

/** Since Node 22.8. */
const enableCompileCache: unknown = Reflect.get(nodeModule, 'enableCompileCache');

/** Has Node itself start quickly, as far as its line can. Called before the program is loaded. */
export async function quickStart(host: Surroundings): Promise<void> {
  if (typeof enableCompileCache === 'function') {
    const folder = compiledFolder(host);
    if (folder !== undefined) enableCompileCache(folder);
  } else {
    const { setFlagsFromString } = await import('node:v8');
    // Node 20 would compile undici's parser a second time, in 36 MB, and wait for that at the end.
    setFlagsFromString('--liftoff-only');
  }
}

/**
 * Where Node keeps the program compiled, from one run to the next. What lies there is run: so only
 * where dotaf keeps files already, and never where others could have put it.
 */
function compiledFolder(host: Surroundings): string | undefined {
  try {
    const { state } = findFolders(host);
    const folder = path.join(state, 'compiled');
    if (isOwn(folder, host)) return folder;
    if (!isOwn(state, host)) return undefined;
    makeFolder(folder);
    return isOwn(folder, host) ? folder : undefined;
  } catch {
    // Without a home, or on a disk that is read-only, it starts as on the first day.
    return undefined;
  }
}

function isOwn(folder: string, { userId }: Surroundings): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || userId === undefined) return stats !== undefined;
  return stats.uid === userId && (stats.mode & 0o022) === 0;
}
