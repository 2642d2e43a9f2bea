import * as fs from 'node:fs';
import path from 'node:path';
import type { Availability } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { isObject, type JsonObject, jsonText } from '../core/json.ts';
import { type AvailabilityWord, availabilityOf } from '../core/service-words.ts';
import { safeJson, safeText } from '../core/text.ts';
import { Failure, type FailureCode, fileFailure, isFailureCode, systemCode } from '../errors.ts';
import { csvHeader, csvLine } from '../output/csv.ts';
import { type Row, rowRecord, usualErrorFields } from '../output/row.ts';
import { acquire } from '../platform/file-lock.ts';
import { makeFolder, openRegularFile, refuseUnfit, writeFailure } from '../platform/files.ts';
import { endOfLines, linesOf } from '../tables/lines.ts';
import { rowsIn } from '../tables/records.ts';
import type { ListedName, Names } from './names.ts';

export interface JournalOptions {
  file: string;
  kind: 'jsonl' | 'csv';
  /** The fields of an answer, as `--csv` prints them. */
  fields: readonly string[];
  isResumed: boolean;
}

type Outcome = AvailabilityWord | FailureCode;

const availableOf = { available: true, taken: false, unknown: null } as const;

/** Writes each row to a file before it is shown. A kill leaves at most half a row at the end. */
export class Journal {
  readonly #options: JournalOptions;
  readonly #years: number;
  readonly #columns: readonly string[];
  readonly #header: string;
  readonly #outcomes = new Map<string, Outcome>();
  #descriptor = -1;
  #isBegun = false;
  #unlock = () => {};

  constructor(options: JournalOptions, years: number) {
    this.#options = options;
    this.#years = years;
    this.#columns = [...options.fields, ...usualErrorFields];
    this.#header = options.kind === 'csv' ? csvHeader(this.#columns) : '';
  }

  /** @throws Failure `usage` when it exists and is not resumed, or another dotaf writes to it; `io` */
  async open(context: Context): Promise<void> {
    this.#descriptor = openFile(this.#options);
    try {
      await this.#lock(context);
      await this.#read();
    } catch (error) {
      this.close();
      if (error instanceof Failure) throw error;
      throw fileFailure('io', `cannot read '${this.#options.file}'`, error);
    }
  }

  /** The same names. @throws Failure `usage` when the file has rows, and for none of them */
  async *shared(names: Names): AsyncGenerator<ListedName> {
    const waiting: ListedName[] = [];
    let isShared = this.#outcomes.size === 0;
    for await (const name of names) {
      waiting.push(name);
      isShared ||= this.row(name.text) !== undefined;
      if (isShared) yield* waiting.splice(0);
    }
    if (!isShared) throw this.#cannotResume('no name of the list is in it');
  }

  get size(): number {
    return this.#outcomes.size;
  }

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

  /** What is not final is left for the next run. @throws Failure `io` */
  write(row: Row<Availability>): void {
    if (!isFinal(row)) return;
    const { file, kind } = this.#options;
    const record = rowRecord(row);
    const line = kind === 'csv' ? csvLine(record, this.#columns) : `${safeJson(record)}\n`;
    try {
      if (!this.#isBegun) this.#takeAwayHalfRow();
      this.#isBegun = true;
      fs.writeFileSync(this.#descriptor, line);
    } catch (error) {
      throw writeFailure(file, error);
    }
  }

  close(): void {
    this.#unlock();
    fs.closeSync(this.#descriptor);
  }

  /** Against the processes that share a state folder. */
  async #lock({ surroundings, settings }: Context): Promise<void> {
    const { file } = this.#options;
    const { dev, ino } = fs.fstatSync(this.#descriptor);
    const failure = (holder: string) =>
      new Failure('usage', `another dotaf (process ${holder}) is writing to '${file}'`, {
        hint: 'wait until it is done, or choose another --out',
      });
    try {
      const folder = path.join(settings.folders.state, 'journals');
      makeFolder(folder);
      const lock = path.join(folder, `${dev}-${ino}.lock`);
      this.#unlock = await acquire(lock, surroundings, 0, failure);
    } catch (error) {
      // The file can be written also where nothing can be locked.
      if (error instanceof Failure && error.code === 'usage') throw error;
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
    const end = endOfLines(this.#descriptor);
    if (end === 0) return;
    const fd = openRegularFile(file, fs.constants.O_RDONLY);
    const lines = linesOf(fs.createReadStream('', { fd, start: 0, end: end - 1 }));
    for await (const row of rowsIn(lines, kind)) {
      const { domain, years } = row;
      const outcome = outcomeOf(row);
      if (typeof domain !== 'string' || outcome === undefined) continue;
      if (!isFailureCode(outcome) && jsonText(years) !== String(this.#years)) {
        throw this.#cannotResume(`it is for --years ${jsonText(years)}`);
      }
      // A copy: as a part of what was read, it would keep all of that.
      this.#outcomes.set(Buffer.from(safeText(domain)).toString(), outcome);
    }
  }

  #takeAwayHalfRow(): void {
    const end = endOfLines(this.#descriptor);
    fs.ftruncateSync(this.#descriptor, end);
    if (end === 0) fs.writeFileSync(this.#descriptor, this.#header);
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

function openFile({ file, isResumed }: JournalOptions): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = fs.constants;
  const flags = O_RDWR | O_APPEND | O_CREAT | (isResumed ? 0 : O_EXCL);
  try {
    refuseUnfit(fs.statSync(file, { throwIfNoEntry: false }));
    return openRegularFile(file, flags, 0o666);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw writeFailure(file, error);
    throw new Failure('usage', `'${file}' already exists`, {
      hint: 'add --resume to go on from it, or choose another --out',
    });
  }
}

function outcomeOf(row: JsonObject): Outcome | undefined {
  const { status, available, error } = row;
  const code = isObject(error) ? error.code : row['error.code'];
  if (typeof code === 'string' && code !== '') return isFailureCode(code) ? code : undefined;
  const word = jsonText(available ?? '').toLowerCase();
  if (typeof status !== 'string' || !['true', 'false', ''].includes(word)) return undefined;
  return availabilityOf({ available: word === '' ? null : word === 'true', status });
}
