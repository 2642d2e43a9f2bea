/*
 * Runs two lookups in one process and prints the duration of the second, in microseconds. Bundled
 * and started by `start.mjs`.
 */
import { setFlagsFromString } from 'node:v8';
import { createNodeSystem, exitProcess } from '../../src/system/node-system.ts';

async function runBenchmark(): Promise<void> {
  const system = createNodeSystem('dist');
  // The launcher sets this V8 flag.
  if (process.version.startsWith('v20.')) setFlagsFromString('--liftoff-only');
  const { timeWarmLookup: timeOfSecond } = await import('./time-warm-lookup.ts');
  process.stdout.write(`${await timeOfSecond(system)}\n`);
  exitProcess(0);
}

void runBenchmark();
