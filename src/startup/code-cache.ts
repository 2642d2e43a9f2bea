import { lstatSync, readdirSync, readFileSync, realpathSync, rmSync, type Stats } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { findFolders, makeFolder, readRegularFile, replaceFile } from '../platform/files.ts';
import type { Surroundings } from '../platform/surroundings.ts';

interface Cache {
  state: string;
  name: string;
  userId: number | undefined;
  compiled: Map<string, Script>;
}

const staleMs = 30 * 24 * 3_600_000;

const watchingOptions =
  /(^|\s)-(r|-(require|import|loader|experimental-loader|inspect|(cpu-)?prof))/;

/**
 * Loads the files of the program as V8 compiled them in an earlier run, with every function that
 * the run used. @returns saves what this run has compiled; undefined where there is no cache
 */
export function useCodeCache(build: string, host: Surroundings): (() => void) | undefined {
  const options = [...process.execArgv, host.env.NODE_OPTIONS ?? ''].join(' ').trim();
  if (watchingOptions.test(options) || options.length > 100) return undefined;
  return unlessItFails(() => {
    const hash = readFileSync(path.join(build, 'build'), 'utf8');
    const node = `${process.version}-${process.platform}-${process.arch}`;
    const name = `${hash}-${node}${options.replace(/[^\w.=-]+/g, '_')}`;
    const { state } = findFolders(host);
    const cache = { state, name, userId: host.userId, compiled: new Map() };
    loadThrough(cache, build);
    return () => unlessItFails(() => save(cache, host.clock.now()));
  });
}

/** V8 accepts cached code only for exactly this text. */
export function wrapModule(source: string): string {
  return `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
}

function loadThrough(cache: Cache, build: string): void {
  const folder = unlessItFails(() => ownFolder(cache)) ?? '';
  const { extensions } = createRequire(path.join(build, 'any.js'));
  const usual = extensions['.js'];
  extensions['.js'] = (module, file) => {
    if (path.dirname(file) !== build) return usual(module, file);
    const cachedData = unlessItFails(() => readCode(codeFileIn(folder, file), cache.userId));
    const text = wrapModule(readFileSync(file, 'utf8'));
    const script = new Script(text, { filename: file, ...(cachedData && { cachedData }) });
    if (!cachedData || script.cachedDataRejected) cache.compiled.set(file, script);
    const require = (id: string) => module.require(id);
    const { exports } = module;
    script.runInThisContext().call(exports, exports, require, module, file, build);
  };
}

/**
 * V8 trusts the code that it is given, and a torn file would end every run by a signal. So code is
 * kept twice, which is compared faster than a library for checksums is loaded.
 */
function readCode(file: string, userId: number | undefined): Buffer | undefined {
  const bytes = readRegularFile(file, (stats) => refuseForeign(stats, userId));
  const code = bytes.subarray(0, bytes.length / 2);
  return code.equals(bytes.subarray(code.length)) ? code : undefined;
}

function save(cache: Cache, now: number): void {
  if (cache.compiled.size === 0) return;
  makeFolder(cache.state);
  const folder = ownFolder(cache, makeFolder);
  for (const [file, script] of cache.compiled) {
    const code = script.createCachedData();
    replaceFile(codeFileIn(folder, file), Buffer.concat([code, code]));
  }
  // Those of other builds.
  const parent = path.dirname(folder);
  for (const name of readdirSync(parent)) {
    const other = path.join(parent, name);
    const isStale = now - lstatSync(other).mtimeMs > staleMs;
    if (isStale) rmSync(other, { recursive: true, force: true });
  }
}

/** @throws if other users can change what lies there, since it will be run */
function ownFolder({ state, name, userId }: Cache, make = (_folder: string) => {}): string {
  const base = realpathSync.native(state);
  const folder = path.join(base, 'compiled', name);
  for (const one of [base, path.dirname(folder), folder]) {
    make(one);
    refuseForeign(lstatSync(one), userId);
  }
  return folder;
}

function refuseForeign(stats: Stats, userId: number | undefined): void {
  if (userId === undefined) return;
  const isOwn = stats.uid === userId && (stats.mode & 0o022) === 0;
  if (!isOwn || stats.isSymbolicLink()) throw new Error('another user can change it');
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
