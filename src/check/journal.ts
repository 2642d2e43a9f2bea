import path from 'node:path';
import { parseAmount, parseText } from '../api/parse/values.ts';
import type { Redactor } from '../api/redact.ts';
import type { AvailabilityResult } from '../api/responses.ts';
import { isJsonObject, type JsonObject, parseJson, toTextOrJson } from '../core/json.ts';
import { escapeForTerminal, pluralize, toTerminalSafeJson } from '../core/text.ts';
import { Failure, fileFailure, isFailureCode, usageFailure } from '../errors.ts';
import type { DomainNameEntry } from '../lists/domain-name-list.ts';
import type { InputFileContext } from '../lists/input-file.ts';
import { parseCsvRecords } from '../lists/source-table.ts';
import { formatCsvLine, formatCsvRow } from '../output/csv.ts';
import { errorFields, getDefaultFieldNames } from '../output/field-list.ts';
import { getFieldValue } from '../output/field-paths.ts';
import { type ResultRow, rowToJson } from '../output/row.ts';
import type { AppDirectories } from '../system/app-directories.ts';
import { acquireFileLock } from '../system/file-lock.ts';
import { openForAppend, readBytesIfExists } from '../system/files.ts';
import type { OpenFile } from '../system/open-file.ts';
import type { System } from '../system/system.ts';
import { type CheckResult, getCheckFields } from './fields.ts';

export interface JournalOptions {
  /** The `--out` file, which is CSV if its name ends in `.csv`, and JSON Lines otherwise. */
  file: string;
  years: number;
  /** True if rows have a retail price, which is also written to the file. */
  hasRetail: boolean;
  isResumed: boolean;
}

export interface JournalDependencies {
  system: System;
  settings: { directories: AppDirectories };
  account: InputFileContext['account'];
}

/** Rows of earlier runs by escaped name; undefined if the name must be checked again. */
type JournalRows = Map<string, ResultRow<AvailabilityResult> | undefined>;

/**
 * Manages the `--out` file, to which each row is appended before it is printed. If the process is
 * killed, at most the last row of the file is incomplete.
 */
export class Journal {
  readonly #options;
  readonly #isCsv;
  /** A resumed CSV file keeps the columns that it was started with. */
  #columns: readonly string[];
  readonly #file;
  readonly #unlock;
  #rows: JournalRows = new Map();
  readonly #writtenNames = new Set<string>();
  #size = 0;

  private constructor(options: JournalOptions, file: OpenFile, unlock: () => void) {
    this.#options = options;
    this.#isCsv = isCsvFile(options.file);
    this.#columns = getJournalColumns(options.hasRetail);
    this.#file = file;
    this.#unlock = unlock;
  }

  /**
   * Opens the file, and loads the rows of earlier runs.
   * @throws an `io` Failure, or a `usage` Failure if the file is locked, was written for another
   * list or program, or already exists and `isResumed` is false
   */
  static async open(
    dependencies: JournalDependencies,
    options: JournalOptions,
    names: readonly DomainNameEntry[],
  ) {
    const file = openForAppend(options.file, !options.isResumed);
    if (!file) throw fileExistsFailure(options);
    let unlock = () => {};
    try {
      unlock = await lockJournal(file, dependencies);
      const journal = new Journal(options, file, unlock);
      journal.#load(names, await dependencies.account.redactor());
      return journal;
    } catch (error) {
      unlock();
      file.close();
      throw fileFailure(`cannot read '${options.file}'`, error);
    }
  }

  getRow(domain: string) {
    return this.#rows.get(escapeForTerminal(domain));
  }

