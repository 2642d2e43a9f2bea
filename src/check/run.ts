import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { Availability } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import type { RowsAnswer } from '../cli/definition.ts';
import { durationText } from '../core/durations.ts';
import type { Rate } from '../core/periods.ts';
import { availabilityOf } from '../core/service-words.ts';
import { shellWord } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { Output } from '../output/output.ts';
import { type Row, rowOf } from '../output/row.ts';
import { Countdown } from '../platform/countdown.ts';
import type { Clock } from '../platform/surroundings.ts';
import { concurrencyFor, inOrder } from './in-order.ts';
import type { JournalOptions } from './journal.ts';
import { invalidRow, type ListedName, type OpenNames, openNames } from './names.ts';

interface CheckRequest {
  typed: string[];
  file: string | undefined;
  years: number;
  out: JournalOptions | undefined;
}

const redrawEveryMs = 100;

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

function fewRows(context: Context, { years }: CheckRequest, { names }: OpenNames) {
  const limit = concurrencyFor(context.settings.preference('rate-limit'));
  return inOrder(names, { limit }, ({ text }) => check(context, text, years, false));
}

async function* longRun(
  context: Context,
  { years, out }: CheckRequest,
  { names, isBulk }: OpenNames,
): AsyncGenerator<Row<Availability>> {
  // V8 would let the garbage of a long run grow to as much again as it holds.
  setFlagsFromString('--heap-growing-percent=10');
  const { output, settings, signal } = context;
  const { clock } = context.surroundings;
  const rate = settings.preference('rate-limit');
  const journal = out && (await (await import('./journal.ts')).Journal.open(context, out, years));
  const count = 'length' in names ? names.length : undefined;
  const report = runReport(rate, output, clock, count);
  const outage = new Outage({
    check: ({ text }) => check(context, text, years, isBulk),
    firstAnswerMs: settings.preference('max-wait') * 1000,
    ...{ clock, signal, output },
  });
  const answer = async (name: ListedName): Promise<Row<Availability>> =>
    journal?.row(name.text) ?? (name.reason === undefined ? outage.ask(name) : invalidRow(name));
  // Two names may have failed, and wait for what becomes of a third.
  const limit = Math.max(3, concurrencyFor(rate));
  try {
    for await (const row of inOrder(journal?.shared(names) ?? names, { limit }, answer)) {
      await journal?.write(row);
      report.count(row);
      yield row;
    }
    await journal?.expectUnchanged();
  } catch (error) {
    throw error instanceof Failure ? withNextStep(error, journal !== undefined) : error;
  } finally {
    journal?.close();
    await report.end();
  }
}

function check(
  context: Context,
  domain: string,
  years: number,
  isBulk: boolean,
): Promise<Row<Availability>> {
  return rowOf({ domain }, async () => (await context.service()).check(domain, years, isBulk));
}

function withNextStep(failure: Failure, isKept: boolean): Failure {
  const isStopped = failure.code === 'interrupted';
  if (failure.code === 'usage' || !(isKept || isStopped)) return failure;
  const next = isKept
    ? 'the same command with --resume goes on from here'
    : '--out <file.jsonl> keeps the answers, and --resume goes on from them';
  return failure.with({ hint: [...failure.hints, next] });
}

export function runReport(
  rate: Rate,
  output: Pick<Output, 'isLive' | 'note' | 'work'>,
  clock: Clock,
  names: number | undefined,
) {
  const { requests, windowMs } = rate;
  const start = clock.elapsed();
  const rows = { all: 0, kept: 0, answered: 0, available: 0, taken: 0, unknown: 0 };
  let drawnAt = Number.NEGATIVE_INFINITY;

  const availabilities = () => {
    const { available, taken, unknown } = rows;
    return `${available} available, ${taken} taken${unknown > 0 ? `, ${unknown} unknown` : ''}`;
  };
  const progress = () => {
    if (names === undefined) return [`${rows.all} done`, availabilities()];
    const asked = rows.all - rows.kept;
    const bySpeed = asked > 0 ? (clock.elapsed() - start) / asked : 0;
    const ms = (names - rows.all) * Math.max(bySpeed, windowMs / requests);
    const left = ms < windowMs ? [] : [`${durationText(ms)} left`];
    return [`${rows.all} of ${names}`, ...left, availabilities()];
  };
  return {
    count(row: Row<Availability>): void {
      const answer = 'value' in row ? row.value : undefined;
      rows[availabilityOf(answer)] += 1;
      rows.all += 1;
      if (answer !== undefined) rows.answered += 1;
      if (row.isKept) rows.kept += 1;
      if (!output.isLive || clock.elapsed() - drawnAt < redrawEveryMs) return;
      drawnAt = clock.elapsed();
      output.work(progress);
    },

    async end(): Promise<void> {
      output.work(undefined);
      if (rows.all < 2) return;
      const time = durationText(clock.elapsed() - start);
      const known = rows.kept > 0 ? `; ${rows.kept} already in the file` : '';
      const answered = `${rows.answered} answered, ${availabilities()}${known}`;
      await output.note(`${rows.all} names in ${time}: ${answered}`);
    },
  };
}

