import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerArbitrary } from './arbitraries.ts';
import { assertTrueAvailability, type FuzzInput, readAnswer } from './fuzz-target.ts';

const corpusFolder = path.join(import.meta.dirname, 'corpus');

/** `npm run test:fuzz` sets FUZZ_RUNS for more runs, with a seed from the clock. */
const runs = Number(process.env.FUZZ_RUNS ?? 2000);
const seed = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_RUNS ? Date.now() % 2 ** 31 : 13));

it.each(loadCorpus())('reads the corpus file %s', async (_, input) => {
  await readAnswer(input);
});

it(`reads or rejects ${runs} random answers, with the seed ${seed}`, async () => {
  await fc.assert(fc.asyncProperty(answerArbitrary, readAnswer), {
    numRuns: runs,
    seed,
    endOnFailure: true,
  });
}, 3_600_000);

it.each([
  [200, { success: true, data: { domain: 'kabul.af', available: false } }],
  [200, { success: 'true', data: { domain: 'kabul.af', available: true } }],
  [200, { success: true, data: { domain: 'herat.af', available: true } }],
  [500, { success: true, data: { domain: 'kabul.af', available: true } }],
])('the oracle rejects a false availability for %i %j', (status, body) => {
  expect(() => assertTrueAvailability(status, JSON.stringify(body))).toThrow('does not say so');
});

/** Loads responses that dotaf once misread. */
function loadCorpus(): [string, FuzzInput][] {
  return readdirSync(corpusFolder).map((file) => [
    file,
    JSON.parse(readFileSync(path.join(corpusFolder, file), 'utf8')),
  ]);
}
