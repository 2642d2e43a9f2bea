import type { Availability } from '../api/types.ts';
import { askNames, countNames, namesToAsk, requestsAtOnce } from '../bulk/ask-names.ts';
import type { AskedName } from '../bulk/asked-names.ts';
import { type NameInputs, nameInputs } from '../bulk/sources.ts';
import type { Context } from '../cli/context.ts';
import type { DomainName } from '../core/names.ts';
import { availabilityOf } from '../core/service-words.ts';
import { Failure } from '../errors.ts';
import { type Row, type Rows, rowOf } from '../output/row.ts';
import type { CheckJournal } from './check-journal.ts';
import type { JournalKind } from './fields.ts';
import { Line } from './outage.ts';
import { RunReport } from './report.ts';

export interface CheckRequest {
  /** Names, or a lone `-`. */
  typed: string[];
  file: string | undefined;
  years: number;
  out: { file: string; kind: JournalKind; isResumed: boolean } | undefined;
}

/** As many as are worth no more than to be asked at once. */
const few = 8;

const redrawEveryMs = 100;

/** Checks names, one or a million, and gives a row each in their order. */
export class CheckRun implements Rows<Availability> {
  readonly #context: Context;
  readonly #request: CheckRequest;
  #report: RunReport | undefined;
  #drawnAt = Number.NEGATIVE_INFINITY;

  constructor(context: Context, request: CheckRequest) {
    this.#context = context;
    this.#request = request;
  }

  /** What is written to a file is worth going on for. */
  get outlivesReader(): boolean {
    return this.#request.out !== undefined;
  }

  /** Of a run over many names that has come to something. */
  get summary(): string | undefined {
    return this.#report?.summary;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row<Availability>> {
    const { output, settings, surroundings, signal } = this.#context;
    const { typed, file, out } = this.#request;
    const inputs = nameInputs(typed, file, surroundings.stdin, signal);
    const tlds = settings.preference('tld');
    const { names, count, tidied } = await namesToAsk(inputs, tlds);
    const tell = (text: string) => output.note(text);
    if (count !== undefined) await tidied.tell(tell);
    const isLong = out !== undefined || count === undefined || count > few;
    if (isLong) this.#report = await this.#reportOn(inputs, tlds, count);
    const journal = out && (await openJournal(this.#context, out));
    try {
      if (journal) yield* this.#counted(journal.rows(names, this.#request.years));
      journal?.begin();
      this.#report?.begin();
      if (output.isLive && this.#report?.plan) await tell(this.#report.plan);
      for await (const row of this.#asked(names, count, isLong)) {
        journal?.write(row);
        this.#count(row);
        yield row;
      }
      journal?.close();
    } catch (error) {
      throw error instanceof Failure ? this.#withWayOn(error, isLong) : error;
    } finally {
      output.work(undefined);
      endQuietly(journal);
      await names.return(undefined);
    }
    await tidied.tell(tell);
  }

  async #reportOn(inputs: NameInputs, tlds: readonly string[], count: number | undefined) {
    const { output, settings, surroundings } = this.#context;
    const rate = settings.preference('rate-limit');
    const again = 'again' in inputs && output.isLive ? inputs.again : undefined;
    const counted = again && (await countNames(again(), tlds));
    const plan = { total: counted?.rows ?? count, requests: counted?.requests ?? count ?? 0, rate };
    return new RunReport(plan, surroundings.clock);
  }

  #asked(names: AsyncGenerator<AskedName>, count: number | undefined, isLong: boolean) {
    const { settings } = this.#context;
    const atOnce = requestsAtOnce(settings.preference('rate-limit'));
    const refuse = (domain: string, failure: Failure) => ({ asked: { domain }, failure });
    if (count !== 1) this.#context.letSettle();
    this.#draw();
    if (!isLong) {
      const ask = (domain: DomainName) => this.#ask(domain, count !== 1);
      return askNames<Row<Availability>>(names, { width: { atOnce }, ask, refuse });
    }
    const line = this.#line(atOnce);
    const ask = (domain: DomainName) =>
      line.ask(() => this.#ask(domain, true).catch((error) => forbidden(domain, error, line)));
    return askNames<Row<Availability>>(names, { width: line, ask, refuse });
  }

  async #ask(domain: DomainName, isBulk: boolean): Promise<Row<Availability>> {
    return rowOf({ domain }, async () => {
      const service = await this.#context.service();
      return service.check(domain, this.#request.years, isBulk);
    });
  }

  #line(atOnce: number): Line<Row<Availability>> {
    const { output, settings, surroundings, signal } = this.#context;
    return new Line({
      failureOf: (row) => ('failure' in row ? row.failure : undefined),
      atOnce,
      firstAnswerMs: settings.preference('max-wait') * 1000,
      clock: surroundings.clock,
      signal,
      tell: (text) => output.note(text),
      onWait: (text) => output.wait(text),
    });
  }

  async *#counted(rows: AsyncIterable<Row<Availability>>): AsyncGenerator<Row<Availability>> {
    for await (const row of rows) {
      this.#count(row);
      yield row;
    }
  }

  #count(row: Row<Availability>): void {
    const isAnswered = 'value' in row;
    const word = availabilityOf(isAnswered ? row.value : undefined);
    const isName = isAnswered || row.failure.code !== 'invalid_name';
    this.#report?.count(word, { isAnswered, isName, isKept: row.isKept === true });
    this.#draw();
  }

  #draw(): void {
    const { output, surroundings } = this.#context;
    const report = this.#report;
    if (report === undefined || !output.isLive) return;
    const now = surroundings.clock.elapsed();
    if (now - this.#drawnAt < redrawEveryMs) return;
    this.#drawnAt = now;
    output.work(() => report.progress);
  }

  /** How to go on, where a run over many names ends before its end. */
  #withWayOn(failure: Failure, isLong: boolean): Failure {
    const { hint } = failure.details;
    const isStopped = failure.code === 'interrupted';
    if (!isLong || failure.code === 'usage') return failure;
    if (this.#request.out === undefined) {
      return isStopped
        ? failure.with({ hint: '--out <file.jsonl> keeps answers, for --resume to go on from' })
        : failure;
    }
    const way = 'the same command with --resume goes on from here';
    return failure.with({ hint: isStopped || hint === undefined ? way : `${hint}; then ${way}` });
  }
}

/** Credentials that others were just answered with are not refused: it is the name that is. */
function forbidden(domain: DomainName, error: unknown, line: Line<Row<Availability>>) {
  const isForbidden = error instanceof Failure && error.details.status === 403;
  if (isForbidden && line.isUp) return { asked: { domain }, failure: error };
  throw error;
}

async function openJournal(
  context: Context,
  { file, kind, isResumed }: NonNullable<CheckRequest['out']>,
): Promise<CheckJournal> {
  const { CheckJournal: Opened } = await import('./check-journal.ts');
  return Opened.open(context, file, kind, isResumed);
}

/** After a failure it is that which is told. */
function endQuietly(journal: CheckJournal | undefined): void {
  try {
    journal?.close();
  } catch {
    // What was written before is there.
  }
}
