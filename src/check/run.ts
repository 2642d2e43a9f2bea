import type { Availability } from '../api/types.ts';
import type { Context } from '../cli/context.ts';
import type { AnnouncedRows } from '../cli/definition.ts';
import { Failure } from '../errors.ts';
import { type Row, rowOf } from '../output/row.ts';
import { keepHeapSmall } from '../platform/heap.ts';
import { concurrencyFor, inOrder } from './in-order.ts';
import type { Journal, JournalOptions } from './journal.ts';
import { invalidRow, type ListedName, type OpenNames, openNames } from './names.ts';
import { Outage } from './outage.ts';
import { RunReport, type Size } from './report.ts';

export interface CheckRequest {
  /** Names, or a lone `-`. */
  typed: string[];
  file: string | undefined;
  years: number;
  out: JournalOptions | undefined;
}

type Check = (name: ListedName) => Promise<Row<Availability>>;

/** Checks names, one or a million, and gives a row for each in their order. */
export async function checkNames(
  context: Context,
  request: CheckRequest,
): Promise<AnnouncedRows<Availability>> {
  const { typed, file } = request;
  const none = new Failure('usage', 'no name to check', {
    hint: 'dotaf check kabul.af, dotaf check --file names.txt, or cat names.txt | dotaf check',
  });
  const opened = await openNames(context, { typed, file, doing: 'checking', none });
  const { surroundings, output } = context;
  // A line that moves would be drawn over what is typed.
  if (surroundings.stdin.isTTY && (file ?? typed[0]) === '-') output.progress.silence();
  const asked = opened.typed?.map((domain) => ({ domain })) ?? [];
  const rows = rowsOf(context, request, opened);
  return { asked, rows, isList: opened.typed === undefined, empty: opened.empty };
}

async function* rowsOf(
  context: Context,
  { years, out }: CheckRequest,
  opened: OpenNames,
): AsyncGenerator<Row<Availability>> {
  const { output, settings, surroundings } = context;
  const { names, again, isBulk, notes } = opened;
  const isKept = out !== undefined;
  // A few names that are typed need no report and no eye on outages.
  const isLong = isKept || isBulk;
  const journal = out && (await (await import('./journal.ts')).Journal.open(context, out, years));
  const count = again && (() => sizeOf(again(), journal));
  const plan = { count, rate: settings.preference('rate-limit'), isKept };
  const report = isLong ? new RunReport(plan, output, surroundings.clock) : undefined;
  const check = checkOf(context, years, isBulk);
  try {
    try {
      const begun = (await journal?.begin(names)) ?? names;
      await report?.begin();
      const rows = isLong
        ? longRun(context, begun, check, journal)
        : inOrder(begun, { limit: concurrencyFor(plan.rate) }, check);
      for await (const row of rows) {
        if (!row.isKept) journal?.write(row);
        report?.count(row);
        yield row;
      }
      journal?.end();
    } finally {
      journal?.close();
    }
    await notes?.write((text) => output.note(text));
  } catch (error) {
    throw error instanceof Failure && isLong ? withNextStep(error, isKept) : error;
  } finally {
    await report?.end();
  }
}

async function sizeOf(names: AsyncIterable<ListedName>, journal?: Journal): Promise<Size> {
  const size = { names: 0, inFile: 0, requests: 0 };
  for await (const { text, reason } of names) {
    size.names += 1;
    if (journal?.holds(text)) size.inFile += 1;
    else if (reason === undefined) size.requests += 1;
  }
  return size;
}

function checkOf(context: Context, years: number, isBulk: boolean): Check {
  return async (name) => {
    if (name.reason !== undefined) return invalidRow(name);
    const asked = { domain: name.text };
    const row = await rowOf(asked, async () =>
      (await context.service()).check(name.text, years, isBulk),
    );
    return 'failure' in row ? { asked, failure: withLikelyName(row.failure, name.text) } : row;
  };
}

/** Nobody registers `www.kabul.af`, and a service that refuses it means the name below. */
function withLikelyName(failure: Failure, name: string): Failure {
  const [, likely] = /^www\.(.+\..+)$/.exec(name) ?? [];
  const { status = 0, apiCode } = failure.details;
  // A page that is not found is rather a wrong address.
  const isAboutName = [400, 409, 422].includes(status) || (status === 404 && apiCode !== undefined);
  return likely && isAboutName ? failure.with({ hint: `did you mean ${likely}?` }) : failure;
}

function longRun(
  { output, settings, surroundings, signal }: Context,
  names: AsyncIterable<ListedName>,
  check: Check,
  journal: Journal | undefined,
): AsyncGenerator<Row<Availability>> {
  keepHeapSmall();
  const outage = new Outage<ListedName, Row<Availability>>({
    send: (name) =>
      check(name).catch((error: unknown) => {
        // Credentials that were good for others are not refused: the name is.
        const isForbidden = error instanceof Failure && error.details.status === 403;
        if (!(isForbidden && outage.hasAnswered)) throw error;
        return { asked: { domain: name.text }, failure: error };
      }),
    failureOf: (row) => ('failure' in row ? row.failure : undefined),
    concurrency: concurrencyFor(settings.preference('rate-limit')),
    firstAnswerMs: settings.preference('max-wait') * 1000,
    ...{ clock: surroundings.clock, signal, output },
  });
  const answer: Check = async (name) =>
    journal?.take(name.text) ?? (name.reason === undefined ? outage.ask(name) : check(name));
  return inOrder(names, outage.concurrency, answer, (failure) => outage.endOfNames(failure));
}

function withNextStep(failure: Failure, isResumable: boolean): Failure {
  const isStopped = failure.code === 'interrupted';
  if (failure.code === 'usage' || !(isResumable || isStopped)) return failure;
  const next = isResumable
    ? 'the same command with --resume goes on from here'
    : '--out <file.jsonl> keeps the answers, and --resume goes on from them';
  return failure.with({ hint: isStopped ? next : [...failure.hints, next] });
}
