import { type Failure, type FailureCode, failureOf, outcomes } from '../errors.ts';

export interface FailedRow {
  asked: object;
  failure: Failure;
}

export type Row<Value> = ({ value: Value } | FailedRow) & {
  /** It was answered in an earlier run: it counts, and is not shown again. */
  isKept?: true;
};

/** `rowOf` throws these, since everything else asked would fail in the same way. */
const endsTheRun: readonly FailureCode[] = [
  'usage',
  'no_credentials',
  'unauthorized',
  'config',
  'io',
  'interrupted',
];

export async function rowOf<Value>(
  asked: object,
  work: () => Promise<Value>,
  thrown: readonly FailureCode[] = endsTheRun,
): Promise<Row<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    const failure = failureOf(error);
    if (thrown.includes(failure.code)) throw error;
    return { asked, failure };
  }
}

/** As `--json` prints it. */
export function rowRecord(row: Row<object>): object {
  if ('value' in row) return row.value;
  const { code, api_code, status } = row.failure.record();
  return { ...row.asked, error: { code, message: row.failure.message, api_code, status } };
}

/** The error fields that stand in a CSV unless others are chosen. */
export const usualErrorFields = ['error.code', 'error.message'] as const;

export const errorFields = [...usualErrorFields, 'error.api_code', 'error.status'] as const;

/** If the only row is a failure, the command has failed. @throws Failure then */
export async function* loneFailureThrown<Value>(
  rows: AsyncIterable<Row<Value>>,
): AsyncGenerator<Row<Value>> {
  let count = 0;
  let first: (Row<Value> & FailedRow) | undefined;
  for await (const row of rows) {
    count += 1;
    if (count === 1 && 'failure' in row && !row.isKept) {
      first = row;
      continue;
    }
    if (count === 2 && first) yield first;
    yield row;
  }
  if (count === 1 && first) throw first.failure;
}

export class Tally {
  #answered = 0;
  readonly #exitCodes = new Set<number>();
  #firstFailure: Failure | undefined;
  readonly #failedConditions = new Reasons();
  readonly #hiddenFailures = new Reasons();
  #firstBug: Failure | undefined;
  #bugs = 0;

  /** @param failedCondition why `--expect` or the like does not hold for the row */
  count(row: Row<object>, failedCondition: string | undefined): void {
    if ('failure' in row) {
      this.#exitCodes.add(row.failure.exitCode);
      this.#firstFailure ??= row.failure;
      if (row.failure.code === 'bug') {
        this.#firstBug ??= row.failure;
        this.#bugs += 1;
      }
    } else this.#answered += 1;
    if (failedCondition !== undefined) this.fail(failedCondition);
  }

  fail(condition: string): void {
    this.#failedConditions.add(condition);
  }

  unseen(row: Row<object>): void {
    if ('failure' in row) this.#hiddenFailures.add(row.failure.text);
  }

  get isEmpty(): boolean {
    return this.#answered === 0 && this.#exitCodes.size === 0;
  }

  get failedCondition(): string | undefined {
    const { first, count } = this.#failedConditions;
    return count > 1 ? `${first}, and ${count - 1} more` : first;
  }

  get unseenFailures(): string | undefined {
    const { first, count } = this.#hiddenFailures;
    if (first === undefined) return undefined;
    return `no answer: ${first}${count > 1 ? `, and ${count - 1} more` : ''}`;
  }

  /** What nobody expected in a row, which did not end the run. */
  get bug(): Failure | undefined {
    const count = this.#bugs === 1 ? 'one has' : `${this.#bugs} have`;
    return this.#firstBug?.saying(`${count} no answer: ${this.#firstBug.message}`);
  }

  get hints(): readonly string[] {
    const isAlike = this.#answered === 0 && this.#exitCodes.size === 1 && this.#bugs === 0;
    return (isAlike && this.#firstFailure?.hints) || [];
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
