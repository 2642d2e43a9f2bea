import * as fs from 'node:fs';
import path from 'node:path';
import type { Availability } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { counted } from '../core/durations.ts';
import { isObject, type JsonObject, jsonText } from '../core/json.ts';
import { safeJson, safeText } from '../core/text.ts';
import { Failure, fileFailure, isFailureCode, systemCode } from '../errors.ts';
import { checkKind } from '../kinds.ts';
import { csvHeader, csvLine } from '../output/csv.ts';
import { valueAt } from '../output/fields.ts';
import { usualFields } from '../output/kind.ts';
import { type Row, rowRecord, usualErrorFields } from '../output/row.ts';
import { acquire } from '../platform/file-lock.ts';
import { makeFolder, openRegularFile, refuseUnfit, writeFailure } from '../platform/files.ts';
import { endOfLines, linesOf } from '../tables/lines.ts';
import { rowsIn } from '../tables/records.ts';
import type { OpenNames } from './names.ts';
import type { ListedName } from './tidying.ts';

export interface JournalOptions {
  file: string;
  kind: 'jsonl' | 'csv';
  isResumed: boolean;
}

/** The file of `--out`. It takes each row before it is shown, and a kill leaves half a row at most. */
export class Journal {
  readonly #options: JournalOptions;
  readonly #years: number;
  readonly #descriptor: number;
  /** Rows of earlier runs, by name. */
  readonly #kept = new Map<string, Row<Availability>>();
  /** Names that this run has answered. */
  readonly #answered = new Set<string>();
  /** Size of the file as this run has left it. */
  #size = 0;
  #isChanged = false;
  #unlock = () => {};

  /**
   * @throws Failure `usage` when the file exists and is not resumed, when it is not of such a run,
   * or when another dotaf writes to it; `io`
   */
  static async open(context: Context, options: JournalOptions, years: number): Promise<Journal> {
    const journal = new Journal(options, years);
    try {
      journal.#unlock = await lock(options.file, journal.#descriptor, context);
      await journal.#readKept();
      journal.#begin();
      return journal;
    } catch (error) {
      journal.close();
      if (error instanceof Failure) throw error;
      throw fileFailure('io', `cannot read '${options.file}'`, error);
    }
  }

  private constructor(options: JournalOptions, years: number) {
    this.#options = options;
    this.#years = years;
    this.#descriptor = openFile(options);
  }

  /** Tells whether another program has removed, replaced or changed the file. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** A row that counts as it was answered in an earlier run, and is not shown again. */
  row(domain: string): Row<Availability> | undefined {
    return this.#kept.get(safeText(domain));
  }

  /** Yields the names that it is given. @throws Failure `usage` if the file has rows for none */
  async *shared(names: OpenNames['names']): AsyncGenerator<ListedName> {
    const waiting: ListedName[] = [];
    let isShared = this.#kept.size === 0;
    for await (const name of names) {
      waiting.push(name);
      isShared ||= this.row(name.text) !== undefined;
      if (isShared) yield* waiting.splice(0);
    }
    if (!isShared) throw this.#cannotResume('no name of the list is in it');
  }

  /** Leaves a row that is not final for the next run. @throws Failure `io` */
  async write(row: Row<Availability>): Promise<void> {
    if (row.isKept || !isFinal(row)) return;
    const record = rowRecord(row);
    this.#answered.add(safeText(jsonText(valueAt(record, 'domain'))));
    await this.expectUnchanged();
    this.#append(this.#options.kind === 'csv' ? csvLine(record, columns) : `${safeJson(record)}\n`);
  }

