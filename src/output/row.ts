import { type Failure, type FailureCode, toFailure } from '../errors.ts';

export interface FailedRow {
  input: object;
  failure: Failure;
}

export type ResultRow<Value> = ({ value: Value } | FailedRow) & {
  /** Set if the row was restored from the `--out` file of an earlier run. */
  isFromEarlierRun?: true;
};

/** Failure codes that abort the whole run, since all other rows would fail for the same reason. */
const fatalCodes: readonly FailureCode[] = [
  'usage',
  'no_credentials',
  'unauthorized',
  'config',
  'io',
  'interrupted',
];

/** @throws any Failure whose code is one of `rethrownCodes` */
export async function createRowFromTask<Value>(
  input: object,
  task: () => Promise<Value>,
  rethrownCodes: readonly FailureCode[] = fatalCodes,
): Promise<ResultRow<Value>> {
  try {
    return { value: await task() };
  } catch (error) {
    const failure = toFailure(error);
    if (rethrownCodes.includes(failure.code)) throw error;
    return { input, failure };
  }
}

export function rowToJson(row: ResultRow<object>): object {
  if ('value' in row) return row.value;
  const { code, api_code, status } = row.failure.toRecord();
  return { ...row.input, error: { code, message: row.failure.message, api_code, status } };
}
