import { createInterface } from 'node:readline';
import { pipeline, type Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type * as z from 'zod/mini';
import type { Availability } from '../api/types.ts';
import { isObject, type JsonObject, jsonText } from '../core/json.ts';
import type { Result } from '../core/result.ts';
import { availabilityOf } from '../core/service-words.ts';
import { unguardCell } from '../core/spreadsheet-cell.ts';
import { excerpt, safeJson, safeText } from '../core/text.ts';
import { exitCodes, Failure, type FailureCode } from '../errors.ts';
import { availability, checkedName, failedRow } from '../json-schemas/shapes.ts';
import { csvHeader, csvLine } from '../output/csv.ts';
import { valueAt } from '../output/fields.ts';
import { type Row, rowRecord, usualErrorFields } from '../output/row.ts';

export type JournalKind = 'jsonl' | 'csv';

export interface JournalFormat {
  /** The line before the rows, if there is one. */
  header: string;
  /** Every file begins like this, also one that was torn in its first line. */
  start: string;
  line(row: Row<Availability>): string;
  /** Gives the reason for what was not written by dotaf check, and ends there. */
  read(stream: Readable): AsyncIterable<Result<StoredRow>>;
}

/** What --json prints for a name. */
export type StoredRow = z.infer<typeof availability> | z.infer<typeof failedCheck>;

const failedCheck = failedRow(checkedName);

/** @param fields of an answer, as `--csv` prints them */
export function journalFormat(kind: JournalKind, fields: readonly string[]): JournalFormat {
  return kind === 'jsonl' ? jsonLines : csv([...fields, ...usualErrorFields]);
}

/** The row that is stored for a name, or the reason why it is not the row of this name. */
export function restoredRow(
  read: Result<StoredRow>,
  name: string,
  years: number,
): Result<Row<Availability>> {
  if (!read.ok) return read;
  const { value: stored } = read;
  const { domain } = stored;
  // CSV holds names made safe.
  if (safeText(domain) !== safeText(name))
    return { ok: false, reason: `is '${domain}', but the list has '${name}'` };
  if ('error' in stored) {
    const { code, message } = stored.error;
    const failure = new Failure(isCode(code) ? code : 'api_error', message);
    return { ok: true, value: { asked: { domain }, failure, isKept: true } };
  }
  if (stored.years !== years) return { ok: false, reason: `is for --years ${stored.years}` };
  return { ok: true, value: { value: stored, isKept: true } };
}

const jsonLines: JournalFormat = {
  start: '{"domain":"',
  header: '',
  line: (row) => `${safeJson(rowRecord(row))}\n`,
  async *read(stream) {
    for await (const line of createInterface({ input: stream })) yield readRow(valueIn(line));
  },
};

function valueIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function csv(columns: string[]): JournalFormat {
  const header = csvHeader(columns);
  return {
    start: header,
    header,
    line: (row) => csvLine(rowRecord(row), columns),
    async *read(stream) {
      const records = pipeline(stream, parse({ columns, from_line: 2 }), () => {});
      try {
        for await (const record of records) yield readRow(nested(unguarded(record)));
      } catch (error) {
        if (!(error instanceof CsvError)) throw error;
        yield foreign();
      }
    },
  };
}

function unguarded(record: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, cell]) => [key, unguardCell(cell)]));
}

/** Leaves what dotaf does not write as it is, for the schema to refuse. */
function nested(record: Record<string, string>): object {
  const { domain, status, available, years, ...others } = record;
  const { 'error.code': code, 'error.message': message, ...price } = others;
  if (code === '' && message === '') {
    const pricing = {
      amount: price['pricing.amount'] || null,
      currency: price['pricing.currency'] || null,
    };
    const isUnsaid = available === '' && tellsNothing(status);
    const said = isUnsaid ? null : booleanIn(available);
    return { domain, status, available: said, pricing, years: numberIn(years) };
  }
  const filled = Object.entries({ status, available, years, ...price });
  const unexpected = Object.fromEntries(filled.filter(([, cell]) => cell !== ''));
  return { domain, ...unexpected, error: { code, message, api_code: null, status: null } };
}

/** A spreadsheet writes it in capitals. */
function booleanIn(cell: string | undefined): unknown {
  if (cell === 'true' || cell === 'TRUE') return true;
  return cell === 'false' || cell === 'FALSE' ? false : cell;
}

function numberIn(cell: string | undefined): unknown {
  return cell !== undefined && /^[1-9]\d*$/.test(cell) ? Number(cell) : cell;
}

function readRow(value: unknown): Result<StoredRow> {
  if (!isObject(value)) return foreign();
  const schema = 'error' in value ? failedCheck : availability;
  const { data, error } = schema.safeParse(value);
  if (data === undefined) return foreign(faultIn(value, error.issues));
  const isKnown = 'error' in data || data.available !== null || tellsNothing(data.status);
  return isKnown ? { ok: true, value: data } : foreign(`'available' is null`);
}

/** Tells whether a row of this status has no availability. */
function tellsNothing(status = ''): boolean {
  return availabilityOf({ available: false, status }) === 'unknown';
}

function faultIn(row: JsonObject, [issue]: readonly z.core.$ZodIssue[]): string | undefined {
  if (issue === undefined) return undefined;
  const path = issue.path.map(jsonText).join('.');
  const holder = path === '' ? row : valueAt(row, path);
  const [key] = issue.code === 'unrecognized_keys' ? issue.keys : [];
  if (key === undefined) return `'${path}' is ${shown(holder)}`;
  const value = isObject(holder) ? holder[key] : undefined;
  return `'${path === '' ? key : `${path}.${key}`}' is ${shown(value)}`;
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : excerpt(JSON.stringify(value), 40);
}

function foreign(fault?: string): Result<StoredRow> {
  const reason = 'was not written by dotaf check';
  return { ok: false, reason: fault === undefined ? reason : `${reason}: ${fault}` };
}

function isCode(text: string): text is FailureCode {
  return Object.hasOwn(exitCodes, text);
}
