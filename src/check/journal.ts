import * as fs from 'node:fs';
import path from 'node:path';
import type { Availability } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { isObject, jsonText } from '../core/json.ts';
import { type AvailabilityWord, availabilityOf } from '../core/service-words.ts';
import { safeJson, safeText } from '../core/text.ts';
import {
  Failure,
  type FailureCode,
  fileFailure,
  isFailureCode,
  systemCode,
  UnfitFile,
} from '../errors.ts';
import { csvHeader, csvLine } from '../output/csv.ts';
import { valueAt } from '../output/fields.ts';
import { type Row, rowRecord, usualErrorFields } from '../output/row.ts';
import { acquire } from '../platform/file-lock.ts';
import { makeFolder, openRegularFile, refuseUnfit, writeFailure } from '../platform/files.ts';
import { linesOf } from '../tables/lines.ts';
import { recordsOf } from '../tables/records.ts';
import type { ListedName, Names } from './names.ts';

export interface JournalOptions {
  file: string;
  kind: 'jsonl' | 'csv';
  /** The fields of an answer, as `--csv` prints them. */
  fields: readonly string[];
  isResumed: boolean;
}

/** What a row of the file says about its name. */
type Outcome = AvailabilityWord | FailureCode;

/** The columns that say what came of a name. */
const telling = ['domain', 'status', 'available', 'years', 'error.code'];

/** A power cut loses at most the rows of this time. */
const syncEveryMs = 1000;

const availableOf = { available: true, taken: false, unknown: null } as const;

/** Writes each row to a file before it is shown. A kill leaves at most half a row at the end. */
export class Journal {
  readonly #options: JournalOptions;
  readonly #columns: readonly string[];
  /** The line before the rows. */
  readonly #header: string;
  readonly #years: number;
  readonly #descriptor: number;
  readonly #elapsed: () => number;
  readonly #outcomes = new Map<string, Outcome>();
  #unlock = () => {};
  #syncedAt: number;
  /** Bytes of the file, as this process has left it. */
  #size: number;
  /** Bytes up to the end of the last whole row. */
  #wholeSize = 0;

  /** @throws Failure `usage` when it exists and is not resumed, or another dotaf writes to it; `io` */
  static async open(context: Context, options: JournalOptions, years: number): Promise<Journal> {
    const journal = new Journal(options, years, context.surroundings.clock.elapsed);
    try {
      journal.#unlock = await lock(context, options.file, journal.#descriptor);
      await journal.#read();
      return journal;
    } catch (error) {
      journal.close();
      if (error instanceof Failure) throw error;
      if (error instanceof UnfitFile) throw journal.#cannotResume(error.message);
      throw fileFailure('io', `cannot read '${options.file}'`, error);
    }
  }

  private constructor(options: JournalOptions, years: number, elapsed: () => number) {
    this.#options = options;
    this.#columns = [...options.fields, ...usualErrorFields];
    this.#header = options.kind === 'csv' ? csvHeader(this.#columns) : '';
    this.#years = years;
    this.#elapsed = elapsed;
    this.#syncedAt = elapsed();
    this.#descriptor = open(options);
    this.#size = fs.fstatSync(this.#descriptor).size;
  }

  /** The same names. @throws Failure `usage` when the file has rows, and for none of them; `io` */
  async *shared(names: Names): AsyncGenerator<ListedName> {
    const others: ListedName[] = [];
    let isShared = this.#wholeSize <= this.#header.length;
    if (isShared) this.#begin();
    for await (const name of names) {
      if (!isShared) others.push(name);
      else yield name;
      if (isShared || this.row(name.text) === undefined) continue;
      isShared = true;
      this.#begin();
      yield* others;
    }
    if (!isShared) throw this.#cannotResume('no name of the list is in it');
  }

