import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { failureOf, outcomes } from '../errors.ts';
import { findFolders, makeFolder, readRegularFile, replaceFile } from '../platform/files.ts';
import { leave, processSurroundings } from '../platform/process.ts';
import type { Surroundings } from '../platform/surroundings.ts';

interface Build {
  read(name: string): Buffer;
  /** Undefined inside an executable. */
  folder?: string;
}

export async function start(argv: readonly string[], build: Build): Promise<void> {
  try {
    leave(await run(argv, build));
  } catch (error) {
    // The usual report may fail for the same reason, such as too many open files.
    const failure = failureOf(error);
    const lines = argv.includes('--json')
      ? [JSON.stringify({ error: failure.record() })]
      : [`error: ${failure.text}`, ...failure.hints.map((hint) => `hint: ${hint}`)];
    fs.writeSync(2, `${lines.join('\n')}\n`);
    leave(failure.exitCode);
  }
}

async function run(argv: readonly string[], { read, folder }: Build): Promise<number> {
  const surroundings = processSurroundings(read);
  if (process.version.startsWith('v20.')) {
    // Node 20 would compile undici's parser a second time, in 36 MB, and wait for that at the end.
    process.getBuiltinModule('node:v8').setFlagsFromString('--liftoff-only');
  }
  const saveCode = folder === undefined ? undefined : useCodeCache(folder, surroundings);
  const { main } = await import('../main.ts');
  const exitCode = await main(argv, surroundings);
  if (exitCode === outcomes.answered) saveCode?.();
  return exitCode;
}

const staleMs = 30 * 24 * 3_600_000;

/**
 * Loads the files of the program as V8 compiled them in an earlier run, with every function that
 * the run used. @returns saves what this run has compiled; undefined where there is no cache
 */
export function useCodeCache(build: string, host: Surroundings): (() => void) | undefined {
  return unlessItFails(() => {
    const hash = fs.readFileSync(path.join(build, 'build'), 'utf8');
    const name = `${hash}-${process.version}-${process.platform}-${process.arch}`;
    const { state } = findFolders(host);
    const folder = path.join(state, 'compiled', name);
    const check = ({ uid, mode }: fs.Stats) => {
      const isOwn = host.userId === undefined || (uid === host.userId && (mode & 0o022) === 0);
      if (!isOwn) throw new Error('another user can change what will be run');
    };
    const compiled = loadThrough(build, folder, (file) => {
      check(fs.statSync(state));
      const bytes = readRegularFile(file, check);
      // V8 trusts the code that it is given, and a torn file would end every run by a signal. So
      // code is kept twice, which is compared faster than a library for checksums is loaded.
      const code = bytes.subarray(0, bytes.length / 2);
      return code.equals(bytes.subarray(code.length)) ? code : undefined;
    });
    return () =>
      unlessItFails(() => {
        makeFolder(state);
        check(fs.statSync(state));
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
    const text = wrapModule(fs.readFileSync(file, 'utf8'));
    const script = new Script(text, { filename: file, ...(cachedData && { cachedData }) });
    if (!cachedData || script.cachedDataRejected) compiled.set(codeFile, script);
    const require = (id: string) => module.require(id);
    const { exports } = module;
    script.runInThisContext().call(exports, exports, require, module, file, build);
  };
  return compiled;
}

function save(compiled: Map<string, Script>, folder: string, now: number): void {
  if (compiled.size === 0) return;
  for (const [file, script] of compiled) {
    const code = script.createCachedData();
    replaceFile(file, Buffer.concat([code, code]));
  }
  // Other builds have folders of their own.
  const parent = path.dirname(folder);
  for (const other of fs.readdirSync(parent).map((name) => path.join(parent, name))) {
    if (now - fs.lstatSync(other).mtimeMs > staleMs)
      fs.rmSync(other, { recursive: true, force: true });
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