  /** @throws Failure `io` if the file is no longer as this run has left it */
  async expectUnchanged(): Promise<void> {
    const { file } = this.#options;
    const opened = fs.fstatSync(this.#descriptor);
    const found = fs.statSync(file, { throwIfNoEntry: false });
    const isSame = found?.dev === opened.dev && found.ino === opened.ino;
    if (isSame && found.size === this.#size) return;
    this.#isChanged = true;
    const lost = counted(await this.#countLost(), 'answer');
    const what = 'was removed or changed by another program';
    throw new Failure('io', `'${file}' ${what}, and lacks ${lost} of this run`, {
      hint: 'choose another --out; --resume only goes on from rows that dotaf wrote',
    });
  }

  close(): void {
    this.#unlock();
    fs.closeSync(this.#descriptor);
  }

  async #readKept(): Promise<void> {
    this.#expectOwnStart();
    const end = endOfLines(this.#descriptor);
    if (end === 0) return;
    for await (const record of this.#records(end)) {
      const row = keptRow(record);
      if (row === undefined) throw this.#cannotResume('it holds a row that dotaf did not write');
      if ('value' in row && row.value.years !== this.#years) {
        throw this.#cannotResume(`it is for --years ${row.value.years}`);
      }
      // A file of CSV holds names made safe.
      this.#kept.set(safeText(jsonText(record.domain)), row);
    }
  }

  /** Every file of dotaf begins in the same way, also one that was torn in its first line. */
  #expectOwnStart(): void {
    const start = Buffer.from(headerOf(this.#options.kind) || '{"domain":"');
    const bytes = Buffer.alloc(start.length);
    const count = fs.readSync(this.#descriptor, bytes, 0, bytes.length, 0);
    if (bytes.compare(start, 0, count, 0, count) === 0) return;
    throw this.#cannotResume('it was not written by dotaf check');
  }

  #records(end = Number.POSITIVE_INFINITY): AsyncGenerator<JsonObject> {
    const { file, kind } = this.#options;
    return rowsIn(linesOf(fs.createReadStream(file, { end: end - 1 })), kind);
  }

  /** Takes away half a row, which a kill or a full disk has left. */
  #begin(): void {
    this.#size = endOfLines(this.#descriptor);
    fs.ftruncateSync(this.#descriptor, this.#size);
    if (this.#size === 0) this.#append(headerOf(this.#options.kind));
  }

  #append(text: string): void {
    try {
      fs.writeFileSync(this.#descriptor, text);
    } catch (error) {
      throw writeFailure(this.#options.file, error);
    }
    this.#size += Buffer.byteLength(text);
  }

  /** @returns how many answers of this run are not in the file as it is now */
  async #countLost(): Promise<number> {
    try {
      for await (const { domain } of this.#records()) {
        this.#answered.delete(safeText(jsonText(domain)));
      }
    } catch {
      // What cannot be read holds no further answer.
    }
    return this.#answered.size;
  }

  #cannotResume(why: string): Failure {
    return new Failure('usage', `cannot resume '${this.#options.file}': ${why}`, {
      hint: 'choose another --out, or the list and the options that it was made with',
    });
  }
}

/** Independent of `--fields`, since later runs go on with the file. */
const columns = [...usualFields(checkKind(1, false)), ...usualErrorFields];

function headerOf(kind: JournalOptions['kind']): string {
  return kind === 'csv' ? csvHeader(columns) : '';
}

const states = new Map([
  ['true', { available: true, status: 'available' }],
  ['false', { available: false, status: 'taken' }],
  ['', { available: null, status: 'unknown' }],
]);

/** Undefined for a record that dotaf has not written. */
function keptRow({ domain, available, years, ...rest }: JsonObject): Row<Availability> | undefined {
  const code = isObject(rest.error) ? rest.error.code : rest['error.code'];
  if (typeof code === 'string' && isFailureCode(code)) {
    return { asked: {}, failure: new Failure(code, 'see the file'), isKept: true };
  }
  const state = states.get(jsonText(available ?? '').toLowerCase());
  const period = Number(years);
  if (typeof domain !== 'string' || code || state === undefined) return undefined;
  if (!Number.isInteger(period)) return undefined;
  const pricing = { amount: null, currency: null };
  return { value: { domain, ...state, pricing, years: period }, isKept: true };
}

/** An answer, or a failure that is about the name and not about the way to the service. */
function isFinal(row: Row<Availability>): boolean {
  if ('value' in row) return true;
  const { code, details } = row.failure;
  const { status = 0 } = details;
  if (code === 'invalid_name') return true;
  return status >= 400 && status < 500 && ![401, 404, 408, 429].includes(status);
}

/** Against the processes that share a state folder. @returns unlocks the file */
async function lock(file: string, descriptor: number, { surroundings, settings }: Context) {
  const { dev, ino } = fs.fstatSync(descriptor);
  const isLocked = (holder: string) =>
    new Failure('usage', `another dotaf (process ${holder}) is writing to '${file}'`, {
      hint: 'wait until it is done, or choose another --out',
    });
  try {
    const folder = path.join(settings.folders.state, 'journals');
    makeFolder(folder);
    return await acquire(path.join(folder, `${dev}-${ino}.lock`), surroundings, 0, isLocked);
  } catch (error) {
    if (error instanceof Failure) throw error;
    // The file can be written also where nothing can be locked.
    return () => {};
  }
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
