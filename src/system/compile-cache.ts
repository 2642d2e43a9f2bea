import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWritableByOthers } from './ownership.ts';

const privateDirectory = { recursive: true, mode: 0o700 };

/**
 * Creates Node's compile cache directory, one per V8 build: Debian and nodejs.org build the same
 * version of Node with different builds of V8, which cannot run each other's compiled code.
 * @throws an Error if another user could put compiled code into the directory
 */
export function createCompileCacheFolder(state: string) {
  mkdirSync(state, privateDirectory);
  const cache = join(realpathSync(state), `compile-cache-${process.versions.v8}`);
  assertPrivate(dirname(cache));
  mkdirSync(cache, privateDirectory);
  assertPrivate(cache);
  return cache;
}

function assertPrivate(folder: string) {
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || isWritableByOthers(stats, process.getuid?.()))
    throw new Error(`another user can write to ${folder}`);
  const parent = dirname(folder);
  if (parent !== folder) assertPrivate(parent);
}
