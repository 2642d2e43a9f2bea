import * as fs from 'node:fs';
import path from 'node:path';
import { systemErrorCode } from '../errors.ts';
import { ensureDirectory, openRegularFile, readRegularFile } from '../system/files.ts';
import type { Clock } from '../system/system.ts';

export interface Slot {
  place: number;
  sentAt: number;
}

export interface SharingOptions {
  folder: string;
  onError(error: unknown): void;
}

/**
 * The state of one process as numbers: its last sign of life; 1 if it has ended; four numbers that
 * only earlier versions use; when the pause began, and its length. Then three numbers per slot: when
 * it was sent and answered, and 1 if it was refused. A slot without an answer was answered at
 * infinity, a free one at minus infinity.
 */
type ProcessRecord = readonly number[] | Float64Array;

interface OpenFile {
  path: string;
  descriptor: number;
}

const offsets = { aliveAt: 0, isClosed: 1, pause: 6, slots: 8 };
const numbersPerSlot = 3;
const pending = Number.POSITIVE_INFINITY;
const distantPast = Number.NEGATIVE_INFINITY;

/** All that the processes have sent. Times are in milliseconds of the shared clock. */
export class SlotUsage {
  now = 0;
  /** When each slot that is taken becomes free, the first one first; infinite without an answer. */
  ends: number[] = [];
  hasPendingElsewhere = false;
  /** Requests after the pause that have no answer yet. */
  awaited = 0;
  sentAt = distantPast;
  /** Begin and end of the last pause, in the infinite past if there was none. */
  pausedAt = distantPast;
  pausedUntil = distantPast;
  /** A request sent after the pause was not refused, or the pause ended more than a window ago. */
  isRecovered = true;
}

/** Requests stay for this long, since other processes may count a longer window. No pause is longer. */
const retentionMs = 3_600_000;

/** A sheet with more numbers keeps only what its own process counts. */
const maxNumbers = 3000;

const heartbeatMs = 2000;

/** All that a process has sent has arrived this long after its last sign of life. */
const deadAfterMs = 5000;

/** A time that is further ahead is from before the machine started, when the clock began again. */
const maxSkewMs = 1000;

/**
 * Shows what the processes of one credential have sent. Each writes a file of its own and reads the
 * others. It writes a slot before it reads: of all processes that take one at the same time, the
 * last to write sees all. So nothing needs a lock, and a kill leaves nothing half done.
 */
export class SharedSlots {
  readonly #windowMs: number;
  readonly #retentionMs: number;
  readonly #clock: Clock;
  #sharing: SharingOptions | undefined;
  #file: OpenFile | undefined;
  /** Sheets of processes that have ended, which nobody writes any more. */
  readonly #endedRecords = new Map<string, ProcessRecord>();
  readonly #record = Array<number>(offsets.slots).fill(0);
  #cancelHeartbeat = () => {};

  /** @param sharing undefined for a board that belongs to this process alone */
  constructor(windowMs: number, clock: Clock, sharing?: SharingOptions) {
    this.#windowMs = windowMs;
    this.#retentionMs = Math.max(windowMs, retentionMs);
    this.#clock = clock;
    this.#sharing = sharing;
  }