interface OutageOptions {
  check(name: ListedName): Promise<Row<Availability>>;
  firstAnswerMs: number;
  clock: Clock;
  signal: AbortSignal;
  output: Pick<Output, 'note' | 'wait'>;
}

const outageThreshold = 3;

/** Others are asked before a name that has failed is asked again. */
const pauseMs = 100;

const firstProbeMs = 2000;
const longestProbeMs = 60_000;

/** After this long without an answer, a run that nobody watches had better end. */
const longestOutageMs = 3_600_000;

/** Tells an outage of the service from failures of single names, and waits until it is over. */
export class Outage {
  readonly #options: OutageOptions;
  readonly #failed = new Set<ListedName>();
  /** Was answered once, so it is answered again unless the service is down. */
  #answered: ListedName | undefined;
  /** Before an answer one name at a time is asked: a wrong address costs few requests. */
  #first: Promise<unknown> | undefined;
  /** All names wait for it while the service is down. It is rejected with what ends the run. */
  #recovery: Promise<void> | undefined;
  /** Nothing was ever answered: the names in hand have their rows, and no other is asked. */
  #end: Failure | undefined;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** Asks once more for a name that has failed, when others have shown if the service is down. */
  async ask(name: ListedName): Promise<Row<Availability>> {
    const { clock, signal } = this.#options;
    if (this.#end !== undefined) throw this.#end;
    let row: Row<Availability> | undefined;
    for (let isAgain = false; ; isAgain = true) {
      while (this.#recovery ?? this.#first) await (this.#recovery ?? this.#first);
      if (this.#end !== undefined && row !== undefined) return row;
      const sent = this.#check(name);
      if (this.#answered === undefined && this.#end === undefined) {
        this.#first = sent.catch(() => {});
      }
      row = await sent;
      this.#first = undefined;
      const failure = this.#suspiciousFailure(row);
      if (failure === undefined) {
        this.#answered = name;
        this.#failed.clear();
        return row;
      }
      if (this.#recovery !== undefined) continue;
      if (isAgain || this.#end !== undefined) return row;
      this.#failed.add(name);
      if (this.#failed.size < outageThreshold) await clock.sleep(pauseMs, signal);
      else this.#wait(this.#recover(failure));
    }
  }

  async #check(name: ListedName): Promise<Row<Availability>> {
    try {
      return await this.#options.check(name);
    } catch (error) {
      // Credentials that were good for others are not refused: the name is.
      const isForbidden = error instanceof Failure && error.details.status === 403;
      if (isForbidden && this.#answered) return { asked: { domain: name.text }, failure: error };
      this.#wait(Promise.reject(error));
      throw error;
    }
  }

  #wait(recovery: Promise<void>): void {
    this.#recovery = recovery;
    recovery.catch(() => {});
  }

  async #recover(failure: Failure): Promise<void> {
    if (!isTransient(failure)) throw failure;
    const { clock, signal, output, firstAnswerMs } = this.#options;
    const countdown = new Countdown(clock, (waiting) => output.wait(waiting));
    const what = { reason: `before the next attempt (${failure.message})`, isTold: true };
    const answered = this.#answered;
    // Some names may fail whenever they are asked, so every second probe is for another one.
    const names = [...this.#failed].flatMap((name) => (answered ? [name, answered] : [name]));
    const end = clock.elapsed() + (answered === undefined ? firstAnswerMs : longestOutageMs);
    await output.note(`${failure.message}; waiting until the service answers`);
    for (let pause = firstProbeMs; ; pause = Math.min(pause * 2, longestProbeMs)) {
      const left = end - clock.elapsed();
      const name = names.shift();
      if (left <= 0 || name === undefined) {
        if (answered !== undefined) throw failure;
        this.#end = failure;
        this.#recovery = undefined;
        return;
      }
      names.push(name);
      await countdown.wait(Math.min(pause, left), signal, what);
      if (this.#suspiciousFailure(await this.#check(name)) === undefined) break;
    }
    await output.note('the service answers again');
    this.#failed.clear();
    this.#recovery = undefined;
  }

  #suspiciousFailure(row: Row<Availability>): Failure | undefined {
    if ('value' in row) return undefined;
    const { failure } = row;
    // The service may forbid one name to all, but not many of them, one after the other.
    if (isTransient(failure) || failure.code === 'unauthorized') return failure;
    return this.#answered === undefined && failure.details.isNotTheService ? failure : undefined;
  }
}

function isTransient({ code, details }: Failure): boolean {
  return details.retryable === true || (code === 'api_error' && (details.status ?? 0) >= 500);
}
