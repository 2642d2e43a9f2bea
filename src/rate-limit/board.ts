import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import type { Rate } from '../core/periods.ts';
import { systemCode } from '../errors.ts';
import { makeFolder, openRegularFile, readRegularFile } from '../platform/files.ts';
import type { Clock } from '../platform/surroundings.ts';
import { type LearnedLimit, longestHoldMs } from './limit-in-use.ts';
import { numbersOfSlot, places, type Sheet, type View, viewOf } from './view.ts';

/** The place of one request in the limit. */
export interface Slot {
  readonly index: number;
  readonly sentAt: number;
}

export interface Sharing {
  /** Of one credential; it may not exist yet. */
  folder: string;
  /** The board cannot be shared any longer. Called once. */
  onTrouble(error: unknown): void;
}

/** A process with open requests gives a sign of life this often. */
const aliveEveryMs = 2000;

/** A file without a sign of life for this long belongs to a process that will not come back to it. */
const abandonedMs = 600_000;

const bytesOfNumber = 8;

const mostAttempts = 100;

/**
 * What the processes of one credential have sent. Each process writes a file of its own and reads
 * those of the others. Whoever takes a slot writes it before it reads: of all processes that take
 * one at the same time, the last to write sees all the others. So nothing needs a lock, and a kill
 * leaves nothing half done.
 */
export class Board {
  readonly #windowMs: number;
  readonly #clock: Clock;
  #sharing: Sharing | undefined;
  #file: { name: string; descriptor: number } | undefined;
  readonly #sheet: Sheet;
  /** How many of its numbers are in use. */
  #length = places.slots;
  /** What the others have written, as it was read last. */
  #others: ReadonlyMap<string, Sheet> = new Map();
  #cancelSign: (() => void) | undefined;

  /** @param sharing undefined for a board that belongs to this process alone */
  constructor({ requests, windowMs }: Rate, clock: Clock, sharing?: Sharing) {
    this.#windowMs = windowMs;
    this.#clock = clock;
    this.#sharing = sharing;
    this.#sheet = new Float64Array(places.slots + requests * numbersOfSlot);
  }

  get isShared(): boolean {
    return this.#sharing !== undefined;
  }

  look(): View {
    const read = ({ folder }: Sharing) => readSheets(folder, this.#file?.name, this.#others);
    this.#others = this.#attempt(read) ?? this.#others;
    // Only now, since nothing that was read may be later.
    const now = this.#clock.elapsed();
    return viewOf(this.#written, this.#others.values(), now, this.#windowMs);
  }

  /** Takes a slot. Whoever finds too many of them taken afterwards has to withdraw it. */
  put(): Slot {
    const sentAt = this.#clock.elapsed();
    const index = this.#freeIndex(sentAt);
    this.#write(placeOf(index), [sentAt, Number.POSITIVE_INFINITY, 0]);
    return { index, sentAt };
  }

  /** The slot becomes free one window from now: the service had the request before it answered. */
  answered({ index, sentAt }: Slot, isRefused: boolean): void {
    this.#write(placeOf(index), [sentAt, this.#clock.elapsed(), Number(isRefused)]);
  }

  /** The request was never sent. */
  withdraw({ index }: Slot): void {
    this.#write(placeOf(index), [-1, -1, 0]);
  }

  learn({ at, requests, windowMs, holdMs }: LearnedLimit): void {
    this.#write(places.learned, [at, requests, windowMs, holdMs]);
  }

  pause(at: number, ms: number): void {
    this.#write(places.pause, [at, ms]);
  }

  /** What was sent without an answer counts for a while longer. */
  close(): void {
    if (this.#file !== undefined) this.#write(places.isClosed, [1]);
    this.#cancelSign?.();
    this.#closeFile();
    this.#sharing = undefined;
  }

  get #written(): Sheet {
    return this.#sheet.subarray(0, this.#length);
  }

  /** Of a limit that is kept, one is always free. */
  #freeIndex(now: number): number {
    let place = places.slots;
    for (; place < this.#length; place += numbersOfSlot) {
      const answeredAt = this.#sheet[place + 1] ?? 0;
      // A slot that was withdrawn is answered at -1.
      if (answeredAt < 0 || answeredAt + this.#windowMs < now) break;
    }
    return (place - places.slots) / numbersOfSlot;
  }

  #write(place: number, numbers: readonly number[]): void {
    this.#sheet.set(numbers, place);
    this.#length = Math.max(this.#length, place + numbers.length);
    this.#publish(place, place + numbers.length);
  }

  /** Writes the sign of life first: without it, others would take an open slot for an old one. */
  #publish(start: number, end: number): void {
    this.#attempt((sharing) => {
      const silentMs = this.#clock.elapsed() - (this.#sheet[places.aliveAt] ?? 0);
      this.#sheet[places.aliveAt] = this.#clock.elapsed();
      const descriptor = this.#openFile(sharing, silentMs > abandonedMs / 2);
      write(descriptor, this.#sheet.subarray(0, 1), 0);
      write(descriptor, this.#sheet.subarray(start, end), start);
      this.#cancelSign ??= this.#startSigns();
    });
  }

