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

export interface Slot {
  readonly place: number;
  readonly sentAt: number;
}

export interface Sharing {
  folder: string;
  onTrouble(error: unknown): void;
}

/** The limit that the service has shown. Times are in milliseconds of the shared clock. */
export interface LearnedLimit extends Rate {
  at: number;
  /** After this time a higher limit is tried. */
  holdMs: number;
}

export interface View {
  now: number;
  /** When each slot that is taken becomes free, the first one first; infinite without an answer. */
  ends: number[];
  own: number;
  sentAt: number;
  /** Counts the requests of the last window that were answered and not refused. */
  accepted: number;
  learned: LearnedLimit | undefined;
  pausedUntil: number;
}

/**
 * The state of one process as numbers: its last sign of life; 1 if it has ended; four numbers of the
 * learned limit; when the pause began, and its length. Then three numbers per slot: when it was sent
 * and answered, and 1 if it was refused. A slot without an answer was answered at infinity, a free
 * one at minus infinity.
 */
type Sheet = readonly number[] | Float64Array;

interface File {
  path: string;
  descriptor: number;
}

const places = { aliveAt: 0, isClosed: 1, learned: 2, pause: 6, slots: 8 };
const numbersOfSlot = 3;
const open = Number.POSITIVE_INFINITY;
const free = Number.NEGATIVE_INFINITY;

export const longestHoldMs = 3_600_000;

const aliveEveryMs = 2000;

/** All that a process has sent has arrived this long after its last sign of life. */
const silentMs = 5000;

/** A file without a sign of life for this long belongs to a process that will not come back to it. */
const abandonedMs = 600_000;

/** A time that is further ahead is from before the machine started, when the clock began again. */
const aheadMs = 1000;

const mostAttempts = 100;

/**
 * Shows what the processes of one credential have sent. Each writes a file of its own and reads the
 * others. It writes a slot before it reads: of all processes that take one at the same time, the
 * last to write sees all. So nothing needs a lock, and a kill leaves nothing half done.
 */
export class Board {
  readonly #windowMs: number;
  readonly #clock: Clock;
  #sharing: Sharing | undefined;
  #file: File | undefined;
  readonly #sheet = Array<number>(places.slots).fill(0);
  #others: ReadonlyMap<string, Sheet> = new Map();
  #cancelSign = () => {};

  /** @param sharing undefined for a board that belongs to this process alone */
  constructor(windowMs: number, clock: Clock, sharing?: Sharing) {
    this.#windowMs = windowMs;
    this.#clock = clock;
    this.#sharing = sharing;
  }

  get isShared(): boolean {
    return this.#sharing !== undefined;
  }

