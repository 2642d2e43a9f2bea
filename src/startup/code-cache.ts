import { lstatSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { readProtectedFile, refuseUntrusted, replaceFile } from '../platform/files.ts';
import { findFolders, makeFolder } from '../platform/folders.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import { wrapModule } from './wrap-module.ts';

interface Cache {
  state: string;
  name: string;
  userId: number | undefined;
  compiled: Map<string, Script>;
}

/** A larger file is mostly data, which would be read twice. */
const maxCharacters = 600_000;

const staleMs = 30 * 24 * 3_600_000;

const watchingOptions =
  /(^|\s)-(r|-(require|import|loader|experimental-loader|inspect|(cpu-)?prof))/;

/**
 * Loads the files of the program as V8 compiled them in an earlier run, with every function that
 * the run used. @returns saves what this run has compiled; undefined where there is no cache
 */
export function useCodeCache(build: string, host: Surroundings): (() => void) | undefined {
  const { bun, deno } = process.versions;
  const options = [...process.execArgv, host.env.NODE_OPTIONS ?? ''].join(' ').trim();
  if (bun || deno || watchingOptions.test(options) || options.length > 100) return undefined;
  return unlessItFails(() => {
    const hash = readFileSync(path.join(build, 'build'), 'utf8');
    const node = `${process.version}-${process.platform}-${process.arch}`;
    const name = `${hash}-${node}${options.replace(/[^\w.=-]+/g, '_')}`;
    const cache = {
      state: findFolders(host).state,
      name,
      userId: host.userId,
      compiled: new Map(),
    };
    loadThrough(cache, build);
    return () => unlessItFails(() => save(cache, host.clock.now()));
  });
}

function loadThrough(cache: Cache, build: string): void {
  const folder = unlessItFails(() => trustedFolder(cache)) ?? '';
  const { extensions } = createRequire(path.join(build, 'any.js'));
  const usual = extensions['.js'];
  extensions['.js'] = (module, file) => {
    if (path.dirname(file) !== build) return usual(module, file);
    const code = unlessItFails(() => readCode(codeFileIn(folder, file), cache.userId));
    load(cache, module, file, code);
  };
}

function load(cache: Cache, module: NodeModule, file: string, cachedData?: Buffer): void {
  const source = readFileSync(file, 'utf8');
  const text = wrapModule(source);
  const script = new Script(text, { filename: file, ...(cachedData && { cachedData }) });
  if ((!cachedData || script.cachedDataRejected) && source.length < maxCharacters) {
    cache.compiled.set(file, script);
  }
  const require = (id: string) => module.require(id);
  const { exports } = module;
  script.runInThisContext().call(exports, exports, require, module, file, path.dirname(file));
}

/**
 * V8 trusts the code that it is given, and a torn file would end every run by a signal. So code is
 * kept twice, which is compared faster than a library for checksums is loaded.
 */
function readCode(file: string, userId: number | undefined): Buffer | undefined {
  const bytes = readProtectedFile(file, userId);
  const code = bytes.subarray(0, bytes.length / 2);
  return code.equals(bytes.subarray(code.length)) ? code : undefined;
}

function save(cache: Cache, now: number): void {
  if (cache.compiled.size === 0) return;
  makeFolder(cache.state);
  const folder = trustedFolder(cache, makeFolder);
  removeStale(folder, now);
  for (const [file, script] of cache.compiled) {
    const code = script.createCachedData();
    replaceFile(codeFileIn(folder, file), Buffer.concat([code, code]));
  }
}

/** @throws if other users can change what lies there, since it will be run */
function trustedFolder({ state, name, userId }: Cache, make?: (folder: string) => void): string {
  const base = realpathSync.native(state);
  const parent = path.join(base, 'compiled');
  const folder = path.join(parent, name);
  for (const one of make === undefined ? [folder] : [base, parent, folder]) {
    make?.(one);
    refuseUntrusted(base, one, userId);
  }
  return folder;
}

function removeStale(folder: string, now: number): void {
  const parent = path.dirname(folder);
  for (const name of readdirSync(parent)) {
    const old = path.join(parent, name);
    const isStale = old !== folder && now - lstatSync(old).mtimeMs > staleMs;
    if (isStale) rmSync(old, { recursive: true, force: true });
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
