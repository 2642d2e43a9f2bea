import {
  closeSync,
  createReadStream,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse';
import { Failure, fileFailure, systemCode } from '../errors.ts';
import type { Clock } from '../platform/surroundings.ts';
import { endOfRows, sync } from './row-file.ts';

export interface JournalFormat {
  kind: 'jsonl' | 'csv';
  /** The line that a file begins with, if any. */
  header: string;
  /** How every file begins, also one that was torn in its first line. */
  start: string;
}

/** How often what is written is also brought through to the disk, against a loss of power. */
const syncEveryMs = 1000;

/**
 * A file of rows, one line each, in the order of the names. A row is whole in it before anybody is
 * told of it, so that a kill at any moment leaves the rows that were there and at most half of the
 * next one.
 */
export class Journal {
  readonly #file: string;
  readonly #format: JournalFormat;
  readonly #clock: Clock;
  readonly #descriptor: number;
  /** Bytes up to the end of the last whole row. */
  #size: number;
  #syncedAt: number;
  #isClosed = false;

  private constructor(file: string, format: JournalFormat, clock: Clock, descriptor: number) {
    this.#file = file;
    this.#format = format;
    this.#clock = clock;
    this.#descriptor = descriptor;
    this.#size = endOfRows(descriptor);
    this.#syncedAt = clock.elapsed();
  }

  /**
   * Begins a file, or opens one to go on from.
   *
   * @throws Failure `usage` when it is there and is not to be resumed, `io`
   */
  static open(file: string, format: JournalFormat, clock: Clock, isResumed: boolean): Journal {
    let descriptor: number;
    try {
      descriptor = openSync(file, isResumed ? 'a+' : 'ax+', 0o666);
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw fileFailure('io', `cannot write '${file}'`, error);
      throw new Failure('usage', `'${file}' is there already`, {
        hint: '--resume goes on from it; otherwise choose another --out',
      });
    }
    try {
      return new Journal(file, format, clock, descriptor);
    } catch (error) {
      closeSync(descriptor);
      throw fileFailure('io', `cannot read '${file}'`, error);
    }
  }

  /**
   * The rows that are whole, in order.
   *
   * @throws Failure `usage` for what is no row, naming its number
   */
  async *rows(): AsyncGenerator<unknown> {
    if (this.#size === 0) return;
    const stream = createReadStream(this.#file, { end: this.#size - 1 });
    let number = 0;
    try {
      const rows = this.#format.kind === 'csv' ? this.#csvRows(stream) : jsonRows(stream);
      for await (const row of rows) {
        number += 1;
        yield row;
      }
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (systemCode(error)?.startsWith('E')) {
        throw fileFailure('io', `cannot read '${this.#file}'`, error);
      }
      throw this.otherFile(`its row ${number + 1} is none of dotaf check`);
    } finally {
      stream.destroy();
    }
  }

  /**
   * Makes ready to write behind the last whole row; what stands after it is dropped.
   *
   * @throws Failure `usage` for a file without a row that is none of dotaf, `io`
   */
  begin(): void {
    if (this.#size === 0 && !this.#isTorn()) throw this.otherFile('it is none of dotaf check');
    this.#attempt(() => {
      if (fstatSync(this.#descriptor).size > this.#size) {
        ftruncateSync(this.#descriptor, this.#size);
      }
    });
    if (this.#size === 0 && this.#format.header !== '') this.write(this.#format.header);
  }

  /**
   * Adds a line. It is in the file, and whole, when this returns.
   *
   * @throws Failure `io`, and the file ends in the row before
   */
  write(line: string): void {
    const bytes = Buffer.from(line);
    this.#attempt(() => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
      this.#size += bytes.length;
      const now = this.#clock.elapsed();
      if (now - this.#syncedAt < syncEveryMs) return;
      this.#syncedAt = now;
      sync(this.#descriptor);
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      this.#attempt(() => sync(this.#descriptor));
    } finally {
      closeSync(this.#descriptor);
    }
  }

  /** The file is not one that this list and these options make. */
  otherFile(why: string): Failure {
    return new Failure('usage', `cannot resume '${this.#file}': ${why}`, {
      hint: 'choose another --out, or the list and the options that it was made with',
    });
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#dropHalfRow();
      throw fileFailure('io', `cannot write '${this.#file}'`, error);
    }
  }

  /** Whether what stands in a file without a whole row may be the beginning of one. */
  #isTorn(): boolean {
    const { start } = this.#format;
    if (fstatSync(this.#descriptor).size === 0) return true;
    const bytes = Buffer.alloc(Buffer.byteLength(start));
    const text = bytes.toString('utf8', 0, readSync(this.#descriptor, bytes, 0, bytes.length, 0));
    return start.startsWith(text);
  }

  #dropHalfRow(): void {
    try {
      ftruncateSync(this.#descriptor, this.#size);
    } catch {
      // Then --resume drops it.
    }
  }

  #csvRows(stream: NodeJS.ReadableStream): AsyncIterable<unknown> {
    const header = this.#format.header.trimEnd();
    const columns = (names: string[]) => {
      if (names.join(',') === header) return names;
      throw this.otherFile('its columns are not those of dotaf check');
    };
    return stream.pipe(parse({ columns }));
  }
}

async function* jsonRows(stream: NodeJS.ReadableStream): AsyncGenerator<unknown> {
  for await (const line of createInterface({ input: stream })) yield JSON.parse(line);
}
