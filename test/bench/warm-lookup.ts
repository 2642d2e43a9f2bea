/*
 * Two look-ups in one process, one after the other: prints what the second took, in microseconds.
 * `start.mjs` bundles it and starts it.
 */
import { setFlagsFromString } from 'node:v8';
import { createNodeSystem, exitProcess } from '../../src/system/node-system.ts';

async function runBenchmark(): Promise<void> {
  const system = createNodeSystem(() => Buffer.of());
  // As the start of the program does.
  if (process.version.startsWith('v20.')) setFlagsFromString('--liftoff-only');
  const { timeWarmLookup: timeOfSecond } = await import('./time-warm-lookup.ts');
  process.stdout.write(`${await timeOfSecond(system)}\n`);
  exitProcess(0);
}

void runBenchmark();
