import { expect, it } from 'vitest';
import type { Availability } from '../../src/api/answers.ts';
import { RunReport } from '../../src/check/run.ts';
import { Failure } from '../../src/errors.ts';
import type { Row } from '../../src/output/row.ts';
import { TestClock } from '../support/test-clock.ts';

function row(state: 'available' | 'taken'): Row<Availability> {
  const pricing = { amount: null, currency: null };
  const available = state === 'available';
  return { value: { domain: 'a.af', status: state, available, pricing, years: 1 } };
}

const failed: Row<Availability> = {
  asked: { domain: 'a.af' },
  failure: new Failure('network', 'failed'),
};

function reportOn(names: number) {
  const clock = new TestClock();
  const notes: string[] = [];
  const drawn: (readonly string[] | undefined)[] = [];
  const progress = {
    work: (parts: (() => readonly string[]) | undefined) => void drawn.push(parts?.()),
    wait() {},
  };
  const output = { note: async (text: string) => void notes.push(text), progress };
  const run = { surroundings: { clock }, signal: new AbortController().signal, output };
  const rate = { requests: 60, windowMs: 60_000 };
  return { clock, notes, drawn, report: new RunReport(run, rate, names) };
}

it('the line of a terminal estimates the time left by the limit', () => {
  const { report, drawn } = reportOn(200);
  for (let at = 0; at < 18; at += 1) report.count(row('available'));
  report.count(failed);
  report.count(row('taken'));
  expect(drawn.at(-1)).toEqual(['20 of 200', '3 min left', '18 available, 1 taken, 1 unknown']);
});

it('says at last what came of it, but of a single row', async () => {
  const { clock, report, notes } = reportOn(200);
  report.count(row('taken'));
  await report.end();
  expect(notes).toEqual([]);
  report.count(row('available'));
  report.count(failed);
  clock.advance(50_000);
  await report.end();
  expect(notes).toEqual(['3 names in 50 s: 2 answered, 1 available, 1 taken, 1 unknown']);
});
