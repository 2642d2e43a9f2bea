import { Failure, type FailureCode, outcomes } from '../errors.ts';

/** One of several things asked: its answer, or what was asked and why there is none. */
export type Row<Value> = ({ value: Value } | { asked: object; failure: Failure }) & {
  /** It was answered in an earlier run: it counts, and is not shown again. */
  isKept?: true;
};

/** Rows as they come. */
export interface Rows<Value> extends AsyncIterable<Row<Value>> {
  /** What came of them in all, for a line at the end of a long run. */
  readonly summary?: string | undefined;
  /** Whether to go on when nobody reads the answers on stdout any more. */
  readonly outlivesReader?: boolean;
}

/** What would fail alike for everything asked, so that there is no point in going on. */
const endsTheRun: readonly FailureCode[] = [
  'usage',
  'no_credentials',
  'unauthorized',
  'config',
  'io',
  'interrupted',
];

/** A row out of the work for one thing asked. */
export async function rowOf<Value>(asked: object, work: () => Promise<Value>): Promise<Row<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof Failure) || endsTheRun.includes(error.code)) throw error;
    return { asked, failure: error };
  }
}

/** The record of a row as `--json` prints it. */
export function rowRecord(row: Row<object>): object {
  if ('value' in row) return row.value;
  const { code, message, api_code, status } = row.failure.record();
  return { ...row.asked, error: { code, message, api_code, status } };
}

/** What a failed row has in place of an answer. */
export const errorFields = [
  'error.code',
  'error.message',
  'error.api_code',
  'error.status',
] as const;

/** The ones of them that stand in a CSV unless others are chosen. */
export const usualErrorFields = ['error.code', 'error.message'] as const;

/** Passes rows on; a failure that turns out to be the only row is no row: the command has failed. */
export async function* loneFailureThrown<Value>(
  rows: AsyncIterable<Row<Value>>,
): AsyncGenerator<Row<Value>> {
  let held: (Row<Value> & { failure: Failure }) | undefined;
  let isFirst = true;
  for await (const row of rows) {
    if (isFirst && 'failure' in row && !row.isKept) held = row;
    else {
      if (held) yield held;
      held = undefined;
      yield row;
    }
    isFirst = false;
  }
  if (held) throw held.failure;
}

/** What the rows of a run add up to, as an exit code. */
export class Tally {
  #answered = 0;
  #unmet = 0;
  #firstUnmet: string | undefined;
  readonly #codes = new Set<number>();
  #firstFailure: Failure | undefined;
  #unseen = 0;
  #firstUnseen: string | undefined;

  /** @param unmet why a condition does not hold for the row, if it does not */
  count(row: Row<object>, unmet: string | undefined): void {
    if ('failure' in row) {
      this.#codes.add(row.failure.exitCode);
      this.#firstFailure ??= row.failure;
    } else this.#answered += 1;
    if (unmet === undefined) return;
    this.#unmet += 1;
    this.#firstUnmet ??= unmet;
  }

  /** The first reason and how many there are beside it. */
  get unmet(): string | undefined {
    const others = this.#unmet - 1;
    return others > 0 ? `${this.#firstUnmet}, and ${others} more` : this.#firstUnmet;
  }

  /** What is to be said of failures whose rows are not shown. */
  unseen(row: Row<object>): void {
    if (!('failure' in row)) return;
    this.#unseen += 1;
    this.#firstUnseen ??= row.failure.message;
  }

  get unseenFailures(): string | undefined {
    if (this.#unseen === 0) return undefined;
    const names = this.#unseen === 1 ? '1 has no answer' : `${this.#unseen} have no answer`;
    return `${names} and no row here: ${this.#firstUnseen}`;
  }

  /** The way on, when everything failed alike. */
  get hint(): string | undefined {
    const isAlike = this.#answered === 0 && this.#codes.size === 1;
    return isAlike ? this.#firstFailure?.details.hint : undefined;
  }

  get exitCode(): number {
    const [code, ...others] = this.#codes;
    if (code === undefined) return this.#unmet > 0 ? outcomes.conditionFailed : outcomes.answered;
    return this.#answered === 0 && others.length === 0 ? code : outcomes.someUnanswered;
  }
}
