import path from 'node:path';
import type { AvailabilityResult } from '../api/responses.ts';
import { isJsonObject, type JsonObject, parseJson, toTextOrJson } from '../core/json.ts';
import { escapeForTerminal, pluralize, toTerminalSafeJson } from '../core/text.ts';
import { Failure, fileFailure, isFailureCode, usageFailure } from '../errors.ts';
import type { DomainNameEntry } from '../lists/domain-name-list.ts';
import { parseCsvRecords } from '../lists/source-table.ts';
import { formatCsvCells, formatCsvRow } from '../output/csv.ts';
import { errorFields, getDefaultFieldNames } from '../output/field-list.ts';
import { type ResultRow, rowToJson } from '../output/row.ts';
import type { AppDirectories } from '../system/app-directories.ts';
import { acquireFileLock } from '../system/file-lock.ts';
import { openForAppend, readBytesIfExists } from '../system/files.ts';
import type { OpenFile } from '../system/open-file.ts';
import type { System } from '../system/system.ts';
import { getCheckFields } from './fields.ts';

export interface JournalOptions {
  /** The `--out` file, which is CSV if its name ends in `.csv`, and JSON Lines otherwise. */
  file: string;
  years: number;
  isResumed: boolean;
}

export interface JournalDependencies {
  system: System;
  settings: { directories: AppDirectories };
}

/**
 * Manages the `--out` file, to which each row is appended before it is printed. If the process is
 * killed, at most the last row of the file is incomplete.
 */
export class Journal {
  readonly #options;
  readonly #isCsv;
  readonly #file;
  readonly #unlock;
  /** Rows of earlier runs by escaped name. Undefined if the name must be checked again. */
  readonly #rows = new Map<string, ResultRow<AvailabilityResult> | undefined>();
  readonly #writtenNames = new Set<string>();
  #size = 0;

  private constructor(options: JournalOptions, file: OpenFile, unlock: () => void) {
    this.#options = options;
    this.#isCsv = /\.csv$/i.test(options.file);
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
    if (!file) {
      throw usageFailure(
        `'${options.file}' already exists`,
        'add --resume to go on from it, or choose another --out',
      );
    }
    let unlock = () => {};
    try {
      unlock = await lockJournal(file, dependencies);
      const journal = new Journal(options, file, unlock);
      journal.#load(names);
      return journal;
    } catch (error) {
      unlock();
      file.close();
      throw fileFailure('io', `cannot read '${options.file}'`, error);
    }
  }

  getRow(domain: string) {
    return this.#rows.get(escapeForTerminal(domain));
  }

  /** Appends a row, unless its failure is transient, so that a later run checks its name again. */
  write(row: ResultRow<AvailabilityResult>) {
    if (row.isFromEarlierRun || !isFinal(row)) return;
    const record = { ...rowToJson(row), years: this.#options.years };
    this.#writtenNames.add(getEscapedName(record));
    this.assertUnchanged();
    this.#append(
      this.#isCsv ? formatCsvRow(record, journalColumns) : `${toTerminalSafeJson(record)}\n`,
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
  #load(names: readonly DomainNameEntry[]) {
    const bytes = this.#file.read();
    const text = bytes.toString();
    // Accept an incomplete first line, since the process may have been killed while writing it.
    const expectedStart = this.#isCsv ? formatCsvCells(journalColumns) : '{"domain":"';
    const foreignRowFailure = this.#resumeFailure('it holds a row that dotaf did not write');
    if (!text.startsWith(expectedStart) && !expectedStart.startsWith(text)) throw foreignRowFailure;
    for (const record of parseRecords(text, this.#isCsv)) {
      const row = parseRow(record);
      if (!row) throw foreignRowFailure;
      const name = getEscapedName(record);
      const isReusable = isFinal(row) && Number(record.years) === this.#options.years;
      this.#rows.set(name, isReusable ? row : this.#rows.get(name));
    }
    const hasCommonName = names.some(({ text }) => this.#rows.has(escapeForTerminal(text)));
    if (this.#rows.size > 0 && !hasCommonName) {
      throw this.#resumeFailure('no name of the list is in it');
    }
    this.#size = bytes.lastIndexOf('\n') + 1;
    this.#file.truncate(this.#size);
    if (this.#isCsv && this.#size === 0) this.#append(expectedStart);
  }

  #append(text: string) {
    this.#file.write(text);
    this.#size += Buffer.byteLength(text);
  }

  #countLostRows() {
    try {
      const bytes = readBytesIfExists(this.#file.path, undefined, Number.POSITIVE_INFINITY);
      for (const record of parseRecords(String(bytes ?? ''), this.#isCsv)) {
        this.#writtenNames.delete(getEscapedName(record));
      }
    } catch {
      // If the file cannot be read or parsed, count every row of this run as lost.
    }
    return this.#writtenNames.size;
  }

  #resumeFailure(reason: string) {
    return usageFailure(
      `cannot resume '${this.#options.file}': ${reason}`,
      'choose another --out, or the list and the options that it was made with',
    );
  }
}

/** The CSV columns do not depend on `--fields`, so that later runs can append to the file. */
const journalColumns = getDefaultFieldNames([...getCheckFields(1, false), ...errorFields]);

function parseRecords(text: string, isCsv: boolean): JsonObject[] {
  const lines = text.split('\n').slice(0, -1);
  if (!isCsv) return lines.map(parseJson).map((value) => (isJsonObject(value) ? value : {}));
  const [, ...records] = parseCsvRecords(lines, ',');
  return records.map(({ cells }) =>
    Object.fromEntries(cells.map((cell, column) => [journalColumns[column], cell])),
  );
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
  const { domain, years } = record;
  // CSV rows contain no HTTP status. Assume 400, which counts as final: only final failures are
  // written to the file.
  const csvError = { code: record['error.code'], status: 400 };
  const { code, status } = isJsonObject(record.error) ? record.error : csvError;
  if (isFailureCode(code)) {
    return {
      input: {},
      failure: new Failure(code, 'see the file', { status: Number(status) }),
      isFromEarlierRun: true,
    };
  }
  const available = availabilityByText.get(toTextOrJson(record.available ?? ''));
  if (typeof domain !== 'string' || available === undefined || !years) return undefined;
  const pricing = { amount: null, currency: null };
  const value = { domain, status: null, available, pricing, years: Number(years) };
  return { value, isFromEarlierRun: true };
}

/** Returns true for a success, and for a failure of the name itself, which would recur. */
function isFinal(row: ResultRow<AvailabilityResult>) {
  if ('value' in row) return true;
  const { code, details } = row.failure;
  const { status = 0 } = details;
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
