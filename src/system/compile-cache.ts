import * as fs from 'node:fs';
import path from 'node:path';
import { ensureDirectory } from './files.ts';
import { isWritableByOthers } from './ownership.ts';

/**
 * Creates the directory for Node's compile cache, unless it exists. Each build of V8 has its own:
 * Debian and nodejs.org build the same version of Node with different V8 constants, so neither may
 * run the code that the other has compiled.
 * @throws an Error if another user could put compiled code into the directory
 */
export function openCompileCache(state: string): string {
  ensureDirectory(state);
  const cache = path.join(fs.realpathSync(state), `compile-cache-${process.versions.v8}`);
  assertPrivate(path.dirname(cache));
  ensureDirectory(cache);
  assertPrivate(cache);
  return cache;
}

/** @throws an Error if another user owns or can write to the directory or one of its parents */
function assertPrivate(folder: string): void {
  const stats = fs.lstatSync(folder);
  if (!stats.isDirectory() || isWritableByOthers(stats, process.getuid?.()))
    throw new Error(`another user can write to ${folder}`);
  const parent = path.dirname(folder);
  if (parent !== folder) assertPrivate(parent);
}

/** Removes the compiled code of earlier versions, unless anything else lies beside it. */
export function removeLegacyCache(state: string): void {
  const folder = path.join(state, 'compiled');
  if (!fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  assertPrivate(fs.realpathSync(state));
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const isLegacy = (entry: fs.Dirent) =>
    entry.parentPath === folder
      ? entry.isDirectory() && /^[0-9a-f]{16}-v[\w.-]+$/.test(entry.name)
      : entry.isFile() && /^[\w-]+\.code$/.test(entry.name);
  if (!entries.every(isLegacy)) return;
  const deleteAll = (matches: (entry: fs.Dirent) => boolean, remove: (file: string) => void) => {
    for (const entry of entries.filter(matches)) remove(path.join(entry.parentPath, entry.name));
  };
  deleteAll((entry) => entry.isFile(), fs.unlinkSync);
  deleteAll((entry) => entry.isDirectory(), fs.rmdirSync);
  fs.rmdirSync(folder);
}
