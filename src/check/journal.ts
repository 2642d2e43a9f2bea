import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import type { Availability } from '../api/types.ts';
import type { ListedName } from '../bulk/names.ts';
import type { Context } from '../cli/context.ts';
import { Failure, fileFailure, systemCode } from '../errors.ts';
import type { Row } from '../output/row.ts';
import { acquire } from '../platform/file-lock.ts';
import { makeFolder } from '../platform/folders.ts';
import type { Clock } from '../platform/surroundings.ts';
import { writeFailure } from '../platform/write-failure.ts';
import { type JournalKind, journalFormat, restoredRow } from './journal-format.ts';

export interface JournalOptions {
  file: string;
  kind: JournalKind;
  /** The fields of an answer, as `--csv` prints them. */
  fields: readonly string[];
  isResumed: boolean;
}

/** A power cut loses at most the rows of this time. */
const syncEveryMs = 1000;

/** Writes each row to a file before it is shown. A kill leaves at most half a row at the end. */
export class Journal {
  readonly #file: string;
  readonly #format: ReturnType<typeof journalFormat>;
  readonly #descriptor: number;
  readonly #unlock: () => void;
  readonly #clock: Clock;
  #syncedAt: number;
  /** Bytes up to the end of the last whole row. */
  #size: number;

  /** @throws Failure `usage` when it exists and is not resumed, or another dotaf writes to it; `io` */
  static async open(context: Context, options: JournalOptions): Promise<Journal> {
    const unlock = await lock(context, options.file);
    try {
      return new Journal(options, context.surroundings.clock, unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  }

  private constructor(options: JournalOptions, clock: Clock, unlock: () => void) {
    this.#file = options.file;
    this.#format = journalFormat(options.kind, options.fields);
    this.#clock = clock;
    this.#unlock = unlock;
    this.#syncedAt = clock.elapsed();
    this.#descriptor = openFile(options);
    try {
      this.#size = endOfLines(this.#descriptor);
      if (!this.#isOurs()) throw this.#cannotResume('it was not written by dotaf check');
    } catch (error) {
      fs.closeSync(this.#descriptor);
      throw this.#readFailure(error);
    }
  }

  /** Takes a name for each row in the file. @throws Failure `usage` when it is not the row's, `io` */
  async *rows(names: AsyncIterator<ListedName>, years: number): AsyncGenerator<Row<Availability>> {
    if (this.#size === 0) return;
    const stream = fs.createReadStream(this.#file, { end: this.#size - 1 });
    let number = 0;
    try {
      for await (const stored of this.#format.read(stream)) {
        const next = await names.next();
        if (next.done) throw this.#cannotResume('it has more rows than the list has names');
        number += 1;
        const row = restoredRow(stored, next.value.text, years);
        if (!row.ok) throw this.#cannotResume(`row ${number} ${row.reason}`);
        yield row.value;
      }
    } catch (error) {
      throw this.#readFailure(error);
    } finally {
      stream.destroy();
    }
  }

  /** Drops what is behind the last whole row. @throws Failure `io` */
  begin(): void {
    this.#attempt(() => {
      // A device can be written, but not truncated.
      if (fs.fstatSync(this.#descriptor).size > this.#size) {
        fs.ftruncateSync(this.#descriptor, this.#size);
      }
    });
    if (this.#size === 0) this.#append(this.#format.header);
  }

  /** @throws Failure `io`, and the file ends with the row before */
  write(row: Row<Availability>): void {
    this.#append(this.#format.line(row));
  }

  close(): void {
    this.#unlock();
    try {
      this.#attempt(() => sync(this.#descriptor));
    } finally {
      fs.closeSync(this.#descriptor);
    }
  }

  #append(line: string): void {
    this.#attempt(() => {
      fs.writeFileSync(this.#descriptor, line);
      this.#size += Buffer.byteLength(line);
      const now = this.#clock.elapsed();
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
      throw fileFailure('io', `cannot write '${this.#file}'`, error);
    }
  }

  #isOurs(): boolean {
    const { start } = this.#format;
    if (fs.fstatSync(this.#descriptor).size === 0) return true;
    const bytes = Buffer.alloc(Buffer.byteLength(start));
    const count = fs.readSync(this.#descriptor, bytes, 0, bytes.length, 0);
    return start.startsWith(bytes.toString('utf8', 0, count));
  }

  #readFailure(error: unknown): unknown {
    if (error instanceof Failure) return error;
    return fileFailure('io', `cannot read '${this.#file}'`, error);
  }

  #cannotResume(why: string): Failure {
    return new Failure('usage', `cannot resume '${this.#file}': ${why}`, {
      hint: 'choose another --out, or the list and the options that it was made with',
    });
  }
}

/** Locks the file before anything is read from it. @returns unlocks it */
function lock({ surroundings, settings }: Context, file: string): Promise<() => void> {
  const whole = path.resolve(surroundings.workingFolder, file);
  const name = createHash('sha256').update(whole).digest('hex').slice(0, 32);
  const folder = path.join(settings.folders.state, 'journals');
  makeFolder(folder);
  return acquire(path.join(folder, `${name}.lock`), surroundings, {
    ms: 0,
    failure: (holder) =>
      new Failure('usage', `another dotaf (process ${holder}) is writing to '${file}'`, {
        hint: 'wait until it is done, or choose another --out',
      }),
  });
}

function openFile({ file, isResumed }: JournalOptions): number {
  try {
    return fs.openSync(file, isResumed ? 'a+' : 'ax+', 0o666);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw writeFailure(file, error);
    throw new Failure('usage', `'${file}' already exists`, {
      hint: 'add --resume to go on from it, or choose another --out',
    });
  }
}

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
