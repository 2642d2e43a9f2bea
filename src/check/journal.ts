import * as fs from 'node:fs';
import type { Availability } from '../api/types.ts';
import type { ListedName } from '../bulk/names.ts';
import type { Context } from '../cli/context.ts';
import { Failure, fileFailure } from '../errors.ts';
import type { Row } from '../output/row.ts';
import { openRegularFile } from '../platform/files.ts';
import type { Clock } from '../platform/surroundings.ts';
import { endOfLines, lockJournal, openJournalFile, sync } from './journal-file.ts';
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
  /** Of the file as this process has left it. */
  #fileSize: number;

  /** @throws Failure `usage` when it exists and is not resumed, or another dotaf writes to it; `io` */
  static async open(context: Context, options: JournalOptions): Promise<Journal> {
    const unlock = await lockJournal(context, options.file);
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
    this.#descriptor = openJournalFile(options.file, options.isResumed);
    try {
      this.#fileSize = fs.fstatSync(this.#descriptor).size;
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
    const descriptor = openRegularFile(this.#file, fs.constants.O_RDONLY);
    const stream = fs.createReadStream('', { fd: descriptor, start: 0, end: this.#size - 1 });
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
    this.#refuseChange();
    if (this.#fileSize > this.#size) {
      this.#attempt(() => fs.ftruncateSync(this.#descriptor, this.#size));
      this.#fileSize = this.#size;
    }
    if (this.#size === 0) this.#append(this.#format.header);
  }

  /** @throws Failure `io`, and the file ends with the row before */
  write(row: Row<Availability>): void {
    this.#append(this.#format.line(row));
  }

  /** All rows are written. @throws Failure `io` if they are no longer there */
  end(): void {
    this.#refuseChange();
  }

  close(): void {
    this.#unlock();
    try {
      this.#attempt(() => sync(this.#descriptor));
    } finally {
      fs.closeSync(this.#descriptor);
    }
  }

  /** A dotaf of another home does not see the lock, and nobody else heeds it. @throws Failure `io` */
  #refuseChange(): void {
    const { size, nlink } = fs.fstatSync(this.#descriptor);
    if (size === this.#fileSize && nlink > 0) return;
    const what = nlink > 0 ? 'another program has written to it' : 'somebody has removed it';
    throw new Failure('io', `cannot go on with '${this.#file}': ${what}`, {
      hint: 'see that nothing else writes to the file or moves it',
    });
  }

  #append(line: string): void {
    this.#refuseChange();
    this.#attempt(() => {
      fs.writeFileSync(this.#descriptor, line);
      this.#size += Buffer.byteLength(line);
      this.#fileSize = this.#size;
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
