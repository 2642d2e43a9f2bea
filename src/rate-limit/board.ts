import * as fs from 'node:fs';
import path from 'node:path';
import { systemCode } from '../errors.ts';
import { makeFolder, openRegularFile, readRegularFile } from '../platform/files.ts';
import type { Clock } from '../platform/surroundings.ts';

export interface Slot {
  place: number;
  sentAt: number;
}

export interface Sharing {
  folder: string;
  onError(error: unknown): void;
}

/**
 * The state of one process as numbers: its last sign of life; 1 if it has ended; four numbers that
 * only earlier versions use; when the pause began, and its length. Then three numbers per slot: when
 * it was sent and answered, and 1 if it was refused. A slot without an answer was answered at
 * infinity, a free one at minus infinity.
 */
type ProcessSheet = readonly number[] | Float64Array;

interface File {
  path: string;
  descriptor: number;
}

const places = { aliveAt: 0, isClosed: 1, pause: 6, slots: 8 };
const numbersOfSlot = 3;
const open = Number.POSITIVE_INFINITY;
const free = Number.NEGATIVE_INFINITY;

/** All that the processes have sent. Times are in milliseconds of the shared clock. */
export class View {
  now = 0;
  /** When each slot that is taken becomes free, the first one first; infinite without an answer. */
  ends: number[] = [];
  hasPendingElsewhere = false;
  /** Requests after the pause that have no answer yet. */
  awaited = 0;
  sentAt = free;
  /** Begin and end of the last pause, in the infinite past if there was none. */
  pausedAt = free;
  pausedUntil = free;
  /** A request sent after the pause was not refused, or the pause ended more than a window ago. */
  isRecovered = true;
}

/** Requests stay for this long, since other processes may count a longer window. No pause is longer. */
const keptMs = 3_600_000;

/** A sheet with more numbers keeps only what its own process counts. */
const mostNumbers = 3000;

const aliveEveryMs = 2000;

/** All that a process has sent has arrived this long after its last sign of life. */
const silentMs = 5000;

/** A time that is further ahead is from before the machine started, when the clock began again. */
const aheadMs = 1000;

/**
 * Shows what the processes of one credential have sent. Each writes a file of its own and reads the
 * others. It writes a slot before it reads: of all processes that take one at the same time, the
 * last to write sees all. So nothing needs a lock, and a kill leaves nothing half done.
 */
export class Board {
  readonly #windowMs: number;
  readonly #keptMs: number;
  readonly #clock: Clock;
  #sharing: Sharing | undefined;
  #file: File | undefined;
  /** Sheets of processes that have ended, which nobody writes any more. */
  readonly #closed = new Map<string, ProcessSheet>();
  readonly #sheet = Array<number>(places.slots).fill(0);
  #cancelSign = () => {};

  /** @param sharing undefined for a board that belongs to this process alone */
  constructor(windowMs: number, clock: Clock, sharing?: Sharing) {
    this.#windowMs = windowMs;
    this.#keptMs = Math.max(windowMs, keptMs);
    this.#clock = clock;
    this.#sharing = sharing;
  }

