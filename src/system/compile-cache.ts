import {
  type Dirent,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isWritableByOthers } from './ownership.ts';

const privateDirectory = { recursive: true, mode: 0o700 };

/**
 * Creates the directory for Node's compile cache, unless it exists. Each build of V8 has its own:
 * Debian and nodejs.org build the same version of Node with different V8 constants, so neither may
 * run the code that the other has compiled.
 * @throws an Error if another user could put compiled code into the directory
 */
export function openCompileCache(state: string) {
  mkdirSync(state, privateDirectory);
  const cache = join(realpathSync(state), `compile-cache-${process.versions.v8}`);
  assertPrivate(dirname(cache));
  mkdirSync(cache, privateDirectory);
  assertPrivate(cache);
  return cache;
}

/** @throws an Error if another user owns or can write to the directory or one of its parents */
function assertPrivate(folder: string) {
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || isWritableByOthers(stats, process.getuid?.()))
    throw new Error(`another user can write to ${folder}`);
  const parent = dirname(folder);
  if (parent !== folder) assertPrivate(parent);
}

/** Removes the compiled code of earlier versions, unless anything else lies beside it. */
export function removeLegacyCache(state: string): void {
  const folder = join(state, 'compiled');
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  assertPrivate(realpathSync(state));
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const isLegacy = (entry: Dirent) =>
    entry.parentPath === folder
      ? entry.isDirectory() && /^[0-9a-f]{16}-v[\w.-]+$/.test(entry.name)
      : entry.isFile() && /^[\w-]+\.code$/.test(entry.name);
  if (!entries.every(isLegacy)) return;
  const deleteAll = (matches: (entry: Dirent) => boolean, remove: (file: string) => void) => {
    for (const entry of entries.filter(matches)) remove(join(entry.parentPath, entry.name));
  };
  deleteAll((entry) => entry.isFile(), unlinkSync);
  deleteAll((entry) => entry.isDirectory(), rmdirSync);
  rmdirSync(folder);
}
