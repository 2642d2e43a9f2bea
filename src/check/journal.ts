import * as fs from 'node:fs';
import path from 'node:path';
import type { Availability } from '../api/responses.ts';
import { isObject, type JsonObject, toTextOrJson } from '../core/json.ts';
import { escapeForTerminal, pluralize, toSafeJson } from '../core/text.ts';
import { Failure, fileFailure, isFailureCode, systemErrorCode, usageFailure } from '../errors.ts';
import type { NameEntry } from '../lists/name-list.ts';
import { parseCsvRecords } from '../lists/source-table.ts';
import { formatCsvHeader, formatCsvRow } from '../output/csv.ts';
import { defaultFieldNames, errorFields } from '../output/field-list.ts';
import { getFieldValue } from '../output/field-paths.ts';
import { type Row, rowJson } from '../output/row.ts';
import { acquireLock } from '../system/file-lock.ts';
import {
  type AppDirectories,
  ensureDirectory,
  openRegularFile,
  writeFailure,
} from '../system/files.ts';
import type { System } from '../system/system.ts';
import { checkFields } from './fields.ts';

export interface JournalOptions {
  /** Holds CSV if it ends in `.csv`, else JSON. */
  file: string;
  years: number;
  isResumed: boolean;
}

/** Where locks are kept, and which processes live. */
export interface JournalDependencies {
  system: Pick<System, 'processKey' | 'isRunning'>;
  settings: { directories: Pick<AppDirectories, 'state'> };
}

/** The file of `--out` takes each row before it is shown; a kill leaves half a row at most. */
export class Journal {
  readonly #options: JournalOptions;
  readonly #isCsv: boolean;
  readonly #descriptor: number;
  /** Names in the file; those without a row are asked again. */
  readonly #rows = new Map<string, Row<Availability> | undefined>();
  readonly #writtenNames = new Set<string>();
  #size = 0;
  #unlock = () => {};

  /** @throws Failure `io`; `usage` for a file not resumed, of another run, or in use elsewhere */
  constructor(host: JournalDependencies, options: JournalOptions, names: readonly NameEntry[]) {
    this.#options = options;
    this.#isCsv = /\.csv$/i.test(options.file);
    this.#descriptor = openJournalFile(options);
    try {
      this.#unlock = lockJournal(options.file, this.#descriptor, host);
      this.#load(names);
    } catch (error) {
      this.close();
      if (error instanceof Failure) throw error;
      throw fileFailure('io', `cannot read '${options.file}'`, error);
    }
  }

  /** Rows of earlier runs count, and are not shown again. */
  getRow(domain: string): Row<Availability> | undefined {
    return this.#rows.get(escapeForTerminal(domain));
  }

