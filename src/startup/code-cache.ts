import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { replaceFile } from '../platform/atomic-write.ts';
import { findFolders, makeFolder } from '../platform/folders.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { wrapModule } from './wrap-module.ts';

interface Cache {
  parent: string;
  /** Belongs to this build under this Node. */
  folder: string;
  /** Nobody else can write there, so the code may be run. */
  isTrusted: boolean;
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
    const { state } = findFolders(host);
    const parent = path.join(state, 'compiled');
    const name = readFileSync(path.join(build, 'build'), 'utf8');
    const node = `${process.version}-${process.platform}-${process.arch}`;
    const cache: Cache = {
      parent,
      folder: path.join(parent, `${name}-${node}`),
      isTrusted: isOwn(parent, host),
      compiled: new Map(),
    };
    loadThrough(cache, build);
    return () => unlessItFails(() => save(cache, state, host));
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
function readCode(cache: Cache, file: string): Buffer | undefined {
  if (!cache.isTrusted) return undefined;
  return unlessItFails(() => {
    const codeFile = codeFileOf(cache, file);
    if (!statSync(codeFile).isFile()) return undefined;
    const bytes = readFileSync(codeFile);
    const code = bytes.subarray(4);
    return crc32(code) === bytes.readUInt32LE(0) ? code : undefined;
  });
}

function save(cache: Cache, state: string, host: Surroundings): void {
  const { parent, folder, compiled } = cache;
  if (compiled.size === 0 || !isOwn(state, host)) return;
  makeFolder(parent);
  if (!isOwn(parent, host)) return;
  makeFolder(folder);
  removeStale(cache, host.clock.now());
  for (const [file, script] of compiled) {
    const code = script.createCachedData();
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(code));
    replaceFile(codeFileOf(cache, file), Buffer.concat([sum, code]));
  }
}

function removeStale({ parent, folder }: Cache, now: number): void {
  const removeOld = (file: string, ms: number) => {
    if (now - statSync(file).mtimeMs > ms) rmSync(file, { recursive: true, force: true });
  };
  for (const name of readdirSync(parent)) {
    if (path.join(parent, name) !== folder) removeOld(path.join(parent, name), staleMs);
  }
  for (const name of readdirSync(folder)) {
    // A killed process may have left half a file.
    if (!name.endsWith('.code')) removeOld(path.join(folder, name), unfinishedMs);
  }
}

function codeFileOf({ folder }: Cache, file: string): string {
  return path.join(folder, `${path.basename(file, '.js')}.code`);
}

function isOwn(folder: string, { userId }: Surroundings): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || userId === undefined) return stats !== undefined;
  return stats.uid === userId && (stats.mode & 0o022) === 0;
}

/** Without a home or on a read-only disk, the program starts without the cache. */
function unlessItFails<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