  /**
   * Appends a row, unless the file has it already, or its failure is transient, so that a later run
   * checks its name again.
   */
  write(row: ResultRow<CheckResult>) {
    const { margin: _, ...record }: JsonObject = { ...rowToJson(row), years: this.#options.years };
    const name = getEscapedName(record);
    if (this.#rows.get(name) || !isFinal(row)) return;
    this.#writtenNames.add(name);
    this.assertUnchanged();
    this.#append(
      this.#isCsv ? formatCsvRow(record, this.#columns) : `${toTerminalSafeJson(record)}\n`,
    );
  }

  /** @throws an `io` Failure if another program removed, replaced or changed the file */
  assertUnchanged() {
    if (this.#file.isUnchanged(this.#size)) return;
    const lostAnswers = pluralize(this.#countLostRows(), 'answer');
    throw new Failure(
      'io',
      `'${this.#file.path}' was removed or changed by another program, and lacks ${lostAnswers} of this run`,
      { hint: 'choose another --out; --resume only goes on from rows that dotaf wrote' },
    );
  }

  close() {
    this.#unlock();
    this.#file.close();
  }

  /** Loads complete rows. Removes an incomplete last row, left by a killed run or a full disk. */
  #load(names: readonly DomainNameEntry[], redactor: Pick<Redactor, 'redact'>) {
    const { rows, columns, size } = parseJournal(this.#file.read(), this.#options, names, redactor);
    this.#rows = rows;
    this.#columns = columns;
    this.#size = size;
    this.#file.truncate(size);
    if (this.#isCsv && size === 0) this.#append(formatCsvLine(columns));
  }

  #append(text: string) {
    this.#file.write(text);
    this.#size += Buffer.byteLength(text);
  }

  #countLostRows() {
    try {
      const bytes = readBytesIfExists(this.#file.path, Number.POSITIVE_INFINITY);
      for (const record of parseRecords(String(bytes ?? ''), this.#isCsv && this.#columns)) {
        this.#writtenNames.delete(getEscapedName(record));
      }
    } catch {
      // If the file cannot be read or parsed, count every row of this run as lost.
    }
    return this.#writtenNames.size;
  }
}

/** Parses complete rows. @throws a `usage` Failure if another list or program wrote the file */
function parseJournal(
  bytes: Buffer,
  options: JournalOptions,
  names: readonly DomainNameEntry[],
  redactor: Pick<Redactor, 'redact'>,
) {
  const text = bytes.toString();
  const isCsv = isCsvFile(options.file);
  const foreignRowFailure = resumeFailure(options, 'it holds a row that dotaf did not write');
  // Accept an incomplete first line, since the process may have been killed while writing it.
  const columns = [options.hasRetail, !options.hasRetail]
    .map(getJournalColumns)
    .find((candidate) => {
      const start = isCsv ? formatCsvLine(candidate) : '{"domain":"';
      return text.startsWith(start) || start.startsWith(text);
    });
  if (!columns) throw foreignRowFailure;
  const records = parseRecords(text, isCsv && columns);
  // Rows of the journal are printed, so a secret that was pasted into the file must not be among
  // them. dotaf itself writes none.
  const json = JSON.stringify(records);
  if (redactor.redact(json) !== json) throw foreignRowFailure;
  const rows: JournalRows = new Map();
  for (const record of records) {
    const row = parseRow(record);
    if (!row) throw foreignRowFailure;
    const name = getEscapedName(record);
    const isReusable = isFinal(row) && Number(record.years) === options.years;
    rows.set(name, isReusable ? row : rows.get(name));
  }
  if (rows.size > 0 && !names.some(({ text }) => rows.has(escapeForTerminal(text)))) {
    throw resumeFailure(options, 'no name of the list is in it');
  }
  return { rows, columns, size: bytes.lastIndexOf('\n') + 1 };
}

/** @param csvColumns the columns of a CSV file; false for JSON Lines */
function parseRecords(text: string, csvColumns: readonly string[] | false): JsonObject[] {
  const lines = text.split('\n').slice(0, -1);
  if (!csvColumns) return lines.map(parseJson).map((value) => (isJsonObject(value) ? value : {}));
  const [, ...records] = parseCsvRecords(lines, ',');
  return records.map(({ cells }) =>
    Object.fromEntries(cells.map((cell, column) => [csvColumns[column], cell])),
  );
}

function isCsvFile(file: string) {
  return /\.csv$/i.test(file);
}

function fileExistsFailure({ file }: JournalOptions) {
  return usageFailure(
    `'${file}' already exists`,
    'add --resume to go on from it, or choose another --out',
  );
}

function resumeFailure({ file }: JournalOptions, reason: string) {
  return usageFailure(
    `cannot resume '${file}': ${reason}`,
    'choose another --out, or the list and the options that it was made with',
  );
}

/** The CSV columns do not depend on `--fields`, so that later runs can append to the file. */
function getJournalColumns(hasRetail: boolean) {
  const names = getDefaultFieldNames([
    ...getCheckFields(1, { hasRetail, hasRenewal: false }),
    ...errorFields,
  ]);
  return names.filter((name) => name !== 'margin');
}

/** Escapes the record's name to match names in CSV files, which are already escaped. */
function getEscapedName({ domain }: JsonObject) {
  return escapeForTerminal(toTextOrJson(domain));
}

const availabilityByText = new Map([
  ['true', true],
  ['false', false],
  ['', null],
]);

/** @returns undefined if the record was not written by dotaf */
function parseRow(record: JsonObject): ResultRow<AvailabilityResult> | undefined {
  const { domain, years, extra } = record;
  // Keys such as `pricing.amount` are columns in CSV and paths in JSON.
  const get = (field: string) => parseText(record[field] ?? getFieldValue(record, field));
  if (typeof domain !== 'string') return undefined;
  const code = get('error.code');
  if (isFailureCode(code)) {
    const failure = new Failure(code, get('error.message') ?? '', {
      subject: `check ${domain}`,
      apiCode: get('error.api_code') ?? undefined,
      status: Number(get('error.status')) || undefined,
    });
    return { input: { domain }, failure, isFromEarlierRun: true };
  }
  const available = availabilityByText.get(toTextOrJson(record.available ?? ''));
  if (available === undefined || !years) return undefined;
  const value = {
    domain,
    status: get('status'),
    available,
    pricing: { amount: parseAmount(get('pricing.amount')), currency: get('pricing.currency') },
    years: Number(years),
  };
  return { value: isJsonObject(extra) ? { ...value, extra } : value, isFromEarlierRun: true };
}

/** Returns true for a success, and for a failure of the name itself, which would recur. */
function isFinal(row: ResultRow<AvailabilityResult>) {
  if ('value' in row) return true;
  const { code, details } = row.failure;
  // A missing HTTP status means a row of a CSV file, which holds only final failures.
  const { status = 400 } = details;
  const isRejection = code === 'api_error' || code === 'unauthorized';
  const isAboutName = status >= 400 && status < 500 && ![401, 404, 408].includes(status);
  return code === 'invalid_name' || (isRejection && isAboutName);
}

/** Locks the file against other dotaf processes. @returns a function that releases the lock */
async function lockJournal(file: OpenFile, { system, settings }: JournalDependencies) {
  const { dev, ino } = file.stats;
  try {
    const directory = path.join(settings.directories.state, 'journals');
    return await acquireFileLock(path.join(directory, `${dev}-${ino}.lock`), system, {
      maxWaitMs: 0,
      createFailure: (holderPid) =>
        usageFailure(
          `another dotaf (process ${holderPid}) is writing to '${file.path}'`,
          'wait until it is done, or choose another --out',
        ),
    });
  } catch (error) {
    if (error instanceof Failure && error.code === 'usage') throw error;
    // Continue without a lock, since the `--out` file may be writable even if the lock file is not.
    return () => {};
  }
}
