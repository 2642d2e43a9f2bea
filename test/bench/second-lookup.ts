/*
 * Two look-ups in one process, one after the other: prints what the second took, in microseconds.
 * `start.mjs` bundles it and starts it as the program is, with the code cache.
 */
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { leave, processSurroundings } from '../../src/platform/process.ts';
import { useCodeCache } from '../../src/startup/start.ts';

async function main(): Promise<void> {
  const [, file = ''] = process.argv;
  const surroundings = processSurroundings(() => Buffer.of());
  // As the start of the program does.
  if (process.version.startsWith('v20.')) setFlagsFromString('--liftoff-only');
  const saveCode = useCodeCache(path.dirname(file), surroundings);
  const { timeOfSecond } = await import('./time-of-second.ts');
  process.stdout.write(`${await timeOfSecond(surroundings)}\n`);
  saveCode?.();
  leave(0);
}

void main();
