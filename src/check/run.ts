import type { Availability } from '../api/answers.ts';
import type { Service } from '../api/service.ts';
import { type NoticeQueue, note } from '../core/notices.ts';
import type { Rate } from '../core/periods.ts';
import { availabilityOf } from '../core/service-words.ts';
import { durationText } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { type Row, rowOf } from '../output/row.ts';
import { concurrencyFor, inOrder } from './in-order.ts';
import type { JournalHost, JournalOptions } from './journal.ts';
import type { ListedName } from './lists.ts';
import { invalidRow } from './names.ts';
import { type Check, type LongRun, Outage } from './outage.ts';

interface ReportOptions extends Pick<LongRun, 'system' | 'output'> {
  rate: Rate;
  notices: NoticeQueue;
}

/** What a bulk check needs of a run, beside the service. */
interface BulkOptions extends ReportOptions {
  system: LongRun['system'] & JournalHost['system'];
  settings: JournalHost['settings'];
  signal: AbortSignal;
}

/** @param out the file that takes each answer before it is shown */
export async function* bulkRows(
  names: readonly ListedName[],
  check: Check,
  out: JournalOptions | undefined,
  options: BulkOptions,
): AsyncGenerator<Row<Availability>> {
  // An empty list leaves no file behind.
  if (names.length === 0) return;
  const journal = out && new (await import('./journal.ts')).Journal(options, out, names);
  const outage = new Outage(options, concurrencyFor(options.rate), check);
  const answer = async (name: ListedName): Promise<Row<Availability>> => {
    const kept = journal?.row(name.text);
    if (kept !== undefined) return kept;
    return name.reason === undefined ? outage.ask(name.text) : invalidRow(name);
  };
  try {
    const rows = inOrder(names, outage, answer);
    for await (const row of reported(options, names.length, rows)) {
      journal?.write(row);
      yield row;
    }
    journal?.assertUnchanged();
  } catch (error) {
    throw error instanceof Failure ? withNextStep(error, journal !== undefined) : error;
  } finally {
    journal?.close();
  }
}

function withNextStep(failure: Failure, isFromEarlierRun: boolean): Failure {
  const { hints, code } = failure;
  // With `io`, the file itself is what has failed.
  if (code === 'io' || (code !== 'interrupted' && !isFromEarlierRun)) return failure;
  const next = isFromEarlierRun
    ? 'the same command with --resume goes on from here'
    : '--out <file.jsonl> keeps the answers, and --resume goes on from them';
  return failure.with({ hint: [...hints, next] });
}

/**
 * HTTP 403 may be about a name or about the credentials: the balance, asked once, tells.
 * @returns throws what ends the run, such as `unauthorized` if the balance is refused as well
 */
export function checker(service: Service, years: number, isBulk: boolean): Check {
  let balance: Promise<unknown> | undefined;
  return async (domain) => {
    const asked = { domain };
    try {
      return await rowOf(asked, () => service.check(domain, years, isBulk));
    } catch (error) {
      if (!(error instanceof Failure && error.details.status === 403)) throw error;
      balance ??= service.balance();
      await balance;
      const message = `the service forbids this name: ${error.details.reason}`;
      return { asked, failure: error.with({ about: `check ${domain}`, hint: [] }, message) };
    }
  };
}

/** Passes rows on, and tells how far a long run is, and at last what came of it. */
export async function* reported(
  { system, output, rate, notices }: ReportOptions,
  names: number,
  rows: AsyncIterable<Row<Availability>>,
): AsyncGenerator<Row<Availability>> {
  const { clock } = system;
  const start = clock.elapsed();
  const states = { available: 0, taken: 0, unknown: 0 };
  let answered = 0;
  let done = 0;
  const counts = () => {
    const others = states.unknown > 0 ? `, ${states.unknown} unknown` : '';
    return `${states.available} available, ${states.taken} taken${others}`;
  };
  try {
    for await (const row of rows) {
      const answer = 'value' in row ? row.value : undefined;
      states[availabilityOf(answer)] += 1;
      done += 1;
      if (answer !== undefined) answered += 1;
      const left = durationText(((names - done) * rate.windowMs) / rate.requests);
      const time = answered > 0 ? [`${left} left`] : [];
      output.progress.work(() => [`${done} of ${names}`, ...time, counts()]);
      yield row;
    }
  } finally {
    output.progress.work(undefined);
    const took = durationText(clock.elapsed() - start);
    if (done > 1) {
      notices.add(note(`${done} names in ${took}: ${answered} answered, ${counts()}`));
    }
  }
}
