import type { Availability } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import type { AnnouncedRows } from '../cli/definition.ts';
import { Failure } from '../errors.ts';
import { type Row, rowOf } from '../output/row.ts';
import { keepHeapSmall } from '../platform/heap.ts';
import { concurrencyFor, inOrder } from './in-order.ts';
import type { Journal, JournalOptions } from './journal.ts';
import { invalidRow, type ListedName, type Names, type OpenNames, openNames } from './names.ts';
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
  { names, again, isBulk }: OpenNames,
): AsyncGenerator<Row<Availability>> {
  const rate = context.settings.preference('rate-limit');
  const check = checkOf(context, years, isBulk);
  // A few names that are typed need no report and no eye on outages.
  if (out === undefined && !isBulk) {
    return yield* inOrder(names, { limit: concurrencyFor(rate) }, check);
  }
  const isKept = out !== undefined;
  const { output, surroundings } = context;
  const journal = out && (await (await import('./journal.ts')).Journal.open(context, out, years));
  const count = again && (() => sizeOf(again(), journal));
  const report = new RunReport({ count, rate, isKept }, output, surroundings.clock);
  try {
    try {
      await report.begin();
      for await (const row of longRun(context, names, check, journal)) {
        if (!row.isKept) journal?.write(row);
        report.count(row);
        yield row;
      }
    } finally {
      journal?.close();
    }
  } catch (error) {
    throw error instanceof Failure ? withNextStep(error, isKept) : error;
  } finally {
    await report.end();
  }
}

async function sizeOf(names: Names, journal?: Journal): Promise<Size> {
  const size = { names: 0, inFile: 0 };
  for await (const { text } of names) {
    size.names += 1;
    if (journal?.row(text) !== undefined) size.inFile += 1;
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
  const { status = 500, apiCode } = failure.details;
  // Without a code it may come from a wrong address.
  const isAboutName = failure.code === 'api_error' && status < 500 && apiCode !== undefined;
  if (!likely || !isAboutName) return failure;
  return failure.saying(`${failure.message}; did you mean ${likely}?`);
}

function longRun(
  { output, settings, surroundings, signal }: Context,
  names: Names,
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
    journal?.row(name.text) ?? (name.reason === undefined ? outage.ask(name) : check(name));
  const shared = journal?.shared(names) ?? names;
  return inOrder(shared, outage.concurrency, answer, () => outage.endOfNames());
}

function withNextStep(failure: Failure, isResumable: boolean): Failure {
  const isStopped = failure.code === 'interrupted';
  if (failure.code === 'usage' || !(isResumable || isStopped)) return failure;
  const next = isResumable
    ? 'the same command with --resume goes on from here'
    : '--out <file.jsonl> keeps the answers, and --resume goes on from them';
  return failure.with({ hint: isStopped ? next : [...failure.hints, next] });
}
