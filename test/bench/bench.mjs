/*
 * `npm run bench`: benchmarks everything on this machine and prints ratios, without pass or fail.
 * BENCH_ROUNDS, BENCH_NAMES and BENCH_MANY shorten it; BENCH_ONLY selects parts, separated by
 * commas; BENCH_SIZES=1 also installs other tools to compare their size.
 */
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { build } from '../../bin/build.mjs';
import { benchBulk } from './bulk.mjs';
import { workFolder } from './harness.mjs';
import { benchSize } from './size.mjs';
import { benchStart } from './start.mjs';

const envNumber = (name, fallback) => Number(process.env[name] ?? fallback);
const selectedParts = process.env.BENCH_ONLY?.split(',');

const benchmarks = {
  size: () => benchSize(process.env.BENCH_SIZES === '1'),
  start: () => benchStart(envNumber('BENCH_ROUNDS', 21)),
  bulk: () =>
    benchBulk({
      rounds: envNumber('BENCH_ROUNDS', 5),
      names: envNumber('BENCH_NAMES', 20_000),
      manyNames: envNumber('BENCH_MANY', 1_000_000),
    }),
};

function printTable(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column]));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

await build();
const day = new Date().toISOString().slice(0, 10);
process.stdout.write(
  `${day}, ${process.platform}-${process.arch}, ${cpus().length} x ${cpus()[0]?.model}\n`,
);
for (const [name, measure] of Object.entries(benchmarks)) {
  if (selectedParts && !selectedParts.includes(name)) continue;
  process.stdout.write(`\n${name}\n`);
  printTable(await measure());
}
rmSync(workFolder, { recursive: true });
