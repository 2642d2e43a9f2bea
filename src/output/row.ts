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
  /** Reasons why `--expect` or the like does not hold. */
  readonly conditions: string[] = [];
  #answered = 0;
  /** First failure per exit code. */
  readonly #failures = new Map<number, Failure>();
  readonly #unseen: string[] = [];

  /** @param isSeen false where the answer does not show the failure of the row */
  count(row: Row<object>, isSeen: boolean): void {
    if ('value' in row) {
      this.#answered += 1;
      return;
    }
    const { failure } = row;
    if (!this.#failures.has(failure.exitCode)) this.#failures.set(failure.exitCode, failure);
    if (!isSeen) this.#unseen.push(failure.text);
  }

  get isEmpty(): boolean {
    return this.#answered === 0 && this.#failures.size === 0;
  }

  /** @returns the exit code; a missing answer counts more than a condition that does not hold */
  async conclude(output: Output): Promise<number> {
    const [failure, other] = this.#failures.values();
    const bug = [...this.#failures.values()].find(({ code }) => code === 'bug');
    if (bug) await output.bug(bug);
    if (this.#unseen.length > 0) await output.warning(`no answer: ${firstOf(this.#unseen)}`);
    const isLone = this.#answered === 0 && other === undefined;
    if (failure !== undefined && isLone && !bug) await output.hint(failure.hints);
    if (this.conditions.length > 0) await output.note(firstOf(this.conditions));
    if (failure !== undefined) return isLone ? failure.exitCode : outcomes.someUnanswered;
    return this.conditions.length > 0 ? outcomes.conditionFailed : outcomes.answered;
  }
}

function firstOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}, and ${others.length} more`;
}
