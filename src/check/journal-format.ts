import { createInterface } from 'node:readline';
import { pipeline, type Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import * as z from 'zod/mini';
import type { Availability } from '../api/types.ts';
import type { Result } from '../core/result.ts';
import { safeJson, safeText } from '../core/text.ts';
import { exitCodes, Failure, type FailureCode } from '../errors.ts';
import { csvHeader, csvLine } from '../output/csv.ts';
import { type Row, rowRecord, usualErrorFields } from '../output/row.ts';

export type JournalKind = 'jsonl' | 'csv';

export interface JournalFormat {
  /** The line before the rows, if there is one. */
  header: string;
  /** Every file begins like this, also one that was torn in its first line. */
  start: string;
  line(row: Row<Availability>): string;
  /** Gives undefined for what was not written by dotaf check, and ends there. */
  read(stream: Readable): AsyncIterable<StoredRow | undefined>;
}

export type StoredRow = z.infer<typeof storedRow>;

const storedRow = z.union([
  z.object({
    domain: z.string(),
    status: z.string(),
    available: z.boolean(),
    pricing: z.object({ amount: z.nullable(z.string()), currency: z.nullable(z.string()) }),
    years: z.number(),
  }),
  z.object({ domain: z.string(), error: z.object({ code: z.string(), message: z.string() }) }),
]);

/** @param fields of an answer, as `--csv` prints them */
export function journalFormat(kind: JournalKind, fields: readonly string[]): JournalFormat {
  return kind === 'jsonl' ? jsonLines : csv([...fields, ...usualErrorFields]);
}

/** The row that is stored for a name, or the reason why it is not the row of this name. */
export function restoredRow(
  stored: StoredRow | undefined,
  name: string,
  years: number,
): Result<Row<Availability>> {
  if (stored === undefined) return { ok: false, reason: 'was not written by dotaf check' };
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
    for await (const line of createInterface({ input: stream })) yield storedIn(line);
  },
};

function storedIn(line: string): StoredRow | undefined {
  try {
    return storedRow.safeParse(JSON.parse(line)).data;
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
        for await (const record of records) yield storedRow.safeParse(nested(record)).data;
      } catch (error) {
        if (!(error instanceof CsvError)) throw error;
        yield undefined;
      }
    },
  };
}

function nested(record: Record<string, string>): object {
  const { domain, status, available, years } = record;
  const error = { code: record['error.code'], message: record['error.message'] };
  if (error.code !== '') return { domain, error };
  const amount = record['pricing.amount'] || null;
  const currency = record['pricing.currency'] || null;
  const pricing = { amount, currency };
  return { domain, status, available: available === 'true', pricing, years: Number(years) };
}

function isCode(text: string): text is FailureCode {
  return Object.hasOwn(exitCodes, text);
}
