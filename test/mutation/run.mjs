import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rooms } from './rooms.mjs';

/*
 * Mutates the rooms that the arguments name, or all, and prints each score with the survivors. A path
 * among the arguments restricts that to some files.
 */

const least = 85;

const here = fileURLToPath(new URL('.', import.meta.url));
const root = path.join(here, '../..');
const scratch = path.join(root, '.stryker-tmp');

const argv = process.argv.slice(2);
const paths = argv.filter((word) => word.includes('/'));
const named = argv.filter((word) => !paths.includes(word));
const wanted = named.length > 0 ? named : Object.keys(rooms);
const unknown = wanted.find((room) => !(room in rooms));
if (unknown !== undefined) {
  process.stderr.write(`'${unknown}' is none of ${Object.keys(rooms).join(', ')}\n`);
  process.exit(2);
}
const stryker = path.join(here, 'node_modules/@stryker-mutator/core');
if (!existsSync(stryker)) execFileSync('npm', ['ci'], { cwd: here, stdio: 'inherit' });
const { Stryker } = await import(path.join(stryker, 'dist/src/index.js'));

// A property is tried with a few cases for each mutant.
process.env.TEST_RUNS ??= '10';

for (const room of wanted) {
  process.env.MUTATED_ROOM = room;
  const results = await new Stryker(options(room)).runMutationTest();
  report(room, results);
}

function options(room) {
  return {
    mutate: paths.length > 0 ? paths : rooms[room].mutate,
    testRunner: 'vitest',
    plugins: [path.join(here, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: 'test/mutation/vitest.config.mts', related: false },
    coverageAnalysis: 'perTest',
    // A table of words is read once, when its file is loaded: each of its mutants would run all tests.
    ignoreStatic: true,
    ignorePatterns: ['binary', 'README.md', 'test/pictures'],
    tempDirName: scratch,
    // No project references are to be rewritten.
    tsconfigFile: 'none.json',
    reporters: ['progress-append-only'],
    concurrency: Number(process.env.MUTATION_WORKERS ?? 2),
    allowConsoleColors: false,
  };
}

function report(room, results) {
  const counted = results.filter(({ status }) => /Killed|Timeout|Survived|NoCoverage/.test(status));
  const alive = counted.filter(({ status }) => /Survived|NoCoverage/.test(status));
  const score = (100 * (counted.length - alive.length)) / counted.length;
  for (const { fileName, location, mutatorName, replacement, status } of alive) {
    const file = path.relative(root, fileName);
    const line = readFileSync(file, 'utf8').split('\n')[location.start.line - 1] ?? '';
    process.stdout.write(
      `${status} ${file}:${location.start.line} ${mutatorName}\n  ${line.trim()}\n  -> ${replacement?.slice(0, 150)}\n`,
    );
  }
  process.stdout.write(`${room}: ${score.toFixed(1)}% of ${counted.length} mutants\n`);
  if (score < least) process.exitCode = 1;
}
