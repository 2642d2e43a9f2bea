import * as fs from 'node:fs';
import path from 'node:path';
import { systemErrorCode } from '../errors.ts';
import { ensureDirectory, openRegularFile, readRegularFile } from '../system/files.ts';
import type { Clock } from '../system/system.ts';

export interface RequestSlot {
  offset: number;
  sentAt: number;
}

export interface SharingOptions {
  folder: string;
  onError(error: unknown): void;
}

/**
 * One process's state as numbers: last heartbeat; 1 if the process ended; four numbers that only
 * earlier versions use; start and length of the pause. Then three numbers per slot: time sent, time
 * answered, and 1 for a 429. A pending slot is answered at Infinity, a free slot at -Infinity.
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

/** Slots taken by all processes. Times are in milliseconds of the monotonic clock. */
export class SlotUsage {
  now = 0;
  /** Release times of the taken slots, ascending; Infinity while a response is pending. */
  releaseTimes: number[] = [];
  hasPendingElsewhere = false;
  /** Number of requests sent after the pause whose response is pending. */
  pendingAfterPause = 0;
  sentAt = distantPast;
  /** Start and end of the last pause; -Infinity if there was none. */
  pausedAt = distantPast;
  pausedUntil = distantPast;
  /** True if a request after the pause was accepted, or the pause ended over a window ago. */
  isRecovered = true;
}

/** Retention of requests, since other processes may use a longer window; also the longest pause. */
const retentionMs = 3_600_000;

/** Maximum record length before slots are reused after one window instead of an hour. */
const maxNumbers = 3000;

const heartbeatMs = 2000;

/** A process without a heartbeat for this long is dead; its in-flight requests have arrived. */
const deadAfterMs = 5000;

/** Timestamps further in the future are from before a reboot, which restarts the clock. */
const maxSkewMs = 1000;

/**
 * Shares rate-limit slots between processes with the same API key. Each process writes its own file
 * and reads all others. A claim is written before the files are read, so the last of concurrent
 * writers sees every claim. No lock is needed, and a killed process leaves a consistent state.
 */
export class SharedSlots {
  readonly #windowMs: number;
  readonly #retentionMs: number;
  readonly #clock: Clock;
  #sharing: SharingOptions | undefined;
  #file: OpenFile | undefined;
  /** Cache for records of ended processes, which no longer change. */
  readonly #endedRecords = new Map<string, ProcessRecord>();
  readonly #record = Array<number>(offsets.slots).fill(0);
  #cancelHeartbeat = () => {};

  /** @param sharing undefined to keep the slots private to this process */
  constructor(windowMs: number, clock: Clock, sharing?: SharingOptions) {
    this.#windowMs = windowMs;
    this.#retentionMs = Math.max(windowMs, retentionMs);
    this.#clock = clock;
    this.#sharing = sharing;
  }

  readUsage(): SlotUsage {
    let others: ProcessRecord[] = [];
    this.#withSharing((folder) => {
      // Republish a removed record before reading: other processes may be reading right now.
      if (isRemoved(this.#file)) this.#write(offsets.aliveAt, []);
      others = [...this.#readOthers(folder).values()];
    });
    // Read the clock last, so that no timestamp in a record is later.
    const now = this.#clock.elapsed();
    this.#record[offsets.aliveAt] = now;
    return computeUsage(this.#record, others, now, this.#windowMs);
  }

  /** Claims a slot without a check: the caller must release it if too many slots are taken. */
  claim(): RequestSlot {
    const sentAt = this.#clock.elapsed();
    const offset = this.#findFreeOffset(sentAt);
    this.#write(offset, [sentAt, pending, 0]);
    return { offset, sentAt };
  }

  /** Returns the offset of the oldest answered slot if it can be reused, else a new offset. */
  #findFreeOffset(now: number): number {
    const record = this.#record;
    const answeredAt = (offset: number) => record[offset + 1] ?? distantPast;
    let oldest = offsets.slots;
    for (let offset = oldest; offset < record.length; offset += numbersPerSlot) {
      if (answeredAt(offset) < answeredAt(oldest)) oldest = offset;
    }
    const reuseAfterMs = record.length > maxNumbers ? this.#windowMs : this.#retentionMs;
    return answeredAt(oldest) < now - reuseAfterMs ? oldest : record.length;
  }

  /** Frees the slot one window from now: the service counted the request before it answered. */
  markAnswered({ offset, sentAt }: RequestSlot, isRefused: boolean): void {
    this.#write(offset, [sentAt, this.#clock.elapsed(), Number(isRefused)]);
  }

  release({ offset }: RequestSlot): void {
    this.#write(offset, [distantPast, distantPast, 0]);
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

  /** Writes the whole record with a new heartbeat; otherwise pending slots would look dead. */
  #write(offset: number, numbers: readonly number[]): void {
    this.#record.splice(offset, numbers.length, ...numbers);
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
    // Never reuse a file name: another process may be about to remove the old file.
    const file = path.join(folder, `${this.#clock.elapsed()}-${Math.random()}`);
    const descriptor = openRegularFile(file, O_RDWR | O_CREAT | O_EXCL);
    this.#file = { path: file, descriptor };
    return descriptor;
  }

  /** Removes files whose last heartbeat is older than the retention. */
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

/** True if the open file was unlinked, so that other processes no longer see it. */
function isRemoved(file: OpenFile | undefined): boolean {
  return file !== undefined && fs.fstatSync(file.descriptor).nlink === 0;
}

/** Returns an empty record if another process has just removed the file. */
function readRecord(file: string): ProcessRecord {
  try {
    // Copy the buffer, because a Float64Array must start at a multiple of 8 bytes.
    const { buffer } = Uint8Array.from(readRegularFile(file));
    return new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Merges the records of all processes. Files are untrusted: comparisons must be false for NaN. */
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
  usage.hasPendingElsewhere = usage.releaseTimes.includes(pending);
  countSlots(usage, ownRecord, windowMs);
  usage.releaseTimes.sort((left, right) => left - right);
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
  for (let offset = offsets.slots; offset + 2 < record.length; offset += numbersPerSlot) {
    const sentAt = zeroIfFuture(record[offset] ?? distantPast, now);
    const answeredAt = record[offset + 1] ?? distantPast;
    const isAnswered = answeredAt !== pending;
    const releaseAt = windowMs + (isAnswered ? zeroIfFuture(answeredAt, now) : pendingUntil);
    const isTaken = sentAt >= 0 && releaseAt >= now;
    if (!isTaken) continue;
    usage.releaseTimes.push(releaseAt);
    usage.sentAt = Math.max(usage.sentAt, sentAt);
    if (sentAt < pausedUntil) continue;
    usage.pendingAfterPause += Number(releaseAt === pending);
    usage.isRecovered ||= isAnswered && record[offset + 2] !== 1;
  }
}

function zeroIfFuture(time: number, now: number): number {
  return time > now + maxSkewMs ? 0 : time;
}
