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
import { systemCode } from '../errors.ts';
import { openRegularFile, readRegularFile } from '../platform/files.ts';
import { makeFolder } from '../platform/folders.ts';
import type { Clock } from '../platform/surroundings.ts';
import { type LearnedLimit, longestHoldMs, type Pause } from './limit-in-use.ts';
import {
  headerOf,
  nothing,
  type ProcessState,
  placeOf,
  type Slot,
  slotNumbers,
  stateOf,
  type View,
  viewOf,
} from './view.ts';

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
  readonly #own: ProcessState = { ...nothing, slots: [] };
  #freeIndexes: number[] = [];
  #cancelSign: (() => void) | undefined;

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
    const others = this.#attempt(({ folder }) => readStates(folder, this.#file?.name));
    // Only now, since nothing that was read may be later.
    const now = this.#clock.elapsed();
    this.#free(({ answeredAt }) => answeredAt + this.#windowMs < now);
    return viewOf(this.#own, others?.values() ?? [], now, this.#windowMs);
  }

  /** Takes a slot. Whoever finds too many of them taken afterwards has to withdraw it. */
  put(): Slot {
    const sentAt = this.#clock.elapsed();
    const index = this.#freeIndexes.pop() ?? this.#own.slots.length;
    const slot = { index, sentAt, answeredAt: Number.POSITIVE_INFINITY, isRefused: false };
    this.#own.slots.push(slot);
    this.#publish(slot);
    return slot;
  }

  /** The slot becomes free one window from now: the service had the request before it answered. */
  answered(slot: Slot, isRefused: boolean): void {
    slot.answeredAt = this.#clock.elapsed();
    slot.isRefused = isRefused;
    this.#publish(slot);
  }

  /** The request was never sent. */
  withdraw(slot: Slot): void {
    this.#free((other) => other === slot);
    slot.sentAt = -1;
    this.#publish(slot);
  }

  learn(learned: LearnedLimit): void {
    this.#own.learned = learned;
    this.#publish();
  }

  pause(pause: Pause): void {
    this.#own.pause = pause;
    this.#publish();
  }

  /** What was sent without an answer counts for a while longer. */
  close(): void {
    this.#cancelSign?.();
    this.#own.isClosed = true;
    if (this.#file !== undefined) this.#publish();
    this.#closeFile();
    this.#sharing = undefined;
  }

  #free(isFree: (slot: Slot) => boolean): void {
    const { slots } = this.#own;
    if (!slots.some(isFree)) return;
    this.#own.slots = slots.filter((slot) => !isFree(slot));
    this.#freeIndexes.push(...slots.filter(isFree).map(({ index }) => index));
  }

  /** Writes what this process says, with a slot that has changed. */
  #publish(slot?: Slot): void {
    this.#attempt((sharing) => {
      const silentMs = this.#clock.elapsed() - this.#own.aliveAt;
      this.#own.aliveAt += silentMs;
      const descriptor = this.#openFile(sharing, silentMs > abandonedMs / 2);
      // The sign of life comes first: without it, others would take an open slot for an old one.
      write(descriptor, headerOf(this.#own), 0);
      if (slot !== undefined) write(descriptor, slotNumbers(slot), placeOf(slot.index));
      if (!this.#own.isClosed) this.#cancelSign ??= this.#startSigns();
    });
  }

  #startSigns(): () => void {
    return this.#clock.timer(aliveEveryMs, () => {
      this.#cancelSign = undefined;
      const isOpen = this.#own.slots.some(({ answeredAt }) => !Number.isFinite(answeredAt));
      if (isOpen) this.#publish();
    });
  }

  /** Somebody may have removed the file: then nobody would see what is written to it. */
  #openFile({ folder }: Sharing, isAbandoned: boolean): number {
    const old = this.#file;
    if (old !== undefined && !isAbandoned && fstatSync(old.descriptor).nlink > 0)
      return old.descriptor;
    makeFolder(folder);
    this.#tidy(folder);
    const made = makeFile(folder, this.#clock);
    write(made.descriptor, headerOf(this.#own), 0);
    for (const slot of this.#own.slots)
      write(made.descriptor, slotNumbers(slot), placeOf(slot.index));
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
    for (const [name, state] of readStates(folder)) {
      const { isClosed, aliveAt, learned } = state;
      const { ends, pausedUntil } = viewOf(nothing, [state], now, this.#windowMs);
      const isLeft = isClosed || Math.abs(now - aliveAt) > abandonedMs;
      const isNeeded = learned !== undefined && Math.abs(now - learned.at) < 2 * longestHoldMs;
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
      if (systemCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** Reads all files but our own, from the beginning if one of them is removed meanwhile. */
function readStates(folder: string, own?: string): Map<string, ProcessState> {
  for (let attempt = 0; attempt < mostAttempts && existsSync(folder); attempt += 1) {
    try {
      const names = readdirSync(folder).filter((name) => name !== own);
      return new Map(names.map((name) => [name, readState(path.join(folder, name))]));
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }
  return new Map();
}

function readState(file: string): ProcessState {
  // A copy, since numbers must begin at a multiple of their size.
  const bytes = Uint8Array.from(readRegularFile(file));
  return stateOf(new Float64Array(bytes.buffer, 0, Math.floor(bytes.length / bytesOfNumber)));
}

function write(descriptor: number, numbers: readonly number[], place: number): void {
  const bytes = new Uint8Array(Float64Array.from(numbers).buffer);
  const written = writeSync(descriptor, bytes, 0, bytes.length, place * bytesOfNumber);
  if (written < bytes.length) throw Object.assign(new Error('cut short'), { code: 'ENOSPC' });
}
