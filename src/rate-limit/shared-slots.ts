import path from 'node:path';
import {
  createFile,
  deleteFile,
  listPrivateDirectory,
  readBytesIfExists,
} from '../system/files.ts';
import type { OpenFile } from '../system/open-file.ts';
import type { Clock } from '../system/system.ts';

export interface RequestSlot {
  offset: number;
  sentAt: number;
}

export interface SlotSharingOptions {
  folder: string;
  onError(error: unknown): void;
}

/**
 * State of one process as a list of numbers: the time of the last heartbeat; 1 if the process has
 * ended; four numbers that only earlier versions of dotaf use; the start and length of the last
 * pause after a 429. Three numbers follow for each slot: the times of the request and its response,
 * and 1 if the response was a 429. The response time is Infinity while the response is pending, and
 * -Infinity if the slot is free.
 */
type ProcessRecord = readonly number[] | Float64Array;

const offsets = { aliveAt: 0, isClosed: 1, pause: 6, slots: 8 };
const numbersPerSlot = 3;
const pending = Number.POSITIVE_INFINITY;
const distantPast = Number.NEGATIVE_INFINITY;

/**
 * Rate-limit slots that the requests of all processes occupy. Times are monotonic, in milliseconds.
 */
export class SlotUsage {
  now = 0;
  /**
   * Times at which the taken slots become free, ascending; Infinity while a response is pending.
   */
  releaseTimes: number[] = [];
  hasPendingElsewhere = false;
  /** Number of requests that were sent after the last pause and still await a response. */
  pendingAfterPause = 0;
  sentAt = distantPast;
  /** Start and end of the last pause; -Infinity if there was none. */
  pausedAt = distantPast;
  pausedUntil = distantPast;
  /**
   * True if a request was accepted after the last pause, or if that pause ended more than one
   * rate-limit window ago.
   */
  isRecovered = true;
}

/**
 * Time after which a request is removed from a record. It exceeds the rate-limit window, because
 * other processes may use a longer one. This is also the maximum length of a pause.
 */
const retentionMs = 3_600_000;

/** Count of numbers in a record above which slots are reused after one window, not one hour. */
const maxNumbers = 3000;

/** Above this number of files, those of ended processes are merged into one. */
const maxEndedFiles = 100;

/** Matches the time of creation and the random number that name a file; no other is deleted. */
const recordNamePattern = /^\d+(\.\d+)?-\d(\.\d+)?(e-\d+)?$/;

const heartbeatMs = 2000;

/**
 * A process without a heartbeat for this long is considered dead; by then, the service has received
 * all of its requests.
 */
const deadAfterMs = 5000;

/** Timestamps further ahead than this predate a reboot, which resets the monotonic clock. */
const maxSkewMs = 1000;

/**
 * Shares rate-limit slots between processes with the same API key. Each process writes its own file
 * and reads the files of all other processes. A claim is written before the files are read, so the
 * last of several concurrent writers sees every claim. No lock is needed, and a killed process
 * leaves a consistent state behind.
 */
export class SharedRequestSlots {
  readonly #windowMs;
  readonly #retentionMs;
  readonly #clock;
  #sharing: SlotSharingOptions | undefined;
  #file: OpenFile | undefined;
  /** Caches the records of OS processes that have ended, since these records no longer change. */
  readonly #endedRecords = new Map<string, ProcessRecord>();
  readonly #record = Array<number>(offsets.slots).fill(0);
  #cancelHeartbeat = () => {};

  /** @param sharing folder and error handler; undefined to not share slots with other processes */
  constructor(windowMs: number, clock: Clock, sharing?: SlotSharingOptions) {
    this.#windowMs = windowMs;
    this.#retentionMs = Math.max(windowMs, retentionMs);
    this.#clock = clock;
    this.#sharing = sharing;
  }

