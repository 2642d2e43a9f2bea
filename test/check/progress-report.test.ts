import { expect, it } from 'vitest';
import { reportCheckProgress } from '../../src/check/check-names.ts';
import type { TimedAvailability } from '../../src/check/fields.ts';
import { Report } from '../../src/core/report.ts';
import { CliError } from '../../src/errors.ts';
import type { ResultRow } from '../../src/output/row.ts';
import { TestClock } from '../support/test-clock.ts';

function createRow(state: 'available' | 'taken'): ResultRow<TimedAvailability> {
  const pricing = { amount: null, currency: null };
  const available = state === 'available';
  const checked_at = '2026-11-21T12:00:00Z';
  return { value: { domain: 'a.af', status: state, available, pricing, years: 1, checked_at } };
}

const failedRow: ResultRow<TimedAvailability> = {
  input: { domain: 'a.af' },
  error: new CliError('network', 'failed'),
};

/** Reports the progress of 200 names; the given rows take 50 seconds. */
async function collectReport(rows: ResultRow<TimedAvailability>[]) {
  const clock = new TestClock();
  const report = new Report();
  const frames: (readonly string[])[] = [];
  const progress = {
    setStatus: (parts: (() => readonly string[]) | undefined) =>
      void (parts && frames.push(parts())),
    setWait() {},
  };
  const output = { note: async () => {}, progress };
  async function* slowRows() {
    yield* rows;
    clock.advance(50_000);
  }
  const reportedRows = [];
  const rate = { requests: 60, windowMs: 60_000 };
  const run = { system: { clock }, output, rate, report };
  for await (const row of reportCheckProgress(run, 200, slowRows())) reportedRows.push(row);
  expect(reportedRows).toEqual(rows);
  const notes = report.take().map(({ text }) => text);
  return { notes, frames };
}

it('the progress line estimates the time left from the rate limit', async () => {
  const rows = Array.from({ length: 18 }, () => createRow('available'));
  const { frames } = await collectReport([...rows, failedRow, createRow('taken')]);
  expect(frames.at(-1)).toEqual([
    '20 of 200',
    '3 min left',
    '18 available, 1 taken, 1 without an answer',
  ]);
});
