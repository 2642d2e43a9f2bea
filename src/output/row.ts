import { type Failure, type FailureCode, failureOf, outcomes } from '../errors.ts';
import type { Output } from './output.ts';

export interface FailedRow {
  asked: object;
  failure: Failure;
}

export type Row<Value> = ({ value: Value } | FailedRow) & {
  /** Answered in an earlier run: the row counts, and is not shown again. */
  isKept?: true;
};

/** `rowOf` throws these codes, since everything else asked would fail in the same way. */
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

/** The object that `--json` prints. */
export function rowRecord(row: Row<object>): object {
  if ('value' in row) return row.value;
  const { code, api_code, status } = row.failure.record();
  return { ...row.asked, error: { code, message: row.failure.message, api_code, status } };
}

export class Tally {
  #answered = 0;
  /** First failure per exit code. */
  readonly #failures = new Map<number, Failure>();
  readonly #conditions = new Several();
  readonly #unseen = new Several();

  /** @param failedCondition the reason why `--expect` or the like does not hold for the row */
  count(row: Row<object>, failedCondition?: string): void {
    if ('value' in row) this.#answered += 1;
    else if (!this.#failures.has(row.failure.exitCode)) {
      this.#failures.set(row.failure.exitCode, row.failure);
    }
    if (failedCondition !== undefined) this.fail(failedCondition);
  }

  fail(condition: string): void {
    this.#conditions.add(condition);
  }

  unseen(row: Row<object>): void {
    if ('failure' in row) this.#unseen.add(row.failure.text);
  }

  get isEmpty(): boolean {
    return this.#answered === 0 && this.#failures.size === 0;
  }

  get failedCondition(): string | undefined {
    return this.#conditions.text;
  }

  /** @returns the exit code */
  async conclude(output: Output): Promise<number> {
    const failures = [...this.#failures.values()];
    const bug = failures.find(({ code }) => code === 'bug');
    if (bug) await output.bug(bug);
    const { text: unseen } = this.#unseen;
    if (unseen !== undefined) await output.warning(`no answer: ${unseen}`);
    const [failure, other] = failures;
    if (failure === undefined) {
      return this.failedCondition ? outcomes.conditionFailed : outcomes.answered;
    }
    if (this.#answered > 0 || other !== undefined) return outcomes.someUnanswered;
    if (!bug) await output.hint(failure.hints);
    return failure.exitCode;
  }
}

class Several {
  #first: string | undefined;
  #count = 0;

  add(text: string): void {
    this.#first ??= text;
    this.#count += 1;
  }

  get text(): string | undefined {
    return this.#count > 1 ? `${this.#first}, and ${this.#count - 1} more` : this.#first;
  }
}