  /** The row that an earlier run has left. */
  row(name: string): Row<Availability> | undefined {
    // A file of CSV holds names made safe.
    const outcome = this.#outcomes.get(safeText(name));
    if (outcome === undefined) return undefined;
    if (isFailureCode(outcome)) {
      const failure = new Failure(outcome, 'it failed in an earlier run');
      return { asked: { domain: name }, failure, isKept: true };
    }
    const pricing = { amount: null, currency: null };
    const answer = { domain: name, status: outcome, available: availableOf[outcome], pricing };
    return { value: { ...answer, years: this.#years }, isKept: true };
  }

  /** What is not final is left for the next run. @throws Failure `io`, and the file ends before it */
  write(row: Row<Availability>): void {
    if (!isFinal(row)) return;
    const record = rowRecord(row);
    const { kind } = this.#options;
    this.#append(kind === 'csv' ? csvLine(record, this.#columns) : `${safeJson(record)}\n`);
  }

  close(): void {
    try {
      this.#sync();
    } finally {
      this.#unlock();
      fs.closeSync(this.#descriptor);
    }
  }

  /** @throws Failure `usage` for what was not written by dotaf check, or for other years */
  async #read(): Promise<void> {
    const { file, kind } = this.#options;
    // Every file of dotaf begins in the same way, also one that was torn in its first line.
    const start = Buffer.from(this.#header || '{"domain":"');
    const bytes = Buffer.alloc(start.length);
    const count = fs.readSync(this.#descriptor, bytes, 0, bytes.length, 0);
    if (bytes.compare(start, 0, count, 0, count) !== 0) {
      throw this.#cannotResume('it was not written by dotaf check');
    }
    this.#wholeSize = endOfLines(this.#descriptor, this.#size);
    if (this.#wholeSize === 0) return;
    const descriptor = openRegularFile(file, fs.constants.O_RDONLY);
    const stream = fs.createReadStream('', { fd: descriptor, start: 0, end: this.#wholeSize - 1 });
    const rows =
      kind === 'csv' ? csvRows(linesOf(stream), this.#columns) : jsonRows(linesOf(stream));
    for await (const [domain, status, available, years, code] of rows) {
      const outcome = outcomeOf(status, available, code);
      // The headings, and what dotaf has not written: it answers nothing.
      if (typeof domain !== 'string' || outcome === undefined) continue;
      if (!isFailureCode(outcome) && jsonText(years) !== String(this.#years)) {
        throw this.#cannotResume(`it is for --years ${jsonText(years)}`);
      }
      // A copy: as a part of what was read, it would keep all of that.
      this.#outcomes.set(Buffer.from(safeText(domain)).toString(), outcome);
    }
  }

  /** Makes the file ready for new rows. */
  #begin(): void {
    this.#refuseChange();
    if (this.#size > this.#wholeSize) {
      this.#size = this.#wholeSize;
      this.#attempt(() => fs.ftruncateSync(this.#descriptor, this.#size));
    }
    if (this.#size === 0) this.#append(this.#header);
  }

  #append(line: string): void {
    this.#attempt(() => {
      fs.writeFileSync(this.#descriptor, line);
      this.#size += Buffer.byteLength(line);
    });
    if (this.#elapsed() - this.#syncedAt >= syncEveryMs) this.#sync();
    this.#refuseChange();
  }

  #sync(): void {
    this.#syncedAt = this.#elapsed();
    try {
      fs.fdatasyncSync(this.#descriptor);
    } catch (error) {
      // Not every file system can, and nothing is lost where it cannot.
      if (systemCode(error) !== 'EINVAL') throw writeFailure(this.#options.file, error);
    }
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      try {
        fs.ftruncateSync(this.#descriptor, this.#size);
      } catch {
        // Then --resume drops what is behind the last whole row.
      }
      throw writeFailure(this.#options.file, error);
    }
  }

  /** A dotaf of another home does not see the lock, and nobody else heeds it. @throws Failure `io` */
  #refuseChange(): void {
    const { size, nlink } = fs.fstatSync(this.#descriptor);
    if (size === this.#size && nlink > 0) return;
    const { file } = this.#options;
    throw new Failure('io', `cannot go on with '${file}': another program has changed it`, {
      hint: 'see that nothing else writes to the file or moves it',
    });
  }

  #cannotResume(why: string): Failure {
    return new Failure('usage', `cannot resume '${this.#options.file}': ${why}`, {
      hint: 'choose another --out, or the list and the options that it was made with',
    });
  }
}

/** An answer, or a failure that says something about the name and not about the way to the service. */
function isFinal(row: Row<Availability>): boolean {
  if ('value' in row) return true;
  const { code, details } = row.failure;
  const { status = 0 } = details;
  const isRefusal = status >= 400 && status < 500 && ![401, 404, 408, 429].includes(status);
  return code === 'invalid_name' || isRefusal;
}

function open({ file, isResumed }: JournalOptions): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = fs.constants;
  const flags = O_RDWR | O_APPEND | O_CREAT | (isResumed ? 0 : O_EXCL);
  try {
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    if (stats !== undefined) refuseUnfit(stats);
    return openRegularFile(file, flags, 0o666);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw writeFailure(file, error);
    throw new Failure('usage', `'${file}' already exists`, {
      hint: 'add --resume to go on from it, or choose another --out',
    });
  }
}

/**
 * Locks the file for the processes that share the state folder. Where there is none to write to,
 * the journal still notices another writer. @returns unlocks it
 */
async function lock(
  { surroundings, settings }: Context,
  file: string,
  descriptor: number,
): Promise<() => void> {
  const { dev, ino } = fs.fstatSync(descriptor);
  const folder = path.join(settings.folders.state, 'journals');
  const failure = (holder: string) =>
    new Failure('usage', `another dotaf (process ${holder}) is writing to '${file}'`, {
      hint: 'wait until it is done, or choose another --out',
    });
  try {
    makeFolder(folder);
    return await acquire(path.join(folder, `${dev}-${ino}.lock`), surroundings, { ms: 0, failure });
  } catch (error) {
    if (error instanceof Failure && error.code === 'usage') throw error;
    return () => {};
  }
}

async function* jsonRows(lines: AsyncIterable<string>): AsyncGenerator<unknown[]> {
  for await (const line of lines) {
    const row = objectIn(line);
    yield telling.map((column) => valueAt(row, column));
  }
}

async function* csvRows(
  lines: AsyncIterable<string>,
  columns: readonly string[],
): AsyncGenerator<unknown[]> {
  const places = telling.map((column) => columns.indexOf(column));
  for await (const { cells } of recordsOf(lines, ',')) yield places.map((place) => cells[place]);
}

function objectIn(line: string): object {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function outcomeOf(status: unknown, available: unknown, code: unknown): Outcome | undefined {
  if (typeof code === 'string' && code !== '') return isFailureCode(code) ? code : undefined;
  const word = jsonText(available ?? '').toLowerCase();
  if (typeof status !== 'string' || !['true', 'false', ''].includes(word)) return undefined;
  return availabilityOf({ available: word === '' ? null : word === 'true', status });
}

/** The size of all whole lines. A reader of lines takes none of more than a megabyte. */
function endOfLines(descriptor: number, size: number): number {
  const bytes = Buffer.alloc(Math.min(size, 1_048_576));
  const start = size - bytes.length;
  fs.readSync(descriptor, bytes, 0, bytes.length, start);
  return start + bytes.lastIndexOf(0x0a) + 1;
}
