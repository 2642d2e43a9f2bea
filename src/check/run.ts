import { existsSync } from 'node:fs';
import type { Availability } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import type { RowsAnswer } from '../cli/definition.ts';
import { shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { type Row, rowOf } from '../output/row.ts';
import { keepHeapSmall } from '../platform/heap.ts';
import { concurrencyFor, inOrder } from './in-order.ts';
import type { JournalOptions } from './journal.ts';
import { invalidRow, type ListedName, type Names, type OpenNames, openNames } from './names.ts';
import { Outage } from './outage.ts';
import { RunReport } from './report.ts';

export interface CheckRequest {
  typed: string[];
  file: string | undefined;
  years: number;
  out: JournalOptions | undefined;
}

export async function checkNames(
  context: Context,
  request: CheckRequest,
): Promise<RowsAnswer<Availability>> {
  const { typed, file } = request;
  refuseFile(typed);
  const none = new Failure('usage', 'no name to check', {
    hint: 'dotaf check kabul.af, dotaf check --file names.txt, or cat names.txt | dotaf check',
  });
  const opened = await openNames(context, { typed, file, doing: 'checking', none });
  const { surroundings, output } = context;
  // A line that moves would be drawn over what is typed.
  if (surroundings.stdin.isTTY && (file ?? typed[0]) === '-') output.progress.silence();
  const asked = opened.typed?.map((domain) => ({ domain })) ?? [];
  const isLong = request.out !== undefined || opened.isBulk;
  const rows = isLong ? longRun(context, request, opened) : fewRows(context, request, opened);
  return { asked, rows, isList: opened.typed === undefined, empty: opened.empty };
}

/** A file of names that is typed without --file would cost a request for a name like its own. */
function refuseFile(typed: readonly string[]): void {
  const file = typed.find((word) => /\.(?!af$)\w+$/i.test(word) && existsSync(word));
  if (file === undefined) return;
  throw new Failure('usage', `'${file}' is a file`, {
    hint: `dotaf check --file ${shellWord(file)}`,
  });
}

/** A few names that are typed need no report and no eye on outages. */
function fewRows(context: Context, { years }: CheckRequest, { names }: OpenNames) {
  const limit = concurrencyFor(context.settings.preference('rate-limit'));
  return inOrder(names, { limit }, (name) => check(context, name, years, false));
}

async function* longRun(
  context: Context,
  { years, out }: CheckRequest,
  { names, count, isBulk }: OpenNames,
): AsyncGenerator<Row<Availability>> {
  keepHeapSmall();
  const { output, settings, signal } = context;
  const { clock } = context.surroundings;
  const rate = settings.preference('rate-limit');
  const journal = out && new (await import('./journal.ts')).Journal(out, years);
  const report = new RunReport(rate, output, clock);
  const outage = new Outage({
    check: (name) => check(context, name, years, isBulk),
    firstAnswerMs: settings.preference('max-wait') * 1000,
    ...{ clock, signal, output },
  });
  const answer = async (name: ListedName): Promise<Row<Availability>> =>
    journal?.row(name.text) ?? (name.reason === undefined ? outage.ask(name) : invalidRow(name));
  // Two names may have failed, and wait for what becomes of a third.
  const limit = Math.max(3, concurrencyFor(rate));
  await journal?.open(context);
  try {
    await report.begin(count, journal?.size ?? 0);
    const asked = untilEnd(journal?.shared(names) ?? names, () => outage.endOfNames());
    for await (const row of inOrder(asked, { limit }, answer)) {
      if (!row.isKept) journal?.write(row);
      report.count(row);
      yield row;
    }
  } catch (error) {
    throw error instanceof Failure ? withNextStep(error, journal !== undefined) : error;
  } finally {
    journal?.close();
    await report.end();
  }
}

async function* untilEnd(names: Names, onEnd: () => void): AsyncGenerator<ListedName> {
  yield* names;
  onEnd();
}

async function check(
  context: Context,
  { text }: ListedName,
  years: number,
  isBulk: boolean,
): Promise<Row<Availability>> {
  const asked = { domain: text };
  const row = await rowOf(asked, async () => (await context.service()).check(text, years, isBulk));
  return 'failure' in row ? { asked, failure: withLikelyName(row.failure, text) } : row;
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

function withNextStep(failure: Failure, isKept: boolean): Failure {
  const isStopped = failure.code === 'interrupted';
  if (failure.code === 'usage' || !(isKept || isStopped)) return failure;
  const next = isKept
    ? 'the same command with --resume goes on from here'
    : '--out <file.jsonl> keeps the answers, and --resume goes on from them';
  return failure.with({ hint: isStopped ? next : [...failure.hints, next] });
}
