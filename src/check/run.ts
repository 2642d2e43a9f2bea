import type { Availability } from '../api/types.ts';
import { invalidEntry, type ListedName, type TidyReport } from '../bulk/names.ts';
import { type OpenNames, openNames } from '../bulk/open-names.ts';
import { inOrder } from '../bulk/ordered.ts';
import { readAhead } from '../bulk/read-ahead.ts';
import type { Context } from '../cli/context.ts';
import type { AnnouncedRows } from '../cli/definition.ts';
import type { DomainName } from '../core/names.ts';
import type { Rate } from '../core/periods.ts';
import { Failure } from '../errors.ts';
import { type Row, rowOf } from '../output/row.ts';
import { keepHeapSmall } from '../platform/heap.ts';
import type { JournalOptions } from './journal.ts';
import { OutageDetector } from './outage.ts';
import { type RunPlan, RunReport, type Size } from './report.ts';

export interface CheckRequest {
  /** Names, or a lone `-`. */
  typed: string[];
  file: string | undefined;
  years: number;
  out: JournalOptions | undefined;
}

interface NamesToCheck extends Pick<RunPlan, 'size' | 'count'>, Pick<OpenNames, 'isBulk'> {
  names: AsyncGenerator<ListedName>;
  /** Undefined for a list. */
  typed: number | undefined;
  tidying: TidyReport;
}

type Check = (domain: DomainName) => Promise<Row<Availability>>;

/** So many names of a list, or what comes so soon, decide how wide the table is. */
const knownFirst = { count: 200, ms: 100 };

/** Checks names, one or a million, and gives a row for each in their order. */
export async function checkNames(
  context: Context,
  request: CheckRequest,
): Promise<AnnouncedRows<Availability>> {
  const opened = await namesToCheck(context, request);
  const { json, jq, csv } = context.options;
  const isList = opened.typed === undefined;
  if (json || jq !== undefined || csv) {
    return { asked: [], rows: rowsOf(context, request, opened), isList };
  }
  const { typed: count = knownFirst.count } = opened;
  const bounds = { ...knownFirst, count };
  const { first, all } = await readAhead(opened.names, bounds, context.surroundings.clock);
  const asked = first.map(({ text }) => ({ domain: text }));
  return { asked, rows: rowsOf(context, request, { ...opened, names: all }), isList };
}

async function* rowsOf(
  context: Context,
  { years, out }: CheckRequest,
  { names, isBulk, size, count, tidying }: NamesToCheck,
): AsyncGenerator<Row<Availability>> {
  const { output, settings, surroundings } = context;
  // A run of few names needs no report and no outage detector.
  const isLong = out !== undefined || isBulk;
  const isKept = out !== undefined;
  const plan = { size, count, rate: settings.preference('rate-limit'), isKept };
  const report = isLong ? new RunReport(plan, output, surroundings.clock) : undefined;
  const check: Check = (domain) =>
    rowOf({ domain }, async () => (await context.service()).check(domain, years, isBulk));
  const journal = out && (await (await import('./journal.ts')).Journal.open(context, out));
  try {
    try {
      for await (const row of journal?.rows(names, years) ?? []) {
        report?.count(row);
        yield row;
      }
      journal?.begin();
      await report?.begin();
      for await (const row of checkedRows(context, names, check, isLong)) {
        journal?.write(row);
        report?.count(row);
        yield row;
      }
      journal?.end();
    } finally {
      journal?.close();
    }
    await tidying.write((text) => output.note(text));
  } catch (error) {
    throw error instanceof Failure && isLong ? withNextStep(error, out !== undefined) : error;
  } finally {
    await report?.end();
    await names.return(undefined);
  }
}

async function namesToCheck(
  context: Context,
  { typed, file }: CheckRequest,
): Promise<NamesToCheck> {
  const { output, settings, surroundings, signal } = context;
  const none = new Failure('usage', 'no name to check', {
    hint: 'dotaf check kabul.af, dotaf check --file names.txt, or cat names.txt | dotaf check',
  });
  const note = (text: string) => output.note(text);
  const request = { typed, file, signal, none, note };
  const opened = await openNames(request, settings.preference('tld'), surroundings);
  // A line that moves would be drawn over what is typed.
  if (surroundings.stdin.isTTY && (file ?? typed[0]) === '-') output.progress.silence();
  const { names, isBulk, tidying, count: total, again } = opened;
  const size = total === undefined ? undefined : { total, requests: total };
  const count = again && (() => sizeOf(again()));
  return { names, isBulk, tidying, typed: total, size, count };
}

async function sizeOf(names: AsyncIterable<ListedName>): Promise<Size> {
  let total = 0;
  let requests = 0;
  for await (const { reason } of names) {
    total += 1;
    if (reason === undefined) requests += 1;
  }
  return { total, requests };
}

function checkedRows(
  { output, settings, surroundings, signal }: Context,
  names: AsyncIterable<ListedName>,
  check: Check,
  isLong: boolean,
): AsyncGenerator<Row<Availability>> {
  const limit = concurrencyFor(settings.preference('rate-limit'));
  if (!isLong) return inOrder(names, { limit }, (entry) => rowFor(entry, check));
  keepHeapSmall();
  const detector = new OutageDetector<Row<Availability>>({
    failureOf: (row) => ('failure' in row ? row.failure : undefined),
    concurrency: limit,
    firstAnswerMs: settings.preference('max-wait') * 1000,
    clock: surroundings.clock,
    signal,
    output,
  });
  const attempt: Check = (domain) =>
    check(domain).catch((error: unknown) => {
      // Credentials that were good for others are not refused: the name is.
      const isForbidden = error instanceof Failure && error.details.status === 403;
      if (isForbidden && detector.hasAnswered) return { asked: { domain }, failure: error };
      throw error;
    });
  return inOrder(
    names,
    detector.concurrency,
    (entry) => rowFor(entry, (domain) => detector.ask(() => attempt(domain))),
    (failure) => detector.endOfNames(failure),
  );
}

function rowFor(entry: ListedName, check: Check): Promise<Row<Availability>> {
  if (entry.reason === undefined) return check(entry.text);
  return Promise.resolve({ asked: { domain: entry.text }, failure: invalidEntry(entry) });
}

/** Enough for the pace of the limit if an answer takes four seconds, and no more than is polite. */
export function concurrencyFor({ requests, windowMs }: Rate): number {
  const enough = Math.ceil((requests * 4000) / windowMs);
  return Math.min(requests, Math.max(4, Math.min(32, enough)));
}

function withNextStep(failure: Failure, isResumable: boolean): Failure {
  const isStopped = failure.code === 'interrupted';
  if (failure.code === 'usage' || !(isResumable || isStopped)) return failure;
  const next = isResumable
    ? 'the same command with --resume goes on from here'
    : '--out <file.jsonl> keeps the answers, and --resume goes on from them';
  return failure.with({ hint: isStopped ? next : [...failure.hints, next] });
}
