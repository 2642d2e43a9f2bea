import { expect, it } from 'vitest';
import { withCheckProgress } from '../../src/check/check-names.ts';
import type { TimestampedAvailability } from '../../src/check/fields.ts';
import { Report } from '../../src/core/report.ts';
import { CliError } from '../../src/errors.ts';
import type { ResultRow } from '../../src/output/row.ts';
import { TestClock } from '../support/test-clock.ts';

function createRow(available: boolean): ResultRow<TimestampedAvailability> {
  const pricing = { amount: null, currency: null };
  return {
    value: { domain: 'a.af', status: null, available, pricing, years: 1, checked_at: null },
  };
}

it('the progress line estimates the time left from the rate limit', async () => {
  const error = new CliError('network', 'failed');
  const rows = [
    ...Array.from({ length: 18 }, () => createRow(true)),
    { input: { domain: 'a.af' }, error },
    createRow(false),
  ];
  const statuses: (readonly string[])[] = [];
  const setStatus = (parts: (() => readonly string[]) | undefined) =>
    void (parts && statuses.push(parts()));
  const run = {
    system: { clock: new TestClock() },
    output: { note: async () => {}, progress: { setStatus, setWait() {} } },
    rate: { requests: 60, windowMs: 60_000 },
    report: new Report(),
  };
  async function* answeredRows() {
    yield* rows;
  }
  const reportedRows: unknown[] = [];
  for await (const row of withCheckProgress(run, 200, answeredRows())) reportedRows.push(row);
  expect(reportedRows).toEqual(rows);
  expect(statuses.at(-1)).toEqual([
    '20 of 200',
    '3 min left',
    '18 available, 1 taken, 1 without an answer',
  ]);
});
