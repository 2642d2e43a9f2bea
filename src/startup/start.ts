import { outcomes } from '../errors.ts';
import { leave, processSurroundings } from '../platform/process.ts';
import { useCodeCache } from './code-cache.ts';

/** @param build the folder of the built program; an executable has none */
export async function start(argv: readonly string[], build?: string): Promise<void> {
  const surroundings = processSurroundings();
  if (process.version.startsWith('v20.')) {
    // Node 20 would compile undici's parser a second time, in 36 MB, and wait for that at the end.
    process.getBuiltinModule('node:v8').setFlagsFromString('--liftoff-only');
  }
  const saveCode = build === undefined ? undefined : useCodeCache(build, surroundings);
  const { main } = await import('../main.ts');
  const exitCode = await main(argv, surroundings);
  // A run that fails leaves nothing behind.
  if (exitCode === outcomes.answered) saveCode?.();
  leave(exitCode);
}
