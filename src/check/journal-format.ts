import { createInterface } from 'node:readline';
import { pipeline, type Readable } from 'node:stream';
import { type Parser, parse } from 'csv-parse';
import * as z from 'zod/mini';
import type { Availability } from '../api/types.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import type { Result } from '../core/result.ts';
import { availabilityOf } from '../core/service-words.ts';
import { unguardCell } from '../core/spreadsheet-cell.ts';
import { excerpt, safeJson, safeText } from '../core/text.ts';
import { Failure } from '../errors.ts';
import { availability, checkedName, failedRow } from '../json-schemas/shapes.ts';
import { csvHeader, csvLine } from '../output/csv.ts';
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

/** A row of the file: the object that --json prints for a name. */
export type StoredRow = z.infer<typeof answeredCheck> | z.infer<typeof failedCheck>;

const failedCheck = failedRow(checkedName);

const answeredCheck = availability.check(
  z.refine(({ available, status }) => available !== null || tellsNothing(status), {
    path: ['available'],
  }),
);

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
    const failure = new Failure(stored.error.code, stored.error.message);
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
      const broken = {};
      const parser: Parser = parse({
        columns,
        from_line: 2,
        cast: unguardCell,
        // An error of the parser would come before the good rows that it holds.
        skip_records_with_error: true,
        on_skip() {
          parser.push(broken);
        },
      });
      for await (const record of pipeline(stream, parser, () => {})) {
        yield record === broken ? foreign() : readRow(nested(record));
      }
    },
  };
}

/** The columns that dotaf writes; the parser refuses a row with more cells or fewer. */
interface Cells {
  domain: string;
  status: string;
  available: string;
  'pricing.amount': string;
  'pricing.currency': string;
  years: string;
  'error.code': string;
  'error.message': string;
}

/** Leaves what dotaf does not write as it is, for the schema to refuse. */
function nested(cells: Cells): object {
  const { domain, 'error.code': code, 'error.message': message, ...answer } = cells;
  if (code !== '' || message !== '') {
    const unexpected = Object.entries(answer).filter(([, cell]) => cell !== '');
    const error = { code, message, api_code: null, status: null };
    return { domain, ...Object.fromEntries(unexpected), error };
  }
  const { status, available, 'pricing.amount': amount, 'pricing.currency': currency } = answer;
  const isUnsaid = available === '' && tellsNothing(status);
  return {
    domain,
    status,
    available: isUnsaid ? null : booleanIn(available),
    pricing: { amount: amount || null, currency: currency || null },
    years: numberIn(answer.years),
  };
}

/** A spreadsheet writes it in capitals. */
function booleanIn(cell: string): unknown {
  if (cell === 'true' || cell === 'TRUE') return true;
  return cell === 'false' || cell === 'FALSE' ? false : cell;
}

function numberIn(cell: string): unknown {
  return /^[1-9]\d*$/.test(cell) ? Number(cell) : cell;
}

function readRow(value: unknown): Result<StoredRow> {
  if (!isObject(value)) return foreign();
  const { data, error } = ('error' in value ? failedCheck : answeredCheck).safeParse(value);
  if (data !== undefined) return { ok: true, value: data };
  const [fault] = error.issues.map((issue) => faultIn(value, issue));
  return foreign(fault);
}

/** Tells whether a row of this status has no availability. */
function tellsNothing(status: string): boolean {
  return availabilityOf({ available: false, status }) === 'unknown';
}

function faultIn(row: JsonObject, issue: z.core.$ZodIssue): string {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...keys].map(String);
  const inside = (holder: unknown, key: string) => (isObject(holder) ? holder[key] : undefined);
  return `'${path.join('.')}' is ${shown(path.reduce<unknown>(inside, row))}`;
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : excerpt(JSON.stringify(value), 40);
}

function foreign(fault?: string): Result<StoredRow> {
  const reason = 'was not written by dotaf check';
  return { ok: false, reason: fault === undefined ? reason : `${reason}: ${fault}` };
}
