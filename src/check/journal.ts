import * as fs from 'node:fs';
import path from 'node:path';
import type { Availability } from '../api/answers.ts';
import { isObject, type JsonObject, jsonText } from '../core/json.ts';
import { counted, safeJson, safeText } from '../core/text.ts';
import { Failure, fileFailure, isFailureCode, systemCode, usageFailure } from '../errors.ts';
import { csvHeader, csvLine } from '../output/csv.ts';
import { valueAt } from '../output/fields.ts';
import { errorKind, usualFields } from '../output/kind.ts';
import { type Row, rowRecord } from '../output/row.ts';
import { acquireLock } from '../platform/file-lock.ts';
import {
  type AppDirectories,
  ensureDirectory,
  openRegularFile,
  writeFailure,
} from '../platform/files.ts';
import type { System } from '../platform/surroundings.ts';
import { recordsOf } from '../tables/sheet.ts';
import { checkKind } from './fields.ts';
import type { ListedName } from './lists.ts';

export interface JournalOptions {
  /** Holds CSV if it ends in `.csv`, else JSON. */
  file: string;
  years: number;
  isResumed: boolean;
}

/** Where locks are kept, and which processes live. */
export interface JournalHost {
  system: Pick<System, 'processKey' | 'isRunning'>;
  settings: { directories: Pick<AppDirectories, 'state'> };
}

/** The file of `--out` takes each row before it is shown; a kill leaves half a row at most. */
export class Journal {
  readonly #options: JournalOptions;
  readonly #isCsv: boolean;
  readonly #descriptor: number;
  /** Names in the file; those without a row are asked again. */
  readonly #kept = new Map<string, Row<Availability> | undefined>();
  readonly #answered = new Set<string>();
  #size = 0;
  #unlock = () => {};

  /** @throws Failure `io`; `usage` for a file not resumed, of another run, or in use elsewhere */
  constructor(host: JournalHost, options: JournalOptions, names: readonly ListedName[]) {
    this.#options = options;
    this.#isCsv = /\.csv$/i.test(options.file);
    this.#descriptor = openFile(options);
    try {
      this.#unlock = lock(options.file, this.#descriptor, host);
      this.#resume(names);
    } catch (error) {
      this.close();
      if (error instanceof Failure) throw error;
      throw fileFailure('io', `cannot read '${options.file}'`, error);
    }
  }

  /** Rows of earlier runs count, and are not shown again. */
  row(domain: string): Row<Availability> | undefined {
    return this.#kept.get(safeText(domain));
  }

