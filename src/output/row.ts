import { type Failure, type FailureCode, failureOf } from '../errors.ts';

export interface FailedRow {
  input: object;
  failure: Failure;
}

export type Row<Value> = ({ value: Value } | FailedRow) & {
  /** Answered in an earlier run: the row counts, and is not shown again. */
  isFromEarlierRun?: true;
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
    return { input: asked, failure };
  }
}

/** The object that `--json` prints. */
export function rowRecord(row: Row<object>): object {
  if ('value' in row) return row.value;
  const { code, api_code, status } = row.failure.record();
  return { ...row.input, error: { code, message: row.failure.message, api_code, status } };
}