  /** Leaves a row that is not final for the next run. @throws Failure `io` */
  write(row: Row<Availability>): void {
    if (row.isFromEarlierRun || !isFinal(row)) return;
    const record = { ...rowJson(row), years: this.#options.years };
    this.#writtenNames.add(getEscapedName(record));
    this.assertUnchanged();
    this.#append(this.#isCsv ? formatCsvRow(record, journalColumns) : `${toSafeJson(record)}\n`);
  }

  /** @throws Failure `io` if the file is no longer as this run has left it */
  assertUnchanged(): void {
    const { file } = this.#options;
    const opened = fs.fstatSync(this.#descriptor);
    const found = fs.statSync(file, { throwIfNoEntry: false });
    const isSame = found?.dev === opened.dev && found.ino === opened.ino;
    if (isSame && found.size === this.#size) return;
    const lost = pluralize(this.#countLostRows(), 'answer');
    throw new Failure(
      'io',
      `'${file}' was removed or changed by another program, and lacks ${lost} of this run`,
      { hint: 'choose another --out; --resume only goes on from rows that dotaf wrote' },
    );
  }

  close(): void {
    this.#unlock();
    fs.closeSync(this.#descriptor);
  }

  /** Reads the whole rows, and takes away half a row, which a kill or a full disk has left. */
  #load(names: readonly NameEntry[]): void {
    const bytes = fs.readFileSync(this.#descriptor);
    const text = bytes.toString();
    // A file may have been torn in its first line.
    const expectedStart = this.#isCsv ? formatCsvHeader(journalColumns) : '{"domain":"';
    if (!text.startsWith(expectedStart) && !expectedStart.startsWith(text))
      throw this.#resumeFailure(foreignRowReason);
    for (const record of parseRecords(text, this.#isCsv)) {
      const row = parseRow(record);
      if (row === undefined) throw this.#resumeFailure(foreignRowReason);
      const name = getEscapedName(record);
      const isReusable = isFinal(row) && Number(record.years) === this.#options.years;
      this.#rows.set(name, isReusable ? row : this.#rows.get(name));
    }
    const hasCommonName = names.some(({ text }) => this.#rows.has(escapeForTerminal(text)));
    if (this.#rows.size > 0 && !hasCommonName) {
      throw this.#resumeFailure('no name of the list is in it');
    }
    this.#size = bytes.lastIndexOf('\n') + 1;
    fs.ftruncateSync(this.#descriptor, this.#size);
    if (this.#isCsv && this.#size === 0) this.#append(expectedStart);
  }

  #append(text: string): void {
    try {
      fs.writeFileSync(this.#descriptor, text);
    } catch (error) {
      throw writeFailure(this.#options.file, error);
    }
    this.#size += Buffer.byteLength(text);
  }

  #countLostRows(): number {
    try {
      const text = fs.readFileSync(this.#options.file, 'utf8');
      for (const record of parseRecords(text, this.#isCsv)) {
        this.#writtenNames.delete(getEscapedName(record));
      }
    } catch {
      // An unreadable file holds no further answer.
    }
    return this.#writtenNames.size;
  }

  #resumeFailure(reason: string): Failure {
    return usageFailure(
      `cannot resume '${this.#options.file}': ${reason}`,
      'choose another --out, or the list and the options that it was made with',
    );
  }
}

/** Columns do not depend on `--fields`, since later runs go on with the file. */
const journalColumns = defaultFieldNames([...checkFields(1, false), ...errorFields]);

const foreignRowReason = 'it holds a row that dotaf did not write';

function parseRecords(text: string, isCsv: boolean): JsonObject[] {
  const lines = text.split('\n').slice(0, -1);
  if (!isCsv) return lines.map(parseObject);
  const [, ...records] = parseCsvRecords(lines, ',');
  return records.map(({ cells }) =>
    Object.fromEntries(cells.map((cell, column) => [journalColumns[column], cell])),
  );
}

function parseObject(line: string): JsonObject {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A file of CSV holds names made safe. */
function getEscapedName(record: object): string {
  return escapeForTerminal(toTextOrJson(getFieldValue(record, 'domain')));
}

const availabilityByText = new Map([
  ['true', true],
  ['false', false],
  ['', null],
]);

/** @returns undefined for a record that dotaf has not written */
function parseRow(record: JsonObject): Row<Availability> | undefined {
  const { domain, years } = record;
  // A file of CSV has no status, and holds only refusals.
  const csvError = { code: record['error.code'], status: 400 };
  const error = isObject(record.error) ? record.error : csvError;
  const code = toTextOrJson(error.code);
  if (isFailureCode(code)) {
    return {
      input: {},
      failure: new Failure(code, 'see the file', { status: Number(error.status) }),
      isFromEarlierRun: true,
    };
  }
  const available = availabilityByText.get(toTextOrJson(record.available ?? ''));
  if (typeof domain !== 'string' || available === undefined || !years) return undefined;
  const value = {
    domain,
    status: null,
    available,
    pricing: { amount: null, currency: null },
    years: Number(years),
  };
  return { value, isFromEarlierRun: true };
}

/** An answer is final, and so is a failure that is about the name, not the way to the service. */
function isFinal(row: Row<Availability>): boolean {
  if ('value' in row) return true;
  const { code, details } = row.failure;
  const { status = 0 } = details;
  const isRejection = code === 'api_error' || code === 'unauthorized';
  const isAboutName = status >= 400 && status < 500 && ![401, 404, 408].includes(status);
  return code === 'invalid_name' || (isRejection && isAboutName);
}

/** Keeps out other processes of the state folder. @returns unlocks the file */
function lockJournal(
  file: string,
  descriptor: number,
  { system, settings }: JournalDependencies,
): () => void {
  const { dev, ino } = fs.fstatSync(descriptor);
  const lockedFailure = (holder: string) =>
    usageFailure(
      `another dotaf (process ${holder}) is writing to '${file}'`,
      'wait until it is done, or choose another --out',
    );
  try {
    const folder = path.join(settings.directories.state, 'journals');
    ensureDirectory(folder);
    return acquireLock(path.join(folder, `${dev}-${ino}.lock`), system, lockedFailure);
  } catch (error) {
    if (error instanceof Failure) throw error;
    // The file can be written also where nothing can be locked.
    return () => {};
  }
}

function openJournalFile({ file, isResumed }: JournalOptions): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = fs.constants;
  const createFlags = isResumed ? O_CREAT : O_CREAT | O_EXCL;
  try {
    return openRegularFile(file, O_RDWR | O_APPEND | createFlags, 0o666);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw writeFailure(file, error);
    throw usageFailure(
      `'${file}' already exists`,
      'add --resume to go on from it, or choose another --out',
    );
  }
}