  /** Leaves a row that is not final for the next run. @throws Failure `io` */
  write(row: Row<Availability>): void {
    if (row.isFromEarlierRun || !isFinal(row)) return;
    const record = { ...rowRecord(row), years: this.#options.years };
    this.#answered.add(recordedName(record));
    this.assertUnchanged();
    this.#append(this.#isCsv ? csvLine(record, columns) : `${safeJson(record)}\n`);
  }

  /** @throws Failure `io` if the file is no longer as this run has left it */
  assertUnchanged(): void {
    const { file } = this.#options;
    const opened = fs.fstatSync(this.#descriptor);
    const found = fs.statSync(file, { throwIfNoEntry: false });
    const isSame = found?.dev === opened.dev && found.ino === opened.ino;
    if (isSame && found.size === this.#size) return;
    const lost = counted(this.#countLost(), 'answer');
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
  #resume(names: readonly ListedName[]): void {
    const bytes = fs.readFileSync(this.#descriptor);
    const text = bytes.toString();
    // A file may have been torn in its first line.
    const start = this.#isCsv ? csvHeader(columns) : '{"domain":"';
    if (!text.startsWith(start) && !start.startsWith(text)) throw this.#cannotResume(foreignRow);
    for (const record of recordsIn(text, this.#isCsv)) {
      const row = keptRow(record);
      if (row === undefined) throw this.#cannotResume(foreignRow);
      const name = recordedName(record);
      const counts = isFinal(row) && Number(record.years) === this.#options.years;
      this.#kept.set(name, counts ? row : this.#kept.get(name));
    }
    const isShared = names.some(({ text }) => this.#kept.has(safeText(text)));
    if (this.#kept.size > 0 && !isShared) {
      throw this.#cannotResume('no name of the list is in it');
    }
    this.#size = bytes.lastIndexOf('\n') + 1;
    fs.ftruncateSync(this.#descriptor, this.#size);
    if (this.#isCsv && this.#size === 0) this.#append(start);
  }

  #append(text: string): void {
    try {
      fs.writeFileSync(this.#descriptor, text);
    } catch (error) {
      throw writeFailure(this.#options.file, error);
    }
    this.#size += Buffer.byteLength(text);
  }

  #countLost(): number {
    try {
      const text = fs.readFileSync(this.#options.file, 'utf8');
      for (const record of recordsIn(text, this.#isCsv)) {
        this.#answered.delete(recordedName(record));
      }
    } catch {
      // An unreadable file holds no further answer.
    }
    return this.#answered.size;
  }

  #cannotResume(why: string): Failure {
    return usageFailure(
      `cannot resume '${this.#options.file}': ${why}`,
      'choose another --out, or the list and the options that it was made with',
    );
  }
}

/** Columns do not depend on `--fields`, since later runs go on with the file. */
const columns = usualFields([...checkKind(1, false), ...errorKind]);

const foreignRow = 'it holds a row that dotaf did not write';

function recordsIn(text: string, isCsv: boolean): JsonObject[] {
  const lines = text.split('\n').slice(0, -1);
  if (!isCsv) return lines.map(objectIn);
  const [, ...records] = recordsOf(lines, ',');
  return records.map(({ cells }) =>
    Object.fromEntries(cells.map((cell, column) => [columns[column], cell])),
  );
}

function objectIn(line: string): JsonObject {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A file of CSV holds names made safe. */
function recordedName(record: object): string {
  return safeText(jsonText(valueAt(record, 'domain')));
}

const states = new Map([
  ['true', true],
  ['false', false],
  ['', null],
]);

/** @returns undefined for a record that dotaf has not written */
function keptRow(record: JsonObject): Row<Availability> | undefined {
  const { domain, years } = record;
  // A file of CSV has no status, and holds only refusals.
  const ofCsv = { code: record['error.code'], status: 400 };
  const error = isObject(record.error) ? record.error : ofCsv;
  const code = jsonText(error.code);
  if (isFailureCode(code)) {
    return {
      asked: {},
      failure: new Failure(code, 'see the file', { status: Number(error.status) }),
      isFromEarlierRun: true,
    };
  }
  const available = states.get(jsonText(record.available ?? ''));
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
  const isRefusal = code === 'api_error' || code === 'unauthorized';
  const isOfName = status >= 400 && status < 500 && ![401, 404, 408].includes(status);
  return code === 'invalid_name' || (isRefusal && isOfName);
}

/** Keeps out other processes of the state folder. @returns unlocks the file */
function lock(file: string, descriptor: number, { system, settings }: JournalHost): () => void {
  const { dev, ino } = fs.fstatSync(descriptor);
  const isLocked = (holder: string) =>
    usageFailure(
      `another dotaf (process ${holder}) is writing to '${file}'`,
      'wait until it is done, or choose another --out',
    );
  try {
    const folder = path.join(settings.directories.state, 'journals');
    ensureDirectory(folder);
    return acquireLock(path.join(folder, `${dev}-${ino}.lock`), system, isLocked);
  } catch (error) {
    if (error instanceof Failure) throw error;
    // The file can be written also where nothing can be locked.
    return () => {};
  }
}

function openFile({ file, isResumed }: JournalOptions): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = fs.constants;
  const creating = isResumed ? O_CREAT : O_CREAT | O_EXCL;
  try {
    return openRegularFile(file, O_RDWR | O_APPEND | creating, 0o666);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw writeFailure(file, error);
    throw usageFailure(
      `'${file}' already exists`,
      'add --resume to go on from it, or choose another --out',
    );
  }
}
