import { resolveAppDirectoriesFromEnv } from '../system/app-directories.ts';
import { createCompileCacheFolder } from '../system/compile-cache.ts';

/** Runs before the program. Keep imports few: the compile cache does not cover this file. */
export function prepareNode() {
  if (process.version.startsWith('v20.')) {
    // V8's optimization of undici's WASM parser takes 36 MB and delays process exit.
    process.getBuiltinModule('node:v8').setFlagsFromString('--liftoff-only');
  }
  try {
    const { state } = resolveAppDirectoriesFromEnv();
    const module = process.getBuiltinModule('node:module');
    const enable: ((folder: string) => void) | undefined = Object(module).enableCompileCache;
    if (enable !== undefined) enable(createCompileCacheFolder(state));
  } catch {
    // Run without the compile cache if there is no home directory, or the disk is read-only.
  }
}
