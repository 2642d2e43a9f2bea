import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import { readRegularFile, resolveProcessDirectories, writeFileAtomic } from '../system/files.ts';

interface Bundle {
  read(name: string): Buffer;
  /** Folder of the built program; undefined inside an executable. */
  folder?: string;
}

/** This file is compiled at every start, so it imports as little as it can. */
export function start(argv: readonly string[], { read, folder }: Bundle): void {
  if (process.version.startsWith('v20.')) {
    // Node 20 would compile undici's parser a second time, in 36 MB, and wait for that at the end.
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
    // The build has put a function around each file.
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

/** Keeps what V8 has compiled, with every function that a run used. @throws if it has no place */
class CodeCache {
  readonly #folder: string;
  readonly #newScripts = new Map<string, Script>();

  constructor(buildFolder: string) {
    const { platform, arch, version } = process;
    const buildHash = readFileSync(path.join(buildFolder, 'build'), 'utf8');
    const { state } = resolveProcessDirectories();
    if (existsSync(state)) assertOwned(state);
    const name = `${buildHash}-${version}-${platform}-${arch}`;
    this.#folder = path.join(state, 'compiled', name);
  }

  /** V8 accepts cached code only for exactly this text. */
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
    // V8 trusts the code that it is given, and a torn file would end every run by a signal. So
    // code is kept twice, which is compared faster than a library for checksums is loaded.
    const code = bytes.subarray(0, bytes.length / 2);
    return code.equals(bytes.subarray(code.length)) ? code : undefined;
  }

  save(): void {
    if (this.#newScripts.size === 0) return;
    for (const [file, script] of this.#newScripts) {
      const code = script.createCachedData();
      writeFileAtomic(file, Buffer.concat([code, code]));
    }
    // Other builds have folders of their own.
    const parent = path.dirname(this.#folder);
    for (const name of readdirSync(parent)) {
      const entry = path.join(parent, name);
      const ageMs = Date.now() - lstatSync(entry).mtimeMs;
      if (ageMs > cacheMaxAgeMs) rmSync(entry, { recursive: true, force: true });
    }
  }
}

function assertOwned(file: string): void {
  const { uid, mode } = statSync(file);
  const user = process.getuid?.();
  if (user === undefined) return;
  if (uid !== user || (mode & 0o022) !== 0) {
    throw new Error('another user can change what will be run');
  }
}

/** The program starts without the cache where there is no home, or on a read-only disk. */
function tryOrUndefined<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