  #startSigns(): () => void {
    return this.#clock.timer(aliveEveryMs, () => {
      this.#cancelSign = undefined;
      if (this.#written.includes(Number.POSITIVE_INFINITY)) this.#publish(0, 1);
    });
  }

  /** Somebody may have removed the file: then nobody would see what is written to it. */
  #openFile({ folder }: Sharing, isAbandoned: boolean): number {
    const old = this.#file;
    if (old !== undefined && !isAbandoned && fstatSync(old.descriptor).nlink > 0)
      return old.descriptor;
    this.#tidy(folder);
    const made = makeFile(folder, this.#clock);
    write(made.descriptor, this.#written, 0);
    this.#closeFile();
    this.#file = made;
    if (old !== undefined) rmSync(path.join(folder, old.name), { force: true });
    return made.descriptor;
  }

  #closeFile(): void {
    if (this.#file !== undefined) closeSync(this.#file.descriptor);
    this.#file = undefined;
  }

  /** Removes the files of processes that have ended, once nothing in them counts any more. */
  #tidy(folder: string): void {
    const now = this.#clock.elapsed();
    for (const [name, sheet] of this.#others) {
      const { ends, pausedUntil, learned } = viewOf(undefined, [sheet], now, this.#windowMs);
      const silentMs = Math.abs(now - (sheet[places.aliveAt] ?? 0));
      const isLeft = sheet[places.isClosed] === 1 || silentMs > abandonedMs;
      const isNeeded = learned !== undefined && now - learned.at < 2 * longestHoldMs;
      if (isLeft && ends.length === 0 && pausedUntil < now && !isNeeded)
        rmSync(path.join(folder, name), { force: true });
    }
  }

  /** What cannot be shared any longer is known to this process alone. */
  #attempt<Result>(work: (sharing: Sharing) => Result): Result | undefined {
    const sharing = this.#sharing;
    if (sharing === undefined) return undefined;
    try {
      return work(sharing);
    } catch (error) {
      this.#sharing = undefined;
      this.#cancelSign?.();
      this.#closeFile();
      sharing.onTrouble(error);
      return undefined;
    }
  }
}

/** No name is used twice, since somebody may be about to remove the file that had it. */
function makeFile(folder: string, clock: Clock): { name: string; descriptor: number } {
  const { O_RDWR, O_CREAT, O_EXCL } = constants;
  const start = Math.floor(clock.elapsed() * 1e6).toString(36);
  for (let count = 0; ; count += 1) {
    const name = `${start}-${count}`;
    try {
      const file = path.join(folder, name);
      return { name, descriptor: openRegularFile(file, O_RDWR | O_CREAT | O_EXCL) };
    } catch (error) {
      if (systemCode(error) === 'ENOENT') makeFolder(folder);
      else if (systemCode(error) !== 'EEXIST') throw error;
    }
  }
}

/**
 * Reads all files but our own, from the beginning if one of them is removed meanwhile.
 *
 * @param known what was read before: of these, closed ones are as they were
 */
function readSheets(
  folder: string,
  own: string | undefined,
  known: ReadonlyMap<string, Sheet>,
): Map<string, Sheet> {
  const read = (name: string) => {
    const before = known.get(name);
    return before?.[places.isClosed] === 1 ? before : readSheet(path.join(folder, name));
  };
  for (let attempt = 0; attempt < mostAttempts && existsSync(folder); attempt += 1) {
    try {
      const names = readdirSync(folder).filter((name) => name !== own);
      return new Map(names.map((name) => [name, read(name)]));
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }
  return new Map();
}

function readSheet(file: string): Sheet {
  // A copy, since numbers must begin at a multiple of their size.
  const bytes = Uint8Array.from(readRegularFile(file));
  return new Float64Array(bytes.buffer, 0, Math.floor(bytes.length / bytesOfNumber));
}

function write(descriptor: number, numbers: Sheet, place: number): void {
  const length = numbers.length * bytesOfNumber;
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, length);
  const written = writeSync(descriptor, bytes, 0, length, place * bytesOfNumber);
  if (written < length) throw Object.assign(new Error('cut short'), { code: 'ENOSPC' });
}

function placeOf(index: number): number {
  return places.slots + index * numbersOfSlot;
}