  look(): View {
    let others: ProcessSheet[] = [];
    this.#share((folder) => {
      // The sheet is published again before the others are read, since they may do so just now.
      if (isRemoved(this.#file)) this.#write(places.aliveAt, []);
      others = [...this.#read(folder).values()];
    });
    // The time is taken last, since nothing that was read may be later.
    const now = this.#clock.elapsed();
    this.#sheet[places.aliveAt] = now;
    return viewOf(this.#sheet, others, now, this.#windowMs);
  }

  /** Takes a slot. Whoever finds too many of them taken afterwards has to withdraw it. */
  put(): Slot {
    const sentAt = this.#clock.elapsed();
    const place = this.#freePlace(sentAt);
    this.#write(place, [sentAt, open, 0]);
    return { place, sentAt };
  }

  /** The place of the slot that was answered first, if nobody needs it, or a new place. */
  #freePlace(now: number): number {
    const sheet = this.#sheet;
    const answeredAt = (place: number) => sheet[place + 1] ?? free;
    let first = places.slots;
    for (let place = first; place < sheet.length; place += numbersOfSlot) {
      if (answeredAt(place) < answeredAt(first)) first = place;
    }
    const neededMs = sheet.length > mostNumbers ? this.#windowMs : this.#keptMs;
    return answeredAt(first) < now - neededMs ? first : sheet.length;
  }

  /** The slot becomes free one window from now: the service had the request before it answered. */
  answered({ place, sentAt }: Slot, isRefused: boolean): void {
    this.#write(place, [sentAt, this.#clock.elapsed(), Number(isRefused)]);
  }

  withdraw({ place }: Slot): void {
    this.#write(place, [free, free, 0]);
  }

  pause(ms: number): void {
    this.#write(places.pause, [this.#clock.elapsed(), ms]);
  }

  close(): void {
    if (this.#file) this.#write(places.isClosed, [1]);
    this.#sharing = undefined;
    this.#cancelSign();
    if (this.#file) fs.closeSync(this.#file.descriptor);
    this.#file = undefined;
  }

  /** Publishes all of the sheet, its sign of life first: without it an open slot would look old. */
  #write(place: number, numbers: readonly number[]): void {
    this.#sheet.splice(place, numbers.length, ...numbers);
    this.#share((folder) => {
      this.#sheet[places.aliveAt] = this.#clock.elapsed();
      const sheet = Float64Array.from(this.#sheet);
      fs.writeSync(this.#descriptor(folder), sheet, 0, sheet.byteLength, 0);
      this.#cancelSign();
      this.#cancelSign = this.#clock.timer(aliveEveryMs, () => {
        if (this.#sheet.includes(open)) this.#write(places.aliveAt, []);
      });
    });
  }

  #read(folder: string): Map<string, ProcessSheet> {
    const sheets = new Map<string, ProcessSheet>();
    const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
    for (const name of names) {
      const file = path.join(folder, name);
      if (file === this.#file?.path) continue;
      const sheet = this.#closed.get(file) ?? readSheet(file);
      sheets.set(file, sheet);
      if (sheet[places.isClosed] === 1) this.#closed.set(file, sheet);
    }
    return sheets;
  }

  #descriptor(folder: string): number {
    if (this.#file) {
      if (!isRemoved(this.#file)) return this.#file.descriptor;
      fs.closeSync(this.#file.descriptor);
    }
    this.#tidy(folder);
    makeFolder(folder);
    const { O_RDWR, O_CREAT, O_EXCL } = fs.constants;
    // No name is used twice, since somebody may be about to remove the file that had it.
    const file = path.join(folder, `${this.#clock.elapsed()}-${Math.random()}`);
    const descriptor = openRegularFile(file, O_RDWR | O_CREAT | O_EXCL);
    this.#file = { path: file, descriptor };
    return descriptor;
  }

  /** Removes files that were last written so long ago that nothing in them counts any more. */
  #tidy(folder: string): void {
    const now = this.#clock.elapsed();
    for (const [file, sheet] of this.#read(folder)) {
      const silentForMs = now - past(sheet[places.aliveAt] ?? 0, now);
      if (silentForMs > this.#keptMs + silentMs) fs.rmSync(file, { force: true });
    }
  }

  #share(work: (folder: string) => void): void {
    const sharing = this.#sharing;
    if (sharing === undefined) return;
    try {
      work(sharing.folder);
    } catch (error) {
      this.#sharing = undefined;
      this.close();
      sharing.onError(error);
    }
  }
}

/** True if nobody sees any longer what is written to the file. */
function isRemoved(file: File | undefined): boolean {
  return file !== undefined && fs.fstatSync(file.descriptor).nlink === 0;
}

/** A file that is removed meanwhile holds nothing that counts. */
function readSheet(file: string): ProcessSheet {
  try {
    // A copy, since numbers must begin at a multiple of their size.
    const { buffer } = Uint8Array.from(readRegularFile(file));
    return new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Anybody may have written the numbers, so that each comparison must fail for what is none. */
function viewOf(
  own: ProcessSheet,
  others: readonly ProcessSheet[],
  now: number,
  windowMs: number,
): View {
  const view = new View();
  view.now = now;
  for (const sheet of [own, ...others]) findPause(view, sheet);
  view.isRecovered = now - view.pausedUntil > windowMs;
  for (const sheet of others) countSlots(view, sheet, windowMs);
  view.hasPendingElsewhere = view.ends.includes(open);
  countSlots(view, own, windowMs);
  view.ends.sort((one, other) => one - other);
  return view;
}

function findPause(view: View, sheet: ProcessSheet): void {
  const [at = 0, ms = 0] = sheet.slice(places.pause, places.slots);
  const until = at + Math.min(ms, keptMs);
  const isPause = ms > 0 && at < view.now + aheadMs;
  if (!isPause || until <= view.pausedUntil) return;
  view.pausedAt = at;
  view.pausedUntil = until;
}

function countSlots(view: View, sheet: ProcessSheet, windowMs: number): void {
  const { now, pausedUntil } = view;
  const silentAt = past(sheet[places.aliveAt] ?? 0, now) + silentMs;
  const isAlive = sheet[places.isClosed] !== 1 && silentAt >= now;
  const openUntil = isAlive ? open : silentAt;
  for (let place = places.slots; place + 2 < sheet.length; place += numbersOfSlot) {
    const sentAt = past(sheet[place] ?? free, now);
    const answeredAt = sheet[place + 1] ?? free;
    const isAnswered = answeredAt !== open;
    const end = windowMs + (isAnswered ? past(answeredAt, now) : openUntil);
    const isTaken = sentAt >= 0 && end >= now;
    if (!isTaken) continue;
    view.ends.push(end);
    view.sentAt = Math.max(view.sentAt, sentAt);
    if (sentAt < pausedUntil) continue;
    view.awaited += Number(end === open);
    view.isRecovered ||= isAnswered && sheet[place + 2] !== 1;
  }
}

function past(time: number, now: number): number {
  return time > now + aheadMs ? 0 : time;
}
