/*
 * Two look-ups in one process, one after the other: prints what the second took, in microseconds.
 * `start.mjs` bundles it and starts it as the program is, with its parts kept compiled.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { leave, processSurroundings } from '../../src/platform/process.ts';
import { quickStart } from '../../src/startup/quick-start.ts';

async function main(): Promise<void> {
  const [, file = ''] = process.argv;
  const surroundings = processSurroundings();
  const settle = await quickStart(surroundings, {
    parts: path.dirname(file),
    loaders: createRequire(file).extensions,
    node: `${process.version}-${process.platform}-${process.arch}`,
    hasOptions: false,
  });
  const { timeOfSecond } = await import('./time-of-second.ts');
  process.stdout.write(`${await timeOfSecond(surroundings)}\n`);
  settle();
  leave(0);
}

void main();
