/*
 * `npm run bench`: measures on this machine, side by side, and prints ratios. It decides nothing.
 * BENCH_ROUNDS, BENCH_NAMES and BENCH_MANY make it shorter.
 */
import { rmSync } from 'node:fs';
import { build } from '../../bin/build.mjs';
import { benchBulk } from './bulk.mjs';
import { folder } from './programs.mjs';

const number = (name, fallback) => Number(process.env[name] ?? fallback);

await build();
const lines = await benchBulk({
  rounds: number('BENCH_ROUNDS', 5),
  names: number('BENCH_NAMES', 20_000),
  manyNames: number('BENCH_MANY', 1_000_000),
});
rmSync(folder, { recursive: true });
const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column].length)));
for (const [what, measured, beside] of lines) {
  process.stdout.write(`${what.padEnd(widths[0])}  ${measured.padStart(widths[1])}  ${beside}\n`);
}
