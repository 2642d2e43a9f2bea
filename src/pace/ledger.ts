import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../core/make-folder.ts';
import { systemCode } from '../errors.ts';

/** What was appended since the last look, in the order that all processes see. */
export interface Exchange {
  lines: string[];
  /** Lines that were appended too late, to a part that was closed by then: facts, but no places. */
  late: string[];
  /** What was written last must be written again: the part it went to was closed or taken away. */
  isLost: boolean;
}

const seal = 'SEAL';

/**
 * Lines that all processes append to and all see in one order, with no lock. They are kept in
 * parts: the first `SEAL` line closes one, and what follows stands in the next. The part before the
 * last is still read, older ones are removed.
 *
 * Every method may throw the system's error, such as ENOSPC.
 */
export class Ledger {
  readonly #folder: string;
  readonly #name: string;
  readonly #leastBytes: number;
  #descriptor: number | undefined;
  #part = 0;
  #offset = 0;
  #isGone = false;
  readonly #buffer = Buffer.alloc(65_536);

  /**
   * @param name tells ledgers in one folder apart
   * @param leastBytes parts smaller than this are never closed; reading one of them takes well under
   *   a millisecond
   */
  constructor(folder: string, name: string, leastBytes = 32_768) {
    this.#folder = folder;
    this.#name = name;
    this.#leastBytes = leastBytes;
  }

  /** The number of the part that is written to. */
  get part(): number {
    return this.#part;
  }

  /** Appends lines in one piece, and tells what is there by then. */
  exchange(lines: readonly string[]): Exchange {
    const exchange: Exchange = { lines: [], late: [], isLost: false };
    if (this.#descriptor === undefined) {
      for (let isSealed = this.#openLast(exchange, 0); isSealed; ) {
        isSealed = this.#openLast(exchange, this.#part + 1);
      }
    }
    if (lines.length > 0) this.#append(lines);
    this.#read(exchange);
    return exchange;
  }

  /** Whether the part has grown beyond what `active` entries need, several times over. */
  isLong(active: number): boolean {
    return this.#offset > Math.max(this.#leastBytes, active * 256);
  }

  /** Closes the part, once nothing in those before it matters any more. */
  seal(): void {
    this.#append([seal]);
    for (const part of this.#parts()) {
      if (part < this.#part) rmSync(this.#file(part), { force: true });
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /**
   * Goes to the last part and reads it, by way of the one before it if that has not been read.
   *
   * @returns whether it is closed, too
   */
  #openLast(exchange: Exchange, atLeast: number): boolean {
    makeFolder(this.#folder);
    const parts = this.#parts();
    const last = Math.max(atLeast, ...parts);
    if (last - 1 >= atLeast && parts.includes(last - 1) && this.#open(last - 1, 0)) {
      this.#readToSeal(exchange);
    }
    this.#open(last, constants.O_CREAT);
    return this.#readToSeal(exchange);
  }

  /** @returns false when it is not there, and is not to be made */
  #open(part: number, create: number): boolean {
    this.close();
    const { O_RDWR, O_APPEND } = constants;
    try {
      this.#descriptor = openSync(this.#file(part), O_RDWR | O_APPEND | create, 0o600);
    } catch (error) {
      if (create === 0 && systemCode(error) === 'ENOENT') return false;
      throw error;
    }
    this.#part = part;
    this.#offset = 0;
    return true;
  }

  #append(lines: readonly string[]): void {
    // The line end in front closes a line that a full disk has cut.
    const bytes = Buffer.from(`\n${lines.join('\n')}\n`);
    const written = writeSync(this.#fd, bytes);
    if (written < bytes.length) throw Object.assign(new Error('cut short'), { code: 'ENOSPC' });
  }

  #read(exchange: Exchange): void {
    let isSealed = this.#readToSeal(exchange);
    // Somebody other than a dotaf may have taken the file away.
    if (isSealed || this.#isGone) {
      exchange.isLost = true;
      isSealed = this.#openLast(exchange, isSealed ? this.#part + 1 : 0);
    }
    while (isSealed) isSealed = this.#openLast(exchange, this.#part + 1);
  }

  /** Reads on. @returns whether the part is closed */
  #readToSeal(exchange: Exchange): boolean {
    const { size, nlink } = fstatSync(this.#fd);
    this.#isGone = nlink === 0;
    // Somebody has emptied the file: it begins again.
    if (size < this.#offset) {
      this.#offset = 0;
      exchange.isLost = true;
    }
    const text = this.#readText(size);
    const end = text.lastIndexOf('\n') + 1;
    this.#offset += end;
    const lines = text.slice(0, end).split('\n');
    const sealed = lines.indexOf(seal);
    for (const line of sealed < 0 ? lines : lines.slice(0, sealed)) {
      if (line !== '') exchange.lines.push(line);
    }
    if (sealed >= 0) exchange.late.push(...lines.slice(sealed + 1));
    return sealed >= 0;
  }

  /** What stands between the last look and `end`: a device in the file's place would never end. */
  #readText(end: number): string {
    const chunks: string[] = [];
    for (let at = this.#offset; at < end; ) {
      const count = readSync(this.#fd, this.#buffer, 0, this.#buffer.length, at);
      if (count === 0) break;
      // One byte a character: what is no line of ours may be anything.
      chunks.push(this.#buffer.toString('latin1', 0, count));
      at += count;
    }
    return chunks.join('');
  }

  get #fd(): number {
    if (this.#descriptor === undefined) throw new Error('the ledger is closed');
    return this.#descriptor;
  }

  #file(part: number): string {
    return path.join(this.#folder, `${this.#name}.${part}.log`);
  }

  #parts(): number[] {
    const pattern = new RegExp(`^${this.#name}\\.(\\d{1,9})\\.log$`);
    return readdirSync(this.#folder).flatMap((file) => {
      const part = pattern.exec(file)?.[1];
      return part === undefined ? [] : [Number(part)];
    });
  }
}