  look(): View {
    this.#share(({ folder }) => {
      // Published again before the others are read, since they may do so at the same time.
      if (isRemoved(this.#file)) this.#write(places.aliveAt, []);
      this.#others = this.#read(folder);
    });
    // Only now, since nothing that was read may be later.
    const now = this.#clock.elapsed();
    return viewOf([this.#sheet, ...this.#others.values()], this.#sheet, now, this.#windowMs);
  }

  /** Takes a slot. Whoever finds too many of them taken afterwards has to withdraw it. */
  put(): Slot {
    const sentAt = this.#clock.elapsed();
    let place = places.slots;
    while ((this.#sheet[place + 1] ?? free) >= sentAt - this.#windowMs) place += numbersOfSlot;
    this.#write(place, [sentAt, open, 0]);
    return { place, sentAt };
  }

  /** The slot becomes free one window from now: the service had the request before it answered. */
  answered({ place, sentAt }: Slot, isRefused: boolean): void {
    this.#write(place, [sentAt, this.#clock.elapsed(), Number(isRefused)]);
  }

  withdraw({ place }: Slot): void {
    this.#write(place, [free, free, 0]);
  }

  learn({ at, requests, windowMs, holdMs }: LearnedLimit): void {
    this.#write(places.learned, [at, requests, windowMs, holdMs]);
  }

  pause(ms: number): void {
    this.#write(places.pause, [this.#clock.elapsed(), ms]);
  }

  close(): void {
    if (this.#file !== undefined) this.#write(places.isClosed, [1]);
    this.#sharing = undefined;
    this.#cancelSign();
    if (this.#file !== undefined) closeSync(this.#file.descriptor);
    this.#file = undefined;
  }

  /** Publishes all of the sheet, its sign of life first: without it an open slot would look old. */
  #write(place: number, numbers: readonly number[]): void {
    this.#sheet.splice(place, numbers.length, ...numbers);
    this.#share(({ folder }) => {
      const now = this.#clock.elapsed();
      const old = this.#file;
      const isSilent = now - (this.#sheet[places.aliveAt] ?? 0) > abandonedMs / 2;
      const isKept = old !== undefined && !isSilent && !isRemoved(old);
      const file = isKept ? old : this.#newFile(folder, now);
      this.#file = file;
      this.#sheet[places.aliveAt] = now;
      const sheet = Float64Array.from(this.#sheet);
      writeSync(file.descriptor, sheet, 0, sheet.byteLength, 0);
      if (old !== undefined && !isKept) {
        closeSync(old.descriptor);
        rmSync(old.path, { force: true });
      }
      this.#cancelSign();
      this.#cancelSign = this.#clock.timer(aliveEveryMs, () => {
        if (this.#sheet.includes(open)) this.#write(places.aliveAt, []);
      });
    });
  }

  /** Reads all files that may have changed, from the beginning if one is removed meanwhile. */
  #read(folder: string): ReadonlyMap<string, Sheet> {
    const read = (file: string): Sheet => {
      const known = this.#others.get(file);
      if (known?.[places.isClosed] === 1) return known;
      // A copy, since numbers must begin at a multiple of their size.
      const { buffer } = Uint8Array.from(readRegularFile(file));
      return new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
    };
    for (let attempt = 0; attempt < mostAttempts && existsSync(folder); attempt += 1) {
      try {
        const files = readdirSync(folder).map((name) => path.join(folder, name));
        const others = files.filter((file) => file !== this.#file?.path);
        return new Map(others.map((file) => [file, read(file)]));
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') throw error;
      }
    }
    return new Map();
  }

  /** Of processes that have ended, it removes the files in which nothing counts any more. */
  #newFile(folder: string, now: number): File {
    for (const [file, sheet] of this.#others) {
      const { ends, pausedUntil, learned } = viewOf([sheet], this.#sheet, now, this.#windowMs);
      const isNeeded = ends.length > 0 || pausedUntil >= now || learned !== undefined;
      const isAbandoned = Math.abs(now - (sheet[places.aliveAt] ?? 0)) > abandonedMs;
      if (!isNeeded && (isAbandoned || sheet[places.isClosed] === 1)) rmSync(file, { force: true });
    }
    makeFolder(folder);
    const { O_RDWR, O_CREAT, O_EXCL } = constants;
    // No name is used twice, since somebody may be about to remove the file that had it.
    const file = path.join(folder, `${now}-${Math.random()}`);
    return { path: file, descriptor: openRegularFile(file, O_RDWR | O_CREAT | O_EXCL) };
  }

  /** After a failure, this process shares nothing any longer. */
  #share(work: (sharing: Sharing) => void): void {
    const sharing = this.#sharing;
    if (sharing === undefined) return;
    try {
      work(sharing);
    } catch (error) {
      this.#sharing = undefined;
      this.close();
      sharing.onTrouble(error);
    }
  }
}

/** What is written to a file that has been removed is seen by nobody. */
function isRemoved(file: File | undefined): boolean {
  return file !== undefined && fstatSync(file.descriptor).nlink === 0;
}

/** Anybody may have written the numbers, so that each comparison must fail for what is none. */
function viewOf(sheets: readonly Sheet[], own: Sheet, now: number, windowMs: number): View {
  const view: View = {
    ...{ now, ends: [], own: 0, sentAt: free, accepted: 0 },
    ...{ learned: undefined, pausedUntil: 0 },
  };
  for (const sheet of sheets) {
    const silentAt = sheet === own ? open : past(sheet[places.aliveAt] ?? 0, now) + silentMs;
    const isAlive = sheet[places.isClosed] !== 1 && silentAt >= now;
    for (let place = places.slots; place + 2 < sheet.length; place += numbersOfSlot) {
      const sentAt = past(sheet[place] ?? free, now);
      const answeredAt = sheet[place + 1] ?? free;
      const isOpen = answeredAt === open;
      const end = windowMs + (isOpen && !isAlive ? silentAt : past(answeredAt, now));
      const isTaken = sentAt >= 0 && end >= now;
      if (!isTaken) continue;
      view.ends.push(end);
      if (sheet === own) view.own += 1;
      if (sentAt > view.sentAt) view.sentAt = sentAt;
      if (!isOpen && sheet[place + 2] !== 1) view.accepted += 1;
    }
    const [at = 0, requests = 0, limitMs = 0, hold = 0, pausedAt = 0, pauseMs = 0] = sheet.slice(
      places.learned,
      places.slots,
    );
    const isRecent = at < now + aheadMs && at > now - 2 * longestHoldMs;
    const isLimit = isRecent && requests > 0 && limitMs > 0 && hold > 0;
    if (isLimit && at > (view.learned?.at ?? free))
      view.learned = { at, requests, windowMs: limitMs, holdMs: Math.min(hold, longestHoldMs) };
    const until = pausedAt + Math.min(pauseMs, longestHoldMs);
    if (pausedAt < now + aheadMs && until > view.pausedUntil) view.pausedUntil = until;
  }
  view.ends.sort((one, other) => one - other);
  return view;
}

/** An answer that is still awaited is in the future for good reason. */
function past(time: number, now: number): number {
  return time > now + aheadMs && time !== open ? 0 : time;
}
