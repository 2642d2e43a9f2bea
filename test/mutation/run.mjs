import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { modules } from './modules.mjs';

/*
 * Mutates the given modules, or all, and prints their mutation scores and survivors. Paths among
 * the arguments restrict the run to these files.
 */

const minScore = 85;

const mutationFolder = fileURLToPath(new URL('.', import.meta.url));
const root = path.join(mutationFolder, '../..');
const tempFolder = path.join(root, '.stryker-tmp');

const argv = process.argv.slice(2);
const paths = argv.filter((word) => word.includes('/'));
const moduleArgs = argv.filter((word) => !paths.includes(word));
const selectedModules = moduleArgs.length > 0 ? moduleArgs : Object.keys(modules);
const unknownModule = selectedModules.find((name) => !(name in modules));
if (unknownModule !== undefined) {
  process.stderr.write(`'${unknownModule}' is none of ${Object.keys(modules).join(', ')}\n`);
  process.exit(2);
}
const stryker = path.join(mutationFolder, 'node_modules/@stryker-mutator/core');
if (!existsSync(stryker)) execFileSync('npm', ['ci'], { cwd: mutationFolder, stdio: 'inherit' });
const { Stryker } = await import(path.join(stryker, 'dist/src/index.js'));

// Run properties with few cases per mutant.
process.env.TEST_RUNS ??= '10';

for (const name of selectedModules) {
  process.env.MUTATED_MODULE = name;
  const results = await new Stryker(createStrykerOptions(name)).runMutationTest();
  printReport(name, results);
}

function createStrykerOptions(moduleName) {
  return {
    mutate: paths.length > 0 ? paths : modules[moduleName].mutate,
    testRunner: 'vitest',
    plugins: [
      path.join(mutationFolder, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'),
    ],
    vitest: { configFile: 'test/mutation/vitest.config.mts', related: false },
    coverageAnalysis: 'perTest',
    // Skip static mutants, such as word tables: each one would run all tests.
    ignoreStatic: true,
    ignorePatterns: ['README.md', 'test/pictures'],
    tempDirName: tempFolder,
    // Disable the rewriting of project references.
    tsconfigFile: 'none.json',
    reporters: ['progress-append-only'],
    concurrency: Number(process.env.MUTATION_WORKERS ?? 2),
    allowConsoleColors: false,
  };
}

function printReport(moduleName, results) {
  const validMutants = results.filter(({ status }) =>
    /Killed|Timeout|Survived|NoCoverage/.test(status),
  );
  const survivors = validMutants.filter(({ status }) => /Survived|NoCoverage/.test(status));
  const score = (100 * (validMutants.length - survivors.length)) / validMutants.length;
  for (const { fileName, location, mutatorName, replacement, status } of survivors) {
    const file = path.relative(root, fileName);
    const line = readFileSync(file, 'utf8').split('\n')[location.start.line - 1] ?? '';
    process.stdout.write(
      `${status} ${file}:${location.start.line} ${mutatorName}\n  ${line.trim()}\n  -> ${replacement?.slice(0, 150)}\n`,
    );
  }
  process.stdout.write(`${moduleName}: ${score.toFixed(1)}% of ${validMutants.length} mutants\n`);
  if (score < minScore) process.exitCode = 1;
}
