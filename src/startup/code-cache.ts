import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { replaceFile } from '../platform/atomic-write.ts';
import { findFolders, makeFolder } from '../platform/folders.ts';
import { readProtectedFile } from '../platform/regular-file.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { refuseForeign, trustedFolder } from '../platform/trusted-folder.ts';
import { wrapModule } from './wrap-module.ts';

interface Place {
  state: string;
  /** Of this build under this Node. */
  name: string;
  userId: number | undefined;
}

interface Cache extends Place {
  /** Undefined where others could have put something. */
  folder: string | undefined;
  compiled: Map<string, Script>;
}

/** A larger file is mostly data, which would be read twice. */
const maxCharacters = 600_000;

const staleMs = 30 * 24 * 3_600_000;

const unfinishedMs = 3_600_000;

/**
 * Loads the files of the program as V8 compiled them in an earlier run, with every function that
 * the run used. Node's own compile cache leaves those out.
 *
 * @param build the folder of the built program
 * @returns saves what this run has compiled; undefined where there is no cache
 */
export function useCodeCache(build: string, host: Surroundings): (() => void) | undefined {
  const { bun, deno } = process.versions;
  // V8 rejects code that was compiled under other flags.
  if (bun || deno || process.execArgv.length > 0 || host.env.NODE_OPTIONS) return undefined;
  return unlessItFails(() => {
    const hash = readFileSync(path.join(build, 'build'), 'utf8');
    const name = `${hash}-${process.version}-${process.platform}-${process.arch}`;
    const place = { state: findFolders(host).state, name, userId: host.userId };
    const folder = unlessItFails(() => folderOf(place));
    const cache: Cache = { ...place, folder, compiled: new Map() };
    loadThrough(cache, build);
    return () => unlessItFails(() => save(cache, host.clock.now()));
  });
}

function loadThrough(cache: Cache, build: string): void {
  const { extensions } = createRequire(path.join(build, 'any.js'));
  const usual = extensions['.js'];
  extensions['.js'] = (module, file) => {
    if (path.dirname(file) === build) load(cache, module, file);
    else usual(module, file);
  };
}

function load(cache: Cache, module: NodeModule, file: string): void {
  const source = readFileSync(file, 'utf8');
  const cachedData = readCode(cache, file);
  const script = new Script(wrapModule(source), {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  if ((!cachedData || script.cachedDataRejected) && source.length < maxCharacters) {
    cache.compiled.set(file, script);
  }
  const require = (id: string) => module.require(id);
  const { exports } = module;
  script.runInThisContext().call(exports, exports, require, module, file, path.dirname(file));
}

/** V8 trusts the code that it is given, so a file with a wrong checksum is not used. */
function readCode({ folder, userId }: Cache, file: string): Buffer | undefined {
  if (folder === undefined) return undefined;
  return unlessItFails(() => {
    const bytes = readProtectedFile(codeFileIn(folder, file), userId);
    const code = bytes.subarray(4);
    return crc32(code) === bytes.readUInt32LE(0) ? code : undefined;
  });
}

function save({ compiled, ...place }: Cache, now: number): void {
  if (compiled.size === 0) return;
  const folder = folderOf(place, makeFolder);
  removeStale(folder, now);
  for (const [file, script] of compiled) {
    const code = script.createCachedData();
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(code));
    replaceFile(codeFileIn(folder, file), Buffer.concat([sum, code]));
  }
}

/** @throws if other users can change what lies there, since it will be run */
function folderOf({ state, name, userId }: Place, make = (_folder: string) => {}): string {
  let folder = trustedFolder(state, userId);
  for (const inner of ['compiled', name]) {
    folder = path.join(folder, inner);
    make(folder);
    refuseForeign(folder, userId);
  }
  return folder;
}

function removeStale(folder: string, now: number): void {
  const removeOld = (file: string, ms: number) => {
    if (now - lstatSync(file).mtimeMs > ms) rmSync(file, { recursive: true, force: true });
  };
  const parent = path.dirname(folder);
  for (const name of readdirSync(parent)) {
    if (path.join(parent, name) !== folder) removeOld(path.join(parent, name), staleMs);
  }
  for (const name of readdirSync(folder)) {
    // A killed process may have left half a file.
    if (!name.endsWith('.code')) removeOld(path.join(folder, name), unfinishedMs);
  }
}

function codeFileIn(folder: string, file: string): string {
  return path.join(folder, `${path.basename(file, '.js')}.code`);
}

/** Without a home or on a read-only disk, the program starts without the cache. */
function unlessItFails<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
