import * as fs from 'node:fs';
import path from 'node:path';
import { ensureDirectory } from './files.ts';
import { isWritableByOthers } from './ownership.ts';

interface CacheNames {
  /** Names of the directories in the cache. */
  directory: RegExp;
  /** Names of the files in these directories. */
  file: RegExp;
}

/** Names that Node gives, including those of the temporary files of a process that was killed. */
const nodeCacheNames: CacheNames = { directory: /^v[\w.-]+$/, file: /^[0-9a-f]{8}(\.\w{6})?$/ };

/** Names in `compiled`, which earlier versions of dotaf used. */
const legacyCacheNames: CacheNames = {
  directory: /^[0-9a-f]{16}-v[\w.-]+$/,
  file: /^[\w-]+\.code$/,
};

const maxAgeMs = 30 * 24 * 3_600_000;

/**
 * Creates the directory for Node's compile cache, unless it exists. Each build of dotaf has its own
 * directory, and so has each V8: Debian and nodejs.org build the same version of Node with
 * different V8 constants, so neither may run the code that the other has compiled.
 * @throws an Error if another user could put compiled code into the directory
 */
export function openCompileCache(state: string, build: string): string {
  ensureDirectory(state);
  const caches = path.join(fs.realpathSync(state), 'compile-cache');
  assertPrivate(path.dirname(caches));
  const cache = path.join(caches, `${process.versions.v8}-${build}`);
  if (!fs.existsSync(cache)) {
    ensureDirectory(cache);
    removeStaleCaches(caches);
  }
  assertPrivate(cache);
  return cache;
}

/** Removes the code that earlier versions of dotaf have compiled. */
export function removeLegacyCache(state: string): void {
  const folder = path.join(state, 'compiled');
  if (!fs.existsSync(folder)) return;
  assertPrivate(fs.realpathSync(state));
  removeIfKnown(folder, legacyCacheNames);
}

/** @throws an Error if another user owns or can write to the directory or one of its parents */
function assertPrivate(folder: string): void {
  const stats = fs.lstatSync(folder);
  if (!stats.isDirectory() || isWritableByOthers(stats, process.getuid?.()))
    throw new Error(`another user can write to ${folder}`);
  const parent = path.dirname(folder);
  if (parent !== folder) assertPrivate(parent);
}

function removeStaleCaches(caches: string): void {
  for (const name of fs.readdirSync(caches)) {
    const cache = path.join(caches, name);
    const ageMs = Date.now() - fs.lstatSync(cache).mtimeMs;
    if (ageMs > maxAgeMs) removeIfKnown(cache, nodeCacheNames);
  }
}

/** Removes a cache directory. Keeps it whole if it is a symlink or holds anything with another name. */
function removeIfKnown(folder: string, names: CacheNames): void {
  if (!fs.lstatSync(folder).isDirectory()) return;
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const isKnown = (entry: fs.Dirent) =>
    entry.parentPath === folder
      ? entry.isDirectory() && names.directory.test(entry.name)
      : entry.isFile() && names.file.test(entry.name);
  if (!entries.every(isKnown)) return;
  const toPath = (entry: fs.Dirent) => path.join(entry.parentPath, entry.name);
  const [directories, files] = [
    entries.filter((entry) => entry.isDirectory()),
    entries.filter((entry) => entry.isFile()),
  ];
  for (const file of files) fs.unlinkSync(toPath(file));
  for (const directory of directories) fs.rmdirSync(toPath(directory));
  fs.rmdirSync(folder);
}
