import { type Failure, type FailureCode, failureOf, outcomes } from '../errors.ts';
import type { Output } from './output.ts';

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

/** Counts rows, and says at last what came of them. */
export class Tally {
  #answered = 0;
  /** The first failure of each exit code. */
  readonly #failures = new Map<number, Failure>();
  readonly #conditions = new Counter<string>();
  readonly #unseen = new Counter<Failure>();
  readonly #bugs = new Counter<Failure>();

  /** @param failedCondition why `--expect` or the like does not hold for the row */
  count(row: Row<object>, failedCondition?: string): void {
    if ('failure' in row) {
      const { failure } = row;
      if (!this.#failures.has(failure.exitCode)) this.#failures.set(failure.exitCode, failure);
      if (failure.code === 'bug') this.#bugs.add(failure);
    } else this.#answered += 1;
    if (failedCondition !== undefined) this.fail(failedCondition);
  }

  fail(condition: string): void {
    this.#conditions.add(condition);
  }

  unseen(row: Row<object>): void {
    if ('failure' in row) this.#unseen.add(row.failure);
  }

  get isEmpty(): boolean {
    return this.#answered === 0 && this.#failures.size === 0;
  }

  get failedCondition(): string | undefined {
    const { first, count } = this.#conditions;
    return count > 1 ? `${first}, and ${count - 1} more` : first;
  }

  /** @returns the exit code */
  async conclude(output: Output): Promise<number> {
    const { first: bug, count: bugs } = this.#bugs;
    if (bug) {
      const says = `${bugs === 1 ? 'one has' : `${bugs} have`} no answer: ${bug.message}`;
      await output.bug(bug.saying(says));
    }
    const { first: unseen, count } = this.#unseen;
    if (unseen) {
      const more = count > 1 ? `, and ${count - 1} more` : '';
      await output.warning(`no answer: ${unseen.text}${more}`);
    }
    const [failure, ...others] = this.#failures.values();
    if (failure === undefined) {
      return this.#conditions.count > 0 ? outcomes.conditionFailed : outcomes.answered;
    }
    const isAlike = this.#answered === 0 && others.length === 0;
    if (isAlike && !bug) await output.hint(failure.hints);
    return isAlike ? failure.exitCode : outcomes.someUnanswered;
  }
}

/** Counts, and keeps the first. */
class Counter<Counted> {
  first: Counted | undefined;
  count = 0;

  add(one: Counted): void {
    this.first ??= one;
    this.count += 1;
  }
}
