import type { Availability } from '../api/responses.ts';
import type { Service } from '../api/service.ts';
import { getAvailability } from '../core/api-vocabulary.ts';
import { computeConcurrency, mapInOrder } from '../core/concurrency.ts';
import { type NoticeQueue, note } from '../core/notices.ts';
import type { RateLimit } from '../core/periods.ts';
import { formatDuration } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { NameEntry } from '../lists/name-list.ts';
import { type Row, toRow } from '../output/row.ts';
import { type BulkContext, type CheckFunction, CircuitBreaker } from './circuit-breaker.ts';
import type { JournalDependencies, JournalOptions } from './journal.ts';
import { toInvalidRow } from './normalize-names.ts';

interface ProgressReportOptions extends Pick<BulkContext, 'system' | 'output'> {
  rate: RateLimit;
  notices: NoticeQueue;
}

/** What a bulk check needs of a run, beside the service. */
interface BulkCheckOptions extends ProgressReportOptions {
  system: BulkContext['system'] & JournalDependencies['system'];
  settings: JournalDependencies['settings'];
  signal: AbortSignal;
}

/** @param out the file that takes each answer before it is shown */
export async function* checkInBulk(
  names: readonly NameEntry[],
  check: CheckFunction,
  out: JournalOptions | undefined,
  options: BulkCheckOptions,
): AsyncGenerator<Row<Availability>> {
  // An empty list leaves no file behind.
  if (names.length === 0) return;
  const journal = out && new (await import('./journal.ts')).Journal(options, out, names);
  const breaker = new CircuitBreaker(options, computeConcurrency(options.rate), check);
  const checkEntry = async (name: NameEntry): Promise<Row<Availability>> => {
    const earlierRow = journal?.getRow(name.text);
    if (earlierRow !== undefined) return earlierRow;
    return name.reason === undefined ? breaker.execute(name.text) : toInvalidRow(name);
  };
  try {
    const rows = mapInOrder(names, breaker, checkEntry);
    for await (const row of reportProgress(options, names.length, rows)) {
      journal?.write(row);
      yield row;
    }
    journal?.assertUnchanged();
  } catch (error) {
    throw error instanceof Failure ? addResumeHint(error, journal !== undefined) : error;
  } finally {
    journal?.close();
  }
}

function addResumeHint(failure: Failure, isFromEarlierRun: boolean): Failure {
  const { hints, code } = failure;
  // With `io`, the file itself is what has failed.
  if (code === 'io' || (code !== 'interrupted' && !isFromEarlierRun)) return failure;
  const hint = isFromEarlierRun
    ? 'the same command with --resume goes on from here'
    : '--out <file.jsonl> keeps the answers, and --resume goes on from them';
  return failure.with({ hint: [...hints, hint] });
}

/**
 * HTTP 403 may be about a name or about the credentials: the balance, asked once, tells.
 * @returns throws what ends the run, such as `unauthorized` if the balance is refused as well
 */
export function createCheck(service: Service, years: number, isBulk: boolean): CheckFunction {
  let balance: Promise<unknown> | undefined;
  return async (domain) => {
    const input = { domain };
    try {
      return await toRow(input, () => service.check(domain, years, isBulk));
    } catch (error) {
      if (!(error instanceof Failure && error.details.status === 403)) throw error;
      balance ??= service.balance();
      await balance;
      const message = `the service forbids this name: ${error.details.reason}`;
      return { input, failure: error.with({ subject: `check ${domain}`, hint: [] }, message) };
    }
  };
}

/** Passes rows on, and tells how far a long run is, and at last what came of it. */
export async function* reportProgress(
  { system, output, rate, notices }: ProgressReportOptions,
  total: number,
  rows: AsyncIterable<Row<Availability>>,
): AsyncGenerator<Row<Availability>> {
  const { clock } = system;
  const start = clock.elapsed();
  const tally = { available: 0, taken: 0, unknown: 0 };
  let answeredCount = 0;
  let done = 0;
  const formatTally = () => {
    const others = tally.unknown > 0 ? `, ${tally.unknown} unknown` : '';
    return `${tally.available} available, ${tally.taken} taken${others}`;
  };
  try {
    for await (const row of rows) {
      const value = 'value' in row ? row.value : undefined;
      tally[getAvailability(value)] += 1;
      done += 1;
      if (value !== undefined) answeredCount += 1;
      const remaining = formatDuration(((total - done) * rate.windowMs) / rate.requests);
      const eta = answeredCount > 0 ? [`${remaining} left`] : [];
      output.progress.setStatus(() => [`${done} of ${total}`, ...eta, formatTally()]);
      yield row;
    }
  } finally {
    output.progress.setStatus(undefined);
    const duration = formatDuration(clock.elapsed() - start);
    if (done > 1) {
      notices.add(
        note(`${done} names in ${duration}: ${answeredCount} answered, ${formatTally()}`),
      );
    }
  }
}
