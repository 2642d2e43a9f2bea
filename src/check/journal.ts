import * as fs from 'node:fs';
import path from 'node:path';
import type { Availability } from '../api/types.ts';
import type { Context } from '../cli/context.ts';
import { isObject, jsonText } from '../core/json.ts';
import { type AvailabilityWord, availabilityOf } from '../core/service-words.ts';
import { safeJson, safeText } from '../core/text.ts';
import { Failure, fileFailure, isFailureCode, systemCode, UnfitFile } from '../errors.ts';
import { csvHeader, csvLine } from '../output/csv.ts';
import { valueAt } from '../output/fields.ts';
import { type Row, rowRecord, usualErrorFields } from '../output/row.ts';
import { acquire } from '../platform/file-lock.ts';
import { openRegularFile, refuseUnfit, writeFailure } from '../platform/files.ts';
import { makeFolder } from '../platform/folders.ts';
import { linesOf } from '../tables/lines.ts';
import { recordsOf } from '../tables/records.ts';
import { chained } from './list.ts';
import type { ListedName } from './names.ts';

export interface JournalOptions {
  file: string;
  kind: 'jsonl' | 'csv';
  /** The fields of an answer, as `--csv` prints them. */
  fields: readonly string[];
  isResumed: boolean;
}

/** What a row of the file says about its name; all that say the same share it. */
type Outcome = AvailabilityWord | Failure;

