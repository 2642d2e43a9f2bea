import { Failure, type FailureCode, outcomes } from '../errors.ts';

/** What was asked, and why there is no answer. */
export interface FailedRow {
  asked: object;
  failure: Failure;
}

/** The answer to one of several things asked, or its failure. */
export type Row<Value> = ({ value: Value } | FailedRow) & {
  /** It was answered in an earlier run: it counts, and is not shown again. */
  isKept?: true;
};

/** Rows as they come. */
export interface Rows<Value> extends AsyncIterable<Row<Value>> {
  /** A line for the end of a long run. */
  readonly summary?: string | undefined;
  /** Whether to go on when nobody reads the answers on stdout any more. */
  readonly outlivesReader?: boolean;
}

/** These would fail alike for everything asked, so there is no point in going on. */
const endsTheRun: readonly FailureCode[] = [
  'usage',
  'no_credentials',
  'unauthorized',
  'config',
  'io',
  'interrupted',
];

/** Answers one of the things asked. @throws what `endsTheRun`, and errors that are no Failure */
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

export const errorFields = [
  'error.code',
  'error.message',
  'error.api_code',
  'error.status',
] as const;

/** The error fields that stand in a CSV unless others are chosen. */
export const usualErrorFields = ['error.code', 'error.message'] as const;

/** Passes rows on; but a failure that is the only row is thrown, since the command has failed. */
export async function* loneFailureThrown<Value>(
  rows: AsyncIterable<Row<Value>>,
): AsyncGenerator<Row<Value>> {
  let held: (Row<Value> & FailedRow) | undefined;
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

/** Counts rows, for the exit code and the messages at the end of a run. */
export class Tally {
  #answered = 0;
  readonly #exitCodes = new Set<number>();
  #firstFailure: Failure | undefined;
  readonly #failedConditions = new Reasons();
  readonly #hiddenFailures = new Reasons();

  /** @param failedCondition why a condition that was asked for does not hold for the row */
  count(row: Row<object>, failedCondition: string | undefined): void {
    if ('failure' in row) {
      this.#exitCodes.add(row.failure.exitCode);
      this.#firstFailure ??= row.failure;
    } else this.#answered += 1;
    if (failedCondition !== undefined) this.#failedConditions.add(failedCondition);
  }

  /** Notes that a row is not shown; if it has failed, that must be said in another way. */
  unseen(row: Row<object>): void {
    if ('failure' in row) this.#hiddenFailures.add(row.failure.message);
  }

  /** The first condition that failed, and how many others there are. */
  get failedCondition(): string | undefined {
    const { first, count } = this.#failedConditions;
    return count > 1 ? `${first}, and ${count - 1} more` : first;
  }

  get unseenFailures(): string | undefined {
    const { first, count } = this.#hiddenFailures;
    if (count === 0) return undefined;
    return `${count === 1 ? '1 has' : `${count} have`} no answer and no row here: ${first}`;
  }

  /** The next step, when everything failed alike. */
  get hint(): string | undefined {
    const isAlike = this.#answered === 0 && this.#exitCodes.size === 1;
    return isAlike ? this.#firstFailure?.details.hint : undefined;
  }

  get exitCode(): number {
    const [code, ...others] = this.#exitCodes;
    if (code !== undefined) {
      return this.#answered === 0 && others.length === 0 ? code : outcomes.someUnanswered;
    }
    return this.#failedConditions.count > 0 ? outcomes.conditionFailed : outcomes.answered;
  }
}

class Reasons {
  first: string | undefined;
  count = 0;

  add(reason: string): void {
    this.first ??= reason;
    this.count += 1;
  }
}
