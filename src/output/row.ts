import { type CliError, type ErrorCode, toCliError } from '../errors.ts';

export interface FailedRow {
  input: object;
  error: CliError;
}

export type ResultRow<Value> = ({ value: Value } | FailedRow) & {
  isFromEarlierRun?: true;
};

/** Error codes that abort a run, because all remaining rows would fail for the same reason. */
const fatalCodes: readonly ErrorCode[] = [
  'usage',
  'no_credentials',
  'unauthorized',
  'config',
  'io',
  'interrupted',
];

export async function createRowFromTask<Value>(
  input: object,
  task: () => Promise<Value>,
  rethrownCodes: readonly ErrorCode[] = fatalCodes,
): Promise<ResultRow<Value>> {
  try {
    return { value: await task() };
  } catch (error) {
    const cliError = toCliError(error);
    if (rethrownCodes.includes(cliError.code)) throw error;
    return { input, error: cliError };
  }
}

export function rowToJson(row: ResultRow<object>): object {
  if ('value' in row) return row.value;
  const { code, api_code, status } = row.error.toRecord();
  return { ...row.input, error: { code, message: row.error.message, api_code, status } };
}