/** What a row of the file holds in a column. */
type CellReader = (column: string) => unknown;

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
  #unlock = () => {};
  /** What the file says about each name, until the name has come. */
  readonly #outcomes = new Map<string, Outcome>();
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
      journal.#release();
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

  /**
   * Makes the file ready for the rows of these names, once one of them is found in it. @returns the
   * same names. @throws Failure `usage` when none is found, `io`
   */
  async begin(names: AsyncGenerator<ListedName>): Promise<AsyncGenerator<ListedName>> {
    const read: ListedName[] = [];
    for (let isShared = this.#outcomes.size === 0; !isShared; ) {
      const { value, done } = await names.next();
      if (done) throw this.#cannotResume('no name of the list is in it');
      read.push(value);
      isShared = this.holds(value.text);
    }
    this.#refuseChange();
    if (this.#size > this.#wholeSize) {
      this.#size = this.#wholeSize;
      this.#attempt(() => fs.ftruncateSync(this.#descriptor, this.#size));
    }
    if (this.#size === 0) this.#append(this.#header);
    return chained(read, names);
  }

  /** Tells whether a row of the name is there, and has not been taken yet. */
  holds(name: string): boolean {
    return this.#outcomes.has(safeText(name));
  }

  /** The row that an earlier run has left; it is taken once. */
  take(name: string): Row<Availability> | undefined {
    // A file of CSV holds names made safe.
    const key = safeText(name);
    const outcome = this.#outcomes.get(key);
    if (outcome === undefined) return undefined;
    this.#outcomes.delete(key);
    if (typeof outcome !== 'string') {
      return { asked: { domain: name }, failure: outcome, isKept: true };
    }
    const pricing = { amount: null, currency: null };
    const answer = { domain: name, status: outcome, available: availableOf[outcome], pricing };
    return { value: { ...answer, years: this.#years }, isKept: true };
  }

  /** @throws Failure `io`, and the file ends with the row before */
  write(row: Row<Availability>): void {
    const record = rowRecord(row);
    const { kind } = this.#options;
    this.#append(kind === 'csv' ? csvLine(record, this.#columns) : `${safeJson(record)}\n`);
  }

  /** All rows are written. @throws Failure `io` if they are no longer there */
  end(): void {
    this.#refuseChange();
  }

  close(): void {
    try {
      this.#attempt(() => sync(this.#descriptor));
    } finally {
      this.#release();
    }
  }

  #release(): void {
    this.#unlock();
    fs.closeSync(this.#descriptor);
  }

  /** @throws Failure `usage` for what was not written by dotaf check, or for other years */
  async #read(): Promise<void> {
    const { file, kind } = this.#options;
    if (!this.#isOurs()) throw this.#cannotResume('it was not written by dotaf check');
    this.#wholeSize = endOfLines(this.#descriptor);
    if (this.#wholeSize === 0) return;
    const descriptor = openRegularFile(file, fs.constants.O_RDONLY);
    const stream = fs.createReadStream('', { fd: descriptor, start: 0, end: this.#wholeSize - 1 });
    const lines = linesOf(stream);
    const failures = new Map<string, Failure>();
    let number = 0;
    for await (const cell of kind === 'csv' ? csvRows(lines, this.#columns) : jsonRows(lines)) {
      number += 1;
      const [domain, outcome] = [cell('domain'), outcomeOf(cell, failures)];
      if (typeof domain !== 'string' || outcome === undefined) {
        throw this.#cannotResume(`row ${number} was not written by dotaf check`);
      }
      const years = cell('years');
      if (typeof outcome === 'string' && jsonText(years) !== String(this.#years)) {
        throw this.#cannotResume(`row ${number} is for --years ${jsonText(years)}`);
      }
      // A copy: as a part of what was read, it would keep all of that.
      this.#outcomes.set(Buffer.from(safeText(domain)).toString(), outcome);
    }
  }

  /** Every file of dotaf begins in the same way, also one that was torn in its first line. */
  #isOurs(): boolean {
    const start = this.#header || '{"domain":"';
    const bytes = Buffer.alloc(Buffer.byteLength(start));
    const count = fs.readSync(this.#descriptor, bytes, 0, bytes.length, 0);
    return start.startsWith(bytes.toString('utf8', 0, count));
  }

  #append(line: string): void {
    this.#refuseChange();
    this.#attempt(() => {
      fs.writeFileSync(this.#descriptor, line);
      this.#size += Buffer.byteLength(line);
      const now = this.#elapsed();
      if (now - this.#syncedAt < syncEveryMs) return;
      this.#syncedAt = now;
      sync(this.#descriptor);
    });
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
      throw fileFailure('io', `cannot write '${this.#options.file}'`, error);
    }
  }

  /** A dotaf of another home does not see the lock, and nobody else heeds it. @throws Failure `io` */
  #refuseChange(): void {
    const { size, nlink } = fs.fstatSync(this.#descriptor);
    if (size === this.#size && nlink > 0) return;
    const what = nlink > 0 ? 'another program has written to it' : 'somebody has removed it';
    throw new Failure('io', `cannot go on with '${this.#options.file}': ${what}`, {
      hint: 'see that nothing else writes to the file or moves it',
    });
  }

  #cannotResume(why: string): Failure {
    return new Failure('usage', `cannot resume '${this.#options.file}': ${why}`, {
      hint: 'choose another --out, or the list and the options that it was made with',
    });
  }
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
  try {
    const folder = path.join(settings.folders.state, 'journals');
    makeFolder(folder);
    return await acquire(path.join(folder, `${dev}-${ino}.lock`), surroundings, {
      ms: 0,
      failure: (holder) =>
        new Failure('usage', `another dotaf (process ${holder}) is writing to '${file}'`, {
          hint: 'wait until it is done, or choose another --out',
        }),
    });
  } catch (error) {
    if (error instanceof Failure && error.code === 'usage') throw error;
    return () => {};
  }
}

async function* jsonRows(lines: AsyncIterable<string>): AsyncGenerator<CellReader> {
  for await (const line of lines) {
    const row = valueIn(line);
    yield (column) => (isObject(row) ? valueAt(row, column) : undefined);
  }
}

async function* csvRows(
  lines: AsyncIterable<string>,
  columns: readonly string[],
): AsyncGenerator<CellReader> {
  for await (const { number, cells } of recordsOf(lines, ',')) {
    const isWhole = cells.length === columns.length;
    // The first line holds the headings.
    if (number > 1) yield (column) => (isWhole ? cells[columns.indexOf(column)] : undefined);
  }
}

function valueIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** @param failures those that were read before, by their codes */
function outcomeOf(cell: CellReader, failures: Map<string, Failure>): Outcome | undefined {
  const code = cell('error.code') ?? '';
  if (code === '') {
    const [status, available] = [cell('status'), jsonText(cell('available') ?? '')];
    if (typeof status !== 'string' || !/^(true|false|)$/i.test(available)) return undefined;
    const isAvailable = available === '' ? null : available.toLowerCase() === 'true';
    return availabilityOf({ available: isAvailable, status });
  }
  if (typeof code !== 'string' || !isFailureCode(code)) return undefined;
  const failure = failures.get(code) ?? new Failure(code, jsonText(cell('error.message')));
  failures.set(code, failure);
  return failure;
}

/** The size of all whole lines. */
function endOfLines(descriptor: number): number {
  const buffer = Buffer.alloc(65_536);
  for (let end = fs.fstatSync(descriptor).size; end > 0; ) {
    const start = Math.max(0, end - buffer.length);
    const count = fs.readSync(descriptor, buffer, 0, end - start, start);
    const lineEnd = buffer.subarray(0, count).lastIndexOf(0x0a);
    if (lineEnd >= 0) return start + lineEnd + 1;
    end = start;
  }
  return 0;
}

/** Not every file system can, and nothing is lost where it cannot. */
function sync(descriptor: number): void {
  try {
    fs.fdatasyncSync(descriptor);
  } catch (error) {
    if (systemCode(error) !== 'EINVAL') throw error;
  }
}
