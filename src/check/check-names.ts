import { type ApiService, createForbiddenNameCheck } from '../api/service.ts';
import { getAvailabilityState } from '../core/api-vocabulary.ts';
import { computeConcurrency, mapInOrder } from '../core/concurrency.ts';
import { formatTime, getAgeMs, msPerDay, type RateLimit } from '../core/dates.ts';
import type { Report } from '../core/report.ts';
import { formatDuration, pluralize } from '../core/text.ts';
import { CliError } from '../errors.ts';
import type { NameEntry } from '../lists/name-list.ts';
import { createRowFromTask, type ResultRow } from '../output/row.ts';
import type { Clock } from '../system/system.ts';
import {
  type AvailabilityCheck,
  type BulkCheckContext,
  CircuitBreaker,
} from './circuit-breaker.ts';
import type { CheckResult } from './fields.ts';
import type { JournalDependencies, JournalOptions } from './journal.ts';
import { toInvalidNameRow } from './normalize-names.ts';

interface ProgressReportOptions extends Pick<BulkCheckContext, 'system' | 'output'> {
  rate: RateLimit;
  report: Report;
}

type BulkCheckOptions = ProgressReportOptions &
  BulkCheckContext &
  JournalDependencies & {
    addRetail(rows: CheckRowStream): CheckRowStream;
  };

export type CheckRowStream = AsyncIterable<ResultRow<CheckResult>>;

/** Yields rows in input order. Each is written to `--out` first, unless its error is transient. */
export async function* checkNamesInBulk(
  names: readonly NameEntry[],
  check: AvailabilityCheck,
  journalOptions: JournalOptions | undefined,
  options: BulkCheckOptions,
) {
  if (names.length === 0) return;
  const journal =
    journalOptions &&
    (await import('./journal.ts').then(({ Journal }) =>
      Journal.open(options, journalOptions, names),
    ));
  const breaker = new CircuitBreaker(options, computeConcurrency(options.rate), check);
  const checkEntry = async (name: NameEntry) =>
    name.reason
      ? toInvalidNameRow(name)
      : (journal?.getRow(name.text) ?? breaker.execute(name.text));
  try {
    const answers = mapInOrder(names, breaker, checkEntry);
    const rows = options.addRetail(noteOldestAge(options, journalOptions?.maxAgeMs, answers));
    for await (const row of withCheckProgress(options, names.length, rows)) {
      journal?.write(row);
      yield row;
    }
    journal?.assertAtPath();
  } catch (error) {
    throw error instanceof CliError ? addResumeHint(error, journal !== undefined) : error;
  } finally {
    journal?.close();
  }
}

function addResumeHint(error: CliError, hasJournal: boolean) {
  const { hints, code } = error;
  // After an `io` error the `--out` file may be unusable, so do not suggest `--resume`.
  if (code === 'io' || (code !== 'interrupted' && !hasJournal)) return error;
  const hint = hasJournal
    ? 'the same command with --resume goes on from here'
    : '--out <file.jsonl> keeps the answers, and --resume goes on from them';
  return error.with({ hint: [...hints, hint] });
}

export function createAvailabilityCheck(
  service: ApiService,
  clock: Clock,
  years: number,
  isBulk: boolean,
): AvailabilityCheck {
  const findForbiddenName = createForbiddenNameCheck(service);
  return async (domain) => {
    const input = { domain };
    try {
      return await createRowFromTask(input, async () => {
        const { extra, ...answer } = await service.check(domain, years, isBulk);
        const checked_at = formatTime(clock.now());
        return { ...answer, checked_at, ...(extra && { extra }) };
      });
    } catch (error) {
      const forbidden = await findForbiddenName(error);
      if (!forbidden) throw error;
      const message = `the service forbids this name: ${forbidden.details.reason}`;
      return { input, error: forbidden.with({ subject: `check ${domain}`, hint: [] }, message) };
    }
  };
}

export async function* withCheckProgress(
  { system: { clock }, output, rate, report }: ProgressReportOptions,
  total: number,
  rows: CheckRowStream,
) {
  const start = clock.elapsed();
  const tally = { available: 0, taken: 0, unknown: 0, failed: 0 };
  let earlierCount = 0;
  let doneCount = 0;
  const formatTally = () => {
    const unknownText = tally.unknown > 0 ? `, ${tally.unknown} unknown` : '';
    const failedText = tally.failed > 0 ? `, ${tally.failed} without an answer` : '';
    return `${tally.available} available, ${tally.taken} taken${unknownText}${failedText}`;
  };
  try {
    for await (const row of rows) {
      const value = 'value' in row ? row.value : undefined;
      tally[value ? getAvailabilityState(value) : 'failed'] += 1;
      doneCount += 1;
      if (value && row.isFromEarlierRun) earlierCount += 1;
      const remaining = formatDuration(((total - doneCount) * rate.windowMs) / rate.requests);
      const eta = doneCount > tally.failed ? [`${remaining} left`] : [];
      output.progress.setStatus(() => [`${doneCount} of ${total}`, ...eta, formatTally()]);
      yield row;
    }
  } finally {
    output.progress.setStatus(undefined);
    const duration = formatDuration(clock.elapsed() - start);
    const earlierText = earlierCount > 0 ? ` (${earlierCount} earlier)` : '';
    const summary = `${doneCount} names${earlierText} in ${duration}: ${formatTally()}`;
    if (doneCount > 1) report.note(summary);
  }
}

async function* noteOldestAge(
  { system: { clock }, report }: Pick<BulkCheckOptions, 'system' | 'report'>,
  maxAgeMs = msPerDay,
  rows: CheckRowStream,
) {
  let oldestAgeMs = 0;
  for await (const row of rows) {
    if ('value' in row && row.isFromEarlierRun)
      oldestAgeMs = Math.max(oldestAgeMs, getAgeMs(row.value.checked_at, clock.now()));
    yield row;
  }
  if (oldestAgeMs <= maxAgeMs) return;
  const age = formatAge(oldestAgeMs);
  report.note(`the oldest answer is ${age}: --max-age 1 asks again what is older than a day`);
}

export function formatAge(ageMs: number) {
  if (!Number.isFinite(ageMs)) return 'of unknown age';
  return `${pluralize(Math.floor(ageMs / msPerDay), 'day')} old`;
}
