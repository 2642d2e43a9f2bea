import { resolveAppDirectoriesFromEnv } from '../system/app-directories.ts';
import { openCompileCache } from '../system/compile-cache.ts';

/** Name of the chunk that exports `runAndExit`; the build inserts it. */
declare const mainChunk: string;

interface Bundle {
  read(name: string): Buffer;
  load(name: string): typeof import('./run.ts');
  /** Path of the dist folder; undefined in the single-file executable. */
  folder?: string;
}

/** Loads and runs the program. Import little here: the compile cache does not cover this file. */
export function startProgram(argv: readonly string[], { read, load, folder }: Bundle) {
  if (process.version.startsWith('v20.')) {
    // Disable TurboFan for WASM: recompiling undici's parser takes 36 MB and delays the exit.
    process.getBuiltinModule('node:v8').setFlagsFromString('--liftoff-only');
  }
  if (folder !== undefined) enableCompileCache();
  void load(mainChunk).runAndExit(argv, read);
}

/** Ignores errors (no home directory, a read-only disk), since the cache is optional. */
function enableCompileCache() {
  try {
    const { state } = resolveAppDirectoriesFromEnv();
    // Node 20 has no compile cache.
    const module = process.getBuiltinModule('node:module');
    const enable: ((folder: string) => void) | undefined = Object(module).enableCompileCache;
    if (enable !== undefined) enable(openCompileCache(state));
  } catch {}
}
