import { type Failure, type FailureCode, toFailure } from '../errors.ts';

export interface FailedRow {
  input: object;
  failure: Failure;
}

export type Row<Value> = ({ value: Value } | FailedRow) & {
  /** Answered in an earlier run: the row counts, and is not shown again. */
  isFromEarlierRun?: true;
};

/** `rowOf` throws these codes, since everything else asked would fail in the same way. */
const fatalCodes: readonly FailureCode[] = [
  'usage',
  'no_credentials',
  'unauthorized',
  'config',
  'io',
  'interrupted',
];

export async function toRow<Value>(
  input: object,
  task: () => Promise<Value>,
  rethrownCodes: readonly FailureCode[] = fatalCodes,
): Promise<Row<Value>> {
  try {
    return { value: await task() };
  } catch (error) {
    const failure = toFailure(error);
    if (rethrownCodes.includes(failure.code)) throw error;
    return { input, failure };
  }
}

/** The object that `--json` prints. */
export function rowJson(row: Row<object>): object {
  if ('value' in row) return row.value;
  const { code, api_code, status } = row.failure.toRecord();
  return { ...row.input, error: { code, message: row.failure.message, api_code, status } };
}
