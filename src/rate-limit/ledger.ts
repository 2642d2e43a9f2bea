import { closeSync, constants, fstatSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { systemCode } from '../errors.ts';
import { makeFolder } from '../platform/folders.ts';
import { openRegularFile } from '../platform/regular-file.ts';
import { endOfOldLines } from './old-lines.ts';

export interface LedgerLine {
  text: string;
  part: number;
  isLate: boolean;
}

export interface LedgerExchange {
  lines: LedgerLine[];
  /** Nobody else has written since: the lines are those that were given. */
  isEcho: boolean;
  /** The caller must write again: the part was closed or taken away. */
  isLost: boolean;
}

const seal = 'SEAL';

/** A device in place of a part would never end. */
const maxBytes = 64_000_000;

const bytesOfRequest = 160;

/**
 * A log that all processes append to and read in one order, without a lock. The first `SEAL` line
 * closes a part, and lines go on in the next; a line behind it is late. Only the last two parts are
 * read. @throws of every method: the system's error, such as ENOSPC
 */
export class Ledger {
  readonly #folder: string;
  readonly #name: string;
  readonly #minBytes: number;
  #descriptor: number | undefined;
  #isOld: (line: string) => boolean = () => false;
  #part = 0;
  #offset = 0;
  readonly #buffer = Buffer.allocUnsafe(8192);

  /** @param minBytes parts smaller than this stay open: they are read in under a millisecond */
  constructor(folder: string, name: string, minBytes = 8192) {
    this.#folder = folder;
    this.#name = name;
    this.#minBytes = minBytes;
  }

  /** Of a part that this process has not read yet, a beginning of such lines is left out. */
  skipWhere(isOld: (line: string) => boolean): void {
    this.#isOld = isOld;
  }

  get part(): number {
    return this.#part;
  }

  exchange(lines: readonly string[]): LedgerExchange {
    const exchange: LedgerExchange = { lines: [], isEcho: false, isLost: false };
    if (this.#descriptor === undefined) this.#openLast(exchange, 0);
    const written = lines.length > 0 ? this.#append(lines) : 0;
    const { size, nlink } = fstatSync(this.#fd);
    exchange.isEcho = nlink > 0 && size === this.#offset + written && exchange.lines.length === 0;
    if (exchange.isEcho) this.#echo(lines, size, exchange);
    else this.#read(exchange, size, nlink);
    return exchange;
  }

  isLong(active: number): boolean {
    return this.#offset > Math.max(this.#minBytes, active * bytesOfRequest);
  }

  /** Closes the part and removes those before it, which must not matter any more. */
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

  #openLast(exchange: LedgerExchange, atLeast: number): void {
    const parts = this.#parts();
    const last = Math.max(atLeast, ...parts);
    if (last - 1 >= atLeast && parts.includes(last - 1) && this.#open(last - 1, 0))
      this.#readToSeal(exchange);
    this.#open(last, constants.O_CREAT);
  }

  #open(part: number, create: number): boolean {
    this.close();
    const { O_RDWR, O_APPEND } = constants;
    try {
      this.#descriptor = openRegularFile(this.#file(part), O_RDWR | O_APPEND | create);
    } catch (error) {
      if (create === 0 && systemCode(error) === 'ENOENT') return false;
      throw error;
    }
    this.#part = part;
    this.#offset = endOfOldLines(this.#fd, this.#buffer, this.#isOld);
    return true;
  }

  /** @returns how many bytes it wrote */
  #append(lines: readonly string[]): number {
    // The line end in front ends a line that a full disk has cut.
    const bytes = Buffer.from(`\n${lines.join('\n')}\n`);
    const written = writeSync(this.#fd, bytes);
    if (written < bytes.length) throw Object.assign(new Error('cut short'), { code: 'ENOSPC' });
    return written;
  }

  #echo(lines: readonly string[], size: number, exchange: LedgerExchange): void {
    this.#offset = size;
    for (const text of lines) exchange.lines.push({ text, part: this.#part, isLate: false });
  }

  #read(exchange: LedgerExchange, size: number, nlink: number): void {
    const isGone = nlink === 0;
    // Somebody has emptied the file, which is read from its start.
    if (size < this.#offset) {
      this.#offset = 0;
      exchange.isLost = true;
    }
    for (let isSealed = this.#readToSeal(exchange); isSealed || isGone; ) {
      exchange.isLost = true;
      this.#openLast(exchange, isSealed ? this.#part + 1 : 0);
      isSealed = this.#readToSeal(exchange);
      if (!isSealed) break;
    }
  }

  /** @returns true when the part is closed */
  #readToSeal(exchange: LedgerExchange): boolean {
    const text = this.#readText();
    const end = text.lastIndexOf('\n') + 1;
    this.#offset += end;
    const lines = text.slice(0, end).split('\n');
    const sealed = lines.indexOf(seal);
    const isSealed = sealed >= 0;
    for (const [index, text] of lines.entries()) {
      const isLate = isSealed && index > sealed;
      if (text !== '' && text !== seal) exchange.lines.push({ text, part: this.#part, isLate });
    }
    return isSealed;
  }

  #readText(): string {
    const chunks: string[] = [];
    for (let at = this.#offset; at - this.#offset < maxBytes; ) {
      const count = readSync(this.#fd, this.#buffer, 0, this.#buffer.length, at);
      // One byte a character, since the file may hold any bytes.
      chunks.push(this.#buffer.toString('latin1', 0, count));
      at += count;
      if (count < this.#buffer.length) return chunks.join('');
    }
    throw new Error('the ledger is too long');
  }

  get #fd(): number {
    if (this.#descriptor === undefined) throw new Error('the ledger is closed');
    return this.#descriptor;
  }

  #file(part: number): string {
    return path.join(this.#folder, `${this.#name}.${part}.log`);
  }

  #parts(): number[] {
    const start = `${this.#name}.`;
    return this.#files()
      .filter((file) => file.startsWith(start))
      .map((file) => file.slice(start.length))
      .filter((rest) => /^\d{1,9}\.log$/.test(rest))
      .map((rest) => Number.parseInt(rest, 10));
  }

  #files(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
      makeFolder(this.#folder);
      return [];
    }
  }
}
