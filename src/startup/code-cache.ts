import { lstatSync, readdirSync, readFileSync, rmSync, type Stats, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { findFolders, makeFolder, readRegularFile, replaceFile } from '../platform/files.ts';
import type { Surroundings } from '../platform/surroundings.ts';

const staleMs = 30 * 24 * 3_600_000;

const watchingOptions =
  /(^|\s)-(r|-(require|import|loader|experimental-loader|inspect|(cpu-)?prof))/;

/**
 * Loads the files of the program as V8 compiled them in an earlier run, with every function that
 * the run used. @returns saves what this run has compiled; undefined where there is no cache
 */
export function useCodeCache(build: string, host: Surroundings): (() => void) | undefined {
  const options = [...process.execArgv, host.env.NODE_OPTIONS];
  if (watchingOptions.test(options.join(' '))) return undefined;
  return unlessItFails(() => {
    const hash = readFileSync(path.join(build, 'build'), 'utf8');
    const name = `${hash}-${process.version}-${process.platform}-${process.arch}`;
    const { state } = findFolders(host);
    const folder = path.join(state, 'compiled', name);
    const check = (stats: Stats) => refuseForeign(stats, host.userId);
    const compiled = loadThrough(build, folder, (file) => {
      check(statSync(state));
      const bytes = readRegularFile(file, check);
      // V8 trusts the code that it is given, and a torn file would end every run by a signal. So
      // code is kept twice, which is compared faster than a library for checksums is loaded.
      const code = bytes.subarray(0, bytes.length / 2);
      return code.equals(bytes.subarray(code.length)) ? code : undefined;
    });
    return () =>
      unlessItFails(() => {
        makeFolder(state);
        check(statSync(state));
        save(compiled, folder, host.clock.now());
      });
  });
}

/** V8 accepts cached code only for exactly this text. */
export function wrapModule(source: string): string {
  return `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
}

function loadThrough(build: string, folder: string, read: (file: string) => Buffer | undefined) {
  const compiled = new Map<string, Script>();
  const { extensions } = createRequire(path.join(build, 'any.js'));
  const usual = extensions['.js'];
  extensions['.js'] = (module, file) => {
    if (path.dirname(file) !== build) return usual(module, file);
    const codeFile = path.join(folder, `${path.basename(file, '.js')}.code`);
    const cachedData = unlessItFails(() => read(codeFile));
    const text = wrapModule(readFileSync(file, 'utf8'));
    const script = new Script(text, { filename: file, ...(cachedData && { cachedData }) });
    if (!cachedData || script.cachedDataRejected) compiled.set(codeFile, script);
    const require = (id: string) => module.require(id);
    const { exports } = module;
    script.runInThisContext().call(exports, exports, require, module, file, build);
  };
  return compiled;
}

function refuseForeign({ uid, mode }: Stats, userId: number | undefined): void {
  const isOwn = userId === undefined || (uid === userId && (mode & 0o022) === 0);
  if (!isOwn) throw new Error('another user can change what will be run');
}

function save(compiled: Map<string, Script>, folder: string, now: number): void {
  if (compiled.size === 0) return;
  for (const [file, script] of compiled) {
    const code = script.createCachedData();
    replaceFile(file, Buffer.concat([code, code]));
  }
  // Those of other builds.
  const parent = path.dirname(folder);
  for (const other of readdirSync(parent).map((name) => path.join(parent, name))) {
    if (now - lstatSync(other).mtimeMs > staleMs) rmSync(other, { recursive: true, force: true });
  }
}

/** Without a home or on a read-only disk, the program starts without the cache. */
function unlessItFails<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
