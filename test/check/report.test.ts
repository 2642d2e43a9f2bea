import { expect, it } from 'vitest';
import type { Availability } from '../../src/api/answers.ts';
import { runReport } from '../../src/check/run.ts';
import { Failure } from '../../src/errors.ts';
import type { Row } from '../../src/output/row.ts';
import { TestClock } from '../support/test-clock.ts';

type Size = { names: number; inFile: number };

/** A row of this run, unless another is asked for. */
function row(state: 'available' | 'taken', isKept = false): Row<Availability> {
  const pricing = { amount: null, currency: null };
  const answer = { domain: 'a.af', status: state, available: state === 'available', pricing };
  return { value: { ...answer, years: 1 }, ...(isKept && { isKept }) };
}

const failed: Row<Availability> = {
  asked: { domain: 'a.af' },
  failure: new Failure('network', 'failed'),
};

const many: Size = { names: 200, inFile: 0 };

/** @param size undefined for a list that is not counted */
function reportOn(size: Size | undefined, isLive: boolean) {
  const clock = new TestClock();
  const notes: string[] = [];
  const drawn: (readonly string[] | undefined)[] = [];
  const output = {
    isLive,
    note: async (text: string) => void notes.push(text),
    work: (parts: (() => readonly string[]) | undefined) => void drawn.push(parts?.()),
  };
  const rate = { requests: 60, windowMs: 60_000 };
  const report = runReport(rate, output, clock, size?.names);
  const rows = (number: number, one: Row<Availability>) => {
    for (let at = 0; at < number; at += 1) report.count(one);
  };
  return { clock, report, rows, notes, drawn };
}

it.each<[string, Size | undefined, number, string[]]>([
  ['by the limit', many, 1000, ['20 of 200', '3 min left']],
  ['by the speed where that is slower', many, 39_900, ['20 of 200', '6 min left']],
  ['without rows of the file', { names: 200, inFile: 140 }, 60_000, ['160 of 200', '2 min left']],
  ['not, where little is left', { names: 70, inFile: 0 }, 1000, ['20 of 70']],
  ['not, where the list cannot be counted', undefined, 1000, ['20 done']],
])('the line of a terminal estimates the time left %s', async (_, size, ms, main) => {
  const { clock, rows, drawn } = reportOn(size, true);
  rows(size?.inFile ?? 0, row('taken', true));
  rows(18, row('available'));
  clock.advance(ms);
  rows(1, failed);
  clock.advance(100);
  rows(1, row('taken'));
  const counts = `18 available, ${1 + (size?.inFile ?? 0)} taken, 1 unknown`;
  expect(drawn.at(-1)).toEqual([...main, counts]);
});

it('says at last what came of it, also of a short run without a terminal', async () => {
  const { clock, report, rows, notes } = reportOn(many, false);
  rows(1, row('taken', true));
  await report.end();
  expect(notes, 'of a single row').toEqual([]);
  rows(1, row('available'));
  rows(1, failed);
  clock.advance(50_000);
  await report.end();
  expect(notes).toEqual([
    '3 names in 50 s: 2 answered, 1 available, 1 taken, 1 unknown; 1 already in the file',
  ]);
});
