import { resolveAppDirectoriesFromEnv } from '../system/app-directories.ts';
import { openCompileCache } from '../system/compile-cache.ts';

/**
 * Sets up Node before the program is loaded. Import little here: the compile cache does not cover
 * this file.
 */
export function prepareNode() {
  if (process.version.startsWith('v20.')) {
    // Disable TurboFan for WASM: recompiling undici's parser takes 36 MB and delays the exit.
    process.getBuiltinModule('node:v8').setFlagsFromString('--liftoff-only');
  }
  try {
    const { state } = resolveAppDirectoriesFromEnv();
    // Node 20 has no compile cache.
    const module = process.getBuiltinModule('node:module');
    const enable: ((folder: string) => void) | undefined = Object(module).enableCompileCache;
    if (enable !== undefined) enable(openCompileCache(state));
  } catch {
    // Without a home directory, or on a read-only disk, dotaf runs without the cache.
  }
}
