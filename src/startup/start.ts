import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import { readRegularFile, resolveAppDirectoriesFromEnv, writeFileAtomic } from '../system/files.ts';

interface Bundle {
  read(name: string): Buffer;
  /** Path of the dist folder; undefined in the single-file executable. */
  folder?: string;
}

/** Loads and runs the program. Import little here: V8's code cache does not cover this file. */
export function startProgram(argv: readonly string[], { read, folder }: Bundle): void {
  if (process.version.startsWith('v20.')) {
    // Disable TurboFan for WASM: recompiling undici's parser takes 36 MB and delays the exit.
    process.getBuiltinModule('node:v8').setFlagsFromString('--liftoff-only');
  }
  const cache = folder === undefined ? undefined : tryOrUndefined(() => new CodeCache(folder));
  const loaded = new Map<string, Pick<NodeJS.Module, 'exports'>>();
  const requireModule = (id: string) => {
    if (!id.startsWith('./')) return process.getBuiltinModule(id);
    const cached = loaded.get(id);
    if (cached) return cached.exports;
    const module = { exports: {} };
    loaded.set(id, module);
    const name = id.slice(2);
    // The build wraps each file in `function (exports, require, module)`.
    const text = read(name).toString();
    const options = { filename: path.join(folder ?? '', name) };
    const script = cache ? cache.script(name, text, options) : new Script(text, options);
    script.runInThisContext()(module.exports, requireModule, module);
    return module.exports;
  };
  const { runAndExit: run }: typeof import('./run.ts') = requireModule('./main.js');
  void run(argv, read, () => tryOrUndefined(() => cache?.save()));
}

const cacheMaxAgeMs = 30 * 24 * 3_600_000;

/**
 * Caches V8's compiled code on disk.
 * @throws an Error if the state folder belongs to another user or other users can write to it
 */
class CodeCache {
  readonly #folder: string;
  readonly #newScripts = new Map<string, Script>();

  constructor(buildFolder: string) {
    const { platform, arch, version } = process;
    const buildHash = readFileSync(path.join(buildFolder, 'build'), 'utf8');
    const { state } = resolveAppDirectoriesFromEnv();
    if (existsSync(state)) assertOwned(state);
    const name = `${buildHash}-${version}-${platform}-${arch}`;
    this.#folder = path.join(state, 'compiled', name);
  }

  /** Compiles a file, using the cached code if V8 accepts that code for this source. */
  script(name: string, text: string, options: { filename: string }): Script {
    const file = path.join(this.#folder, name.replace(/js$/, 'code'));
    const cachedData = tryOrUndefined(() => this.#read(file));
    const script = new Script(text, cachedData ? { ...options, cachedData } : options);
    const isCached = cachedData !== undefined && !script.cachedDataRejected;
    if (!isCached) this.#newScripts.set(file, script);
    return script;
  }

  #read(file: string): Buffer | undefined {
    assertOwned(file);
    const bytes = readRegularFile(file);
    // V8 does not verify cached code, and a truncated file would crash every start. So the file
    // contains the code twice: comparing both copies is faster than loading a checksum library.
    const code = bytes.subarray(0, bytes.length / 2);
    return code.equals(bytes.subarray(code.length)) ? code : undefined;
  }

  save(): void {
    if (this.#newScripts.size === 0) return;
    for (const [file, script] of this.#newScripts) {
      const code = script.createCachedData();
      writeFileAtomic(file, Buffer.concat([code, code]));
    }
    // Each build has its own cache folder, so delete folders that are older than 30 days.
    const parent = path.dirname(this.#folder);
    for (const name of readdirSync(parent)) {
      const entry = path.join(parent, name);
      const ageMs = Date.now() - lstatSync(entry).mtimeMs;
      if (ageMs > cacheMaxAgeMs) rmSync(entry, { recursive: true, force: true });
    }
  }
}

function assertOwned(file: string) {
  const { uid, mode } = statSync(file);
  const user = process.getuid?.();
  if (user === undefined) return;
  if (uid !== user || (mode & 0o022) !== 0) {
    throw new Error('another user can change what will be run');
  }
}

/** Ignores cache errors (no home directory, read-only disk), since the cache is optional. */
function tryOrUndefined<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