  readUsage(): SlotUsage {
    let others: ProcessRecord[] = [];
    this.#withSharing((folder) => {
      others = [...this.#readOthers(folder).values()];
    });
    const usage = new SlotUsage();
    // Read the clock after the records, so that no timestamp in a record is later than `now`.
    usage.now = this.#clock.elapsed();
    this.#record[offsets.aliveAt] = usage.now;
    for (const record of [this.#record, ...others]) applyPause(usage, record);
    usage.isRecovered = usage.now - usage.pausedUntil > this.#windowMs;
    for (const record of others) countSlots(usage, record, this.#windowMs);
    usage.hasPendingElsewhere = usage.releaseTimes.includes(pending);
    countSlots(usage, this.#record, this.#windowMs);
    usage.releaseTimes.sort((left, right) => left - right);
    return usage;
  }

  /**
   * Claims a slot without checking the rate limit. The caller must then check it and release the
   * slot if the limit is exceeded.
   */
  claim(): RequestSlot {
    const sentAt = this.#clock.elapsed();
    const offset = this.#findFreeOffset(sentAt);
    this.#write(offset, [sentAt, pending, 0]);
    return { offset, sentAt };
  }

  /** Returns the offset of the oldest completed slot if it can be reused, otherwise a new offset. */
  #findFreeOffset(now: number) {
    const record = this.#record;
    const answeredAt = (offset: number) => record[offset + 1] ?? distantPast;
    let oldest = offsets.slots;
    for (let offset = oldest; offset < record.length; offset += numbersPerSlot) {
      if (answeredAt(offset) < answeredAt(oldest)) oldest = offset;
    }
    const reuseAfterMs = record.length > maxNumbers ? this.#windowMs : this.#retentionMs;
    return answeredAt(oldest) < now - reuseAfterMs ? oldest : record.length;
  }

  /**
   * Records a response. The slot becomes free one rate-limit window later, when the service
   * certainly no longer counts the request.
   * @param isRefused true if the response was a 429
   */
  markAnswered({ offset, sentAt }: RequestSlot, isRefused: boolean) {
    this.#write(offset, [sentAt, this.#clock.elapsed(), Number(isRefused)]);
  }

  release({ offset }: RequestSlot) {
    this.#write(offset, [distantPast, distantPast, 0]);
  }

  pause(ms: number) {
    this.#write(offsets.pause, [this.#clock.elapsed(), ms]);
  }

  close() {
    if (this.#file) this.#write(offsets.isClosed, [1]);
    this.#sharing = undefined;
    this.#cancelHeartbeat();
    this.#file?.close();
    this.#file = undefined;
  }

  /**
   * Updates the record and writes it with a new heartbeat. Heartbeats repeat while a request is
   * pending; otherwise other processes would consider this process dead.
   */
  #write(offset: number, numbers: readonly number[]) {
    this.#record.splice(offset, numbers.length, ...numbers);
    this.#withSharing((folder) => {
      this.#record[offsets.aliveAt] = this.#clock.elapsed();
      this.#file ??= this.#createFile(folder);
      this.#file.overwrite(toBytes(this.#record));
      this.#cancelHeartbeat();
      this.#cancelHeartbeat = this.#clock.timer(heartbeatMs, () => {
        if (this.#record.includes(pending)) this.#write(offsets.aliveAt, []);
      });
    });
  }

  /** @returns the records of all other processes, keyed by file path */
  #readOthers(folder: string): Map<string, ProcessRecord> {
    const records = new Map<string, ProcessRecord>();
    let isComplete = false;
    while (!isComplete) {
      isComplete = true;
      records.clear();
      for (const name of listPrivateDirectory(folder)) {
        const file = path.join(folder, name);
        if (file === this.#file?.path) continue;
        const record = this.#endedRecords.get(file) ?? readRecord(file);
        // If the file is gone, it may have been merged into another: list the folder again.
        if (record === undefined) isComplete = false;
        else records.set(file, record);
        if (record?.[offsets.isClosed] === 1) this.#endedRecords.set(file, record);
      }
    }
    return records;
  }

  #createFile(folder: string) {
    const now = this.#clock.elapsed();
    const records = new Map(
      [...this.#readOthers(folder)].filter(([file]) => recordNamePattern.test(path.basename(file))),
    );
    // Delete the files of processes whose last heartbeat is older than the retention period. A file
    // without a heartbeat is as old as its name says: its process may be about to write its first.
    for (const [file, record] of records) {
      const createdAt = Number.parseFloat(path.basename(file));
      const silentForMs = now - zeroIfFuture(record[offsets.aliveAt] ?? createdAt, now);
      if (silentForMs <= this.#retentionMs + deadAfterMs) continue;
      deleteFile(file);
      records.delete(file);
    }
    this.#mergeEnded(folder, records, now);
    return createFile(this.#newRecordPath(folder));
  }

  /**
   * Merges the files of ended processes, if there are many: reading a file for each process of the
   * last hour would slow down every start. A process that reads both a file and the one it was
   * merged into counts its slots twice for a moment, and only waits.
   */
  #mergeEnded(folder: string, records: ReadonlyMap<string, ProcessRecord>, now: number) {
    const ended = new Map([...records].filter(([, record]) => record[offsets.isClosed] === 1));
    if (ended.size <= maxEndedFiles) return;
    const file = createFile(this.#newRecordPath(folder));
    file.overwrite(toBytes(mergeRecords([...ended.values()], now, this.#retentionMs)));
    file.close();
    for (const endedFile of ended.keys()) deleteFile(endedFile);
  }

  /** Never reuses a name: another process may be about to delete the file with the old name. */
  #newRecordPath(folder: string) {
    return path.join(folder, `${this.#clock.elapsed()}-${Math.random()}`);
  }

  #withSharing(callback: (folder: string) => void) {
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

function toBytes(record: ProcessRecord): Uint8Array {
  return new Uint8Array(Float64Array.from(record).buffer);
}

/** @returns undefined if the file no longer exists */
function readRecord(file: string): ProcessRecord | undefined {
  const bytes = readBytesIfExists(file);
  if (bytes === undefined) return undefined;
  // Copy the bytes to a new buffer, because a Float64Array must start at a multiple of 8 bytes.
  const { buffer } = Uint8Array.from(bytes);
  return new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
}

/**
 * Merges the records of processes that have exited into one, dropping slots that no running process
 * counts any more.
 */
function mergeRecords(records: readonly ProcessRecord[], now: number, keepMs: number): number[] {
  const usage = Object.assign(new SlotUsage(), { now });
  // Keyed by their times, because two processes may have merged the same files.
  const slots = new Map<string, number[]>();
  let lastAliveAt = 0;
  for (const record of records) {
    applyPause(usage, record);
    const aliveAt = record[offsets.aliveAt] ?? 0;
    lastAliveAt = Math.max(lastAliveAt, aliveAt);
    for (let offset = offsets.slots; offset + 2 < record.length; offset += numbersPerSlot) {
      const [sentAt = 0, answeredAt = 0, isRefused = 0] = record.slice(offset);
      // A request of an ended process that was never answered counts until the process was dead.
      const knownAt = answeredAt === pending ? aliveAt + deadAfterMs : answeredAt;
      if (knownAt >= now - keepMs) slots.set(`${sentAt} ${knownAt}`, [sentAt, knownAt, isRefused]);
    }
  }
  const pauseMs = usage.pausedUntil - usage.pausedAt || 0;
  const header = Array<number>(offsets.slots).fill(0);
  header.splice(offsets.aliveAt, 2, lastAliveAt, 1);
  if (pauseMs > 0) header.splice(offsets.pause, 2, usage.pausedAt, pauseMs);
  return [...header, ...[...slots.values()].flat()];
}

/**
 * Applies the pause in a record, unless `usage` has a later one. Records are untrusted and may
 * contain NaN, which must fail the checks here and in `countSlots`, so that the entry is ignored.
 */
function applyPause(usage: SlotUsage, record: ProcessRecord) {
  const [at = 0, ms = 0] = record.slice(offsets.pause, offsets.slots);
  const until = at + Math.min(ms, retentionMs);
  if (ms > 0 && at < usage.now + maxSkewMs && until > usage.pausedUntil) {
    usage.pausedAt = at;
    usage.pausedUntil = until;
  }
}

function countSlots(usage: SlotUsage, record: ProcessRecord, windowMs: number) {
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

function zeroIfFuture(time: number, now: number) {
  return time > now + maxSkewMs ? 0 : time;
}
