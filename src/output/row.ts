import type { Failure } from '../errors.ts';

/** One of several things asked: its answer, or what was asked and why there is none. */
export type Row<Value> = { value: Value } | { asked: object; failure: Failure };

/** The record of a row as `--json` prints it. */
export function rowRecord(row: Row<object>): object {
  if ('value' in row) return row.value;
  const { code, message, api_code, status } = row.failure.record();
  return { ...row.asked, error: { code, message, api_code, status } };
}

/** What a failed row has in place of an answer. */
export const errorFields = ['error.code', 'error.message'] as const;