  readUsage(): SlotUsage {
    let others: ProcessRecord[] = [];
    this.#withSharing((folder) => {
      // The sheet is published again before the others are read, since they may do so just now.
      if (isRemoved(this.#file)) this.#write(offsets.aliveAt, []);
      others = [...this.#readOthers(folder).values()];
    });
    // The time is taken last, since nothing that was read may be later.
    const now = this.#clock.elapsed();
    this.#record[offsets.aliveAt] = now;
    return computeUsage(this.#record, others, now, this.#windowMs);
  }

  /** Takes a slot. Whoever finds too many of them taken afterwards has to withdraw it. */
  claim(): Slot {
    const sentAt = this.#clock.elapsed();
    const place = this.#findFreeOffset(sentAt);
    this.#write(place, [sentAt, pending, 0]);
    return { place, sentAt };
  }

  /** The place of the slot that was answered first, if nobody needs it, or a new place. */
  #findFreeOffset(now: number): number {
    const record = this.#record;
    const answeredAt = (place: number) => record[place + 1] ?? distantPast;
    let oldest = offsets.slots;
    for (let place = oldest; place < record.length; place += numbersPerSlot) {
      if (answeredAt(place) < answeredAt(oldest)) oldest = place;
    }
    const reuseAfterMs = record.length > maxNumbers ? this.#windowMs : this.#retentionMs;
    return answeredAt(oldest) < now - reuseAfterMs ? oldest : record.length;
  }

  /** The slot becomes free one window from now: the service had the request before it answered. */
  markAnswered({ place, sentAt }: Slot, isRefused: boolean): void {
    this.#write(place, [sentAt, this.#clock.elapsed(), Number(isRefused)]);
  }

  release({ place }: Slot): void {
    this.#write(place, [distantPast, distantPast, 0]);
  }

  pause(ms: number): void {
    this.#write(offsets.pause, [this.#clock.elapsed(), ms]);
  }

  close(): void {
    if (this.#file) this.#write(offsets.isClosed, [1]);
    this.#sharing = undefined;
    this.#cancelHeartbeat();
    if (this.#file) fs.closeSync(this.#file.descriptor);
    this.#file = undefined;
  }

  /** Publishes all of the sheet, its sign of life first: without it an open slot would look old. */
  #write(place: number, numbers: readonly number[]): void {
    this.#record.splice(place, numbers.length, ...numbers);
    this.#withSharing((folder) => {
      this.#record[offsets.aliveAt] = this.#clock.elapsed();
      const record = Float64Array.from(this.#record);
      fs.writeSync(this.#ensureDescriptor(folder), record, 0, record.byteLength, 0);
      this.#cancelHeartbeat();
      this.#cancelHeartbeat = this.#clock.timer(heartbeatMs, () => {
        if (this.#record.includes(pending)) this.#write(offsets.aliveAt, []);
      });
    });
  }

  #readOthers(folder: string): Map<string, ProcessRecord> {
    const records = new Map<string, ProcessRecord>();
    const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
    for (const name of names) {
      const file = path.join(folder, name);
      if (file === this.#file?.path) continue;
      const record = this.#endedRecords.get(file) ?? readRecord(file);
      records.set(file, record);
      if (record[offsets.isClosed] === 1) this.#endedRecords.set(file, record);
    }
    return records;
  }

  #ensureDescriptor(folder: string): number {
    if (this.#file) {
      if (!isRemoved(this.#file)) return this.#file.descriptor;
      fs.closeSync(this.#file.descriptor);
    }
    this.#removeStale(folder);
    ensureDirectory(folder);
    const { O_RDWR, O_CREAT, O_EXCL } = fs.constants;
    // No name is used twice, since somebody may be about to remove the file that had it.
    const file = path.join(folder, `${this.#clock.elapsed()}-${Math.random()}`);
    const descriptor = openRegularFile(file, O_RDWR | O_CREAT | O_EXCL);
    this.#file = { path: file, descriptor };
    return descriptor;
  }

  /** Removes files that were last written so long ago that nothing in them counts any more. */
  #removeStale(folder: string): void {
    const now = this.#clock.elapsed();
    for (const [file, record] of this.#readOthers(folder)) {
      const silentForMs = now - zeroIfFuture(record[offsets.aliveAt] ?? 0, now);
      if (silentForMs > this.#retentionMs + deadAfterMs) fs.rmSync(file, { force: true });
    }
  }

  #withSharing(callback: (folder: string) => void): void {
    const sharing = this.#sharing;
    if (sharing === undefined) return;
    try {
      callback(sharing.folder);
    } catch (error) {
      this.#sharing = undefined;
      this.close();
      sharing.onError(error);
    }
  }
}

/** True if nobody sees any longer what is written to the file. */
function isRemoved(file: OpenFile | undefined): boolean {
  return file !== undefined && fs.fstatSync(file.descriptor).nlink === 0;
}

/** A file that is removed meanwhile holds nothing that counts. */
function readRecord(file: string): ProcessRecord {
  try {
    // A copy, since numbers must begin at a multiple of their size.
    const { buffer } = Uint8Array.from(readRegularFile(file));
    return new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Anybody may have written the numbers, so that each comparison must fail for what is none. */
function computeUsage(
  ownRecord: ProcessRecord,
  others: readonly ProcessRecord[],
  now: number,
  windowMs: number,
): SlotUsage {
  const usage = new SlotUsage();
  usage.now = now;
  for (const record of [ownRecord, ...others]) applyPause(usage, record);
  usage.isRecovered = now - usage.pausedUntil > windowMs;
  for (const record of others) countSlots(usage, record, windowMs);
  usage.hasPendingElsewhere = usage.ends.includes(pending);
  countSlots(usage, ownRecord, windowMs);
  usage.ends.sort((one, other) => one - other);
  return usage;
}

function applyPause(usage: SlotUsage, record: ProcessRecord): void {
  const [at = 0, ms = 0] = record.slice(offsets.pause, offsets.slots);
  const until = at + Math.min(ms, retentionMs);
  const isPause = ms > 0 && at < usage.now + maxSkewMs;
  if (!isPause || until <= usage.pausedUntil) return;
  usage.pausedAt = at;
  usage.pausedUntil = until;
}

function countSlots(usage: SlotUsage, record: ProcessRecord, windowMs: number): void {
  const { now, pausedUntil } = usage;
  const deadAt = zeroIfFuture(record[offsets.aliveAt] ?? 0, now) + deadAfterMs;
  const isAlive = record[offsets.isClosed] !== 1 && deadAt >= now;
  const pendingUntil = isAlive ? pending : deadAt;
  for (let place = offsets.slots; place + 2 < record.length; place += numbersPerSlot) {
    const sentAt = zeroIfFuture(record[place] ?? distantPast, now);
    const answeredAt = record[place + 1] ?? distantPast;
    const isAnswered = answeredAt !== pending;
    const releaseAt = windowMs + (isAnswered ? zeroIfFuture(answeredAt, now) : pendingUntil);
    const isTaken = sentAt >= 0 && releaseAt >= now;
    if (!isTaken) continue;
    usage.ends.push(releaseAt);
    usage.sentAt = Math.max(usage.sentAt, sentAt);
    if (sentAt < pausedUntil) continue;
    usage.awaited += Number(releaseAt === pending);
    usage.isRecovered ||= isAnswered && record[place + 2] !== 1;
  }
}

function zeroIfFuture(time: number, now: number): number {
  return time > now + maxSkewMs ? 0 : time;
}
