import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { parseDomainName } from '../../src/core/domain-names.ts';
import { createTempFolder } from '../support/home.ts';
import { runCli } from '../support/run-cli.ts';
import { inputFileArbitrary, type MadeFile, toFileText } from './input-files.ts';

const runs = Number(process.env.FUZZ_RUNS ?? 400);
const seed = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_RUNS ? Date.now() % 2 ** 31 : 7));

const folder = createTempFolder();

/** Expects `check` to request each name of a file, or to report it, its line or its column. */
async function assertConserved(made: MadeFile, file: string) {
  const argv = ['check', '--file', file, '--dry-run', '--json'];
  const { stdout, stderr, code } = await runCli(argv, { env: { DOTAF_HOME: folder } });
  expect(code, stderr).toBe(0);
  const rows: { domain: string; error: { message: string } | null }[] = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const asked = new Set(rows.flatMap(({ domain, error }) => (error === null ? domain : [])));
  const told = [
    ...rows.flatMap(({ domain, error }) => (error ? [domain, error.message] : [])),
    stderr,
  ].join('\n');
  const toldLines = new Set(
    [...told.matchAll(/\blines? ([\d, ]+(?:and \d+)?)/g)].flatMap(
      ([, list = '']) => list.match(/\d+/g) ?? [],
    ),
  );
  const lost = made.names.filter(({ name, line, heading }) => {
    const normalized = parseDomainName(name) ?? name;
    return !(
      asked.has(normalized) ||
      told.includes(name) ||
      toldLines.has(String(line)) ||
      (heading !== undefined && told.includes(`'${heading}'`))
    );
  });
  expect(lost, `${JSON.stringify(made.rows)}\n${stdout}${stderr}`).toEqual([]);
  const known = new Set(made.names.map(({ name }) => parseDomainName(name)));
  const invented = [...asked].filter((name) => !known.has(name) && name !== 'info@kabul.af');
  expect(invented, `${JSON.stringify(made.rows)}\n${stdout}${stderr}`).toEqual([]);
}

it(`loses no name of ${runs} text and CSV files, with the seed ${seed}`, async () => {
  const file = path.join(folder, 'names.csv');
  const property = fc.asyncProperty(inputFileArbitrary, async (made) => {
    writeFileSync(file, toFileText(made));
    await assertConserved(made, file);
  });
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
}, 3_600_000);

it(`loses no name of ${runs / 10} workbooks, with the seed ${seed}`, async () => {
  const file = path.join(folder, 'names.xlsx');
  const property = fc.asyncProperty(inputFileArbitrary, async (made) => {
    const names = made.names.map((name) => ({ ...name, line: name.row }));
    writeFileSync(
      file,
      await writeXlsx({ sheets: [{ name: 'Sheet', rows: made.rows.map((row) => [...row]) }] }),
    );
    await assertConserved({ ...made, names }, file);
  });
  await fc.assert(property, { numRuns: runs / 10, seed, endOnFailure: true });
}, 3_600_000);
