import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answers } from './answers.ts';
import { read, refuseFalseAvailability, type Sent } from './read-answer.ts';

const corpusFolder = path.join(import.meta.dirname, 'corpus');

/** `npm run fuzz` takes other answers each time, and more of them. */
const runs = Number(process.env.FUZZ_RUNS ?? 2000);
const seed = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_RUNS ? Date.now() % 2 ** 31 : 13));

it.each(corpus())('still reads %s', async (_, sent) => {
  await read(sent);
});

it(`reads ${runs} answers or refuses them, with the seed ${seed}`, async () => {
  await fc.assert(fc.asyncProperty(answers, read), { numRuns: runs, seed, endOnFailure: true });
}, 3_600_000);

it.each([
  [200, { success: true, data: { domain: 'kabul.af', available: false } }],
  [200, { success: 'true', data: { domain: 'kabul.af', available: true } }],
  [200, { success: true, data: { domain: 'herat.af', available: true } }],
  [500, { success: true, data: { domain: 'kabul.af', available: true } }],
])('would refuse to call a name available for %i %j', (status, body) => {
  expect(() => refuseFalseAvailability(status, JSON.stringify(body))).toThrow('does not say so');
});

/** Answers that were once read wrongly, a file each. */
function corpus(): [string, Sent][] {
  return readdirSync(corpusFolder).map((file) => [
    file,
    JSON.parse(readFileSync(path.join(corpusFolder, file), 'utf8')),
  ]);
}
