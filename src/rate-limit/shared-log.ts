import path from 'node:path';
import { AppendLog } from '../system/append-log.ts';
import { appendToFile, deleteFile, listPrivateDirectory } from '../system/files.ts';
import type { Clock } from '../system/system.ts';

export interface RequestSlot {
  id: string;
  sentAt: number;
}

export interface LogSharingOptions {
  folder: string;
  /** Identifies this process; `isRunning` tells whether that of another slot still runs. */
  processKey: string;
  isRunning(processKey: string): boolean;
  onError(error: unknown): void;
}

interface SlotState {
  sentAt: number;
  /** Infinity while the response is pending, and -Infinity if the slot was released. */
  answeredAt: number;
  isRefused: boolean;
}

const pending = Number.POSITIVE_INFINITY;
const distantPast = Number.NEGATIVE_INFINITY;

/**
 * Rate-limit slots that the requests of all processes occupy. Times are monotonic, in milliseconds.
 */
export class RateLimitUsage {
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

/** Maximum length of a pause. */
const maxPauseMs = 3_600_000;

/** The log is split into files of this length, so that old ones can be deleted whole. */
const fileMs = 60_000;

/** Files are kept this long, since another process may have a longer window than this one. */
const retentionMs = 3_600_000;

/** Time in which a request of a killed process has reached the service. */
const landedMs = 5000;

/** A request counts as answered after this long: its process has been suspended. */
const maxPendingMs = 60_000;

/** Later times predate a reboot, which resets the monotonic clock. */
const maxSkewMs = 1000;

/** Matches the files of the log and of pauses; no other is read or deleted. */
const fileNamePattern = /^(log|pause)-([\d.]+)(?:-([\d.]+))?$/;

/**
 * Shares rate-limit slots between processes with the same API key. All processes append to one log,
 * and read what the others have appended. A claim is written before the log is read, so the last of
 * several concurrent writers sees every claim. No lock is needed, and a killed process leaves a
 * consistent state behind.
 */
export class SharedRateLimitLog {
  readonly #windowMs;
  readonly #clock;
  #sharing: LogSharingOptions | undefined;
  readonly #prefix;
  #claimCount = 0;
  readonly #slots = new Map<string, SlotState>();
  readonly #logs = new Map<string, AppendLog>();
  #currentFile = '';
  #pause = { at: distantPast, until: distantPast };

  /** @param sharing undefined to not share slots with other processes */
  constructor(windowMs: number, clock: Clock, sharing?: LogSharingOptions) {
    this.#windowMs = windowMs;
    this.#clock = clock;
    this.#sharing = sharing;
    this.#prefix = `${sharing?.processKey}/${Math.random()}/`;
  }

  readUsage(): RateLimitUsage {
    this.#withSharing((folder) => this.#readFiles(folder));
    const usage = new RateLimitUsage();
    // Read the clock after the log, so that no time in it is later than `now`.
    usage.now = this.#clock.elapsed();
    const { now } = usage;
    const { at, until } = this.#pause;
    Object.assign(usage, { pausedAt: at, pausedUntil: until });
    usage.isRecovered = now - until > this.#windowMs;
    for (const [id, slot] of this.#slots) this.#countSlot(usage, id, slot);
    usage.releaseTimes.sort((left, right) => left - right);
    return usage;
  }

  /**
   * Claims a slot without checking the rate limit. The caller must then check it and release the
   * slot if the limit is exceeded.
   */
  claim(): RequestSlot {
    this.#claimCount += 1;
    const slot = { id: `${this.#prefix}${this.#claimCount}`, sentAt: this.#clock.elapsed() };
    this.#record(slot, pending, false);
    return slot;
  }

  /**
   * Records a response. The slot becomes free one rate-limit window later, when the service
   * certainly no longer counts the request.
   * @param isRefused true if the response was a 429
   */
  markAnswered(slot: RequestSlot, isRefused: boolean) {
    this.#record(slot, this.#clock.elapsed(), isRefused);
  }

  release(slot: RequestSlot) {
    this.#record(slot, distantPast, false);
  }

  pause(ms: number) {
    const name = `pause-${this.#clock.elapsed()}-${Math.min(ms, maxPauseMs)}`;
    this.#applyPause(name);
    this.#withSharing((folder) => appendToFile(path.join(folder, name), ''));
  }

  #countSlot(usage: RateLimitUsage, id: string, { sentAt, answeredAt, isRefused }: SlotState) {
    const { now, pausedUntil } = usage;
    const isOwn = id.startsWith(this.#prefix);
    const isAnswered = answeredAt !== pending;
    const releaseAt =
      this.#windowMs + (isAnswered || isOwn ? answeredAt : this.#findPendingEnd(id, sentAt, now));
    if (releaseAt < now) {
      this.#slots.delete(id);
      return;
    }
    usage.releaseTimes.push(releaseAt);
    usage.sentAt = Math.max(usage.sentAt, sentAt);
    usage.hasPendingElsewhere ||= releaseAt === pending && !isOwn;
    if (sentAt < pausedUntil) return;
    usage.pendingAfterPause += Number(releaseAt === pending);
    usage.isRecovered ||= isAnswered && !isRefused;
  }

  /** @returns Infinity while the response to another process may still be pending */
  #findPendingEnd(id: string, sentAt: number, now: number) {
    const [processKey = ''] = id.split('/');
    const maxMs = this.#sharing?.isRunning(processKey) ? maxPendingMs : landedMs;
    return now - sentAt < maxMs ? pending : sentAt + maxMs;
  }

  #record({ id, sentAt }: RequestSlot, answeredAt: number, isRefused: boolean) {
    this.#slots.set(id, { sentAt, answeredAt, isRefused });
    this.#withSharing((folder) => {
      const name = `log-${Math.floor(this.#clock.elapsed() / fileMs)}`;
      if (this.#currentFile !== name) this.#deleteOldFiles(folder);
      this.#currentFile = name;
      this.#openLog(folder, name).append(`${id} ${sentAt} ${answeredAt} ${Number(isRefused)}`);
    });
  }

  #readFiles(folder: string) {
    const now = this.#clock.elapsed();
    const firstFile = Math.floor((now - this.#windowMs - maxPendingMs) / fileMs);
    for (const name of listPrivateDirectory(folder)) {
      const [, kind, number] = fileNamePattern.exec(name) ?? [];
      if (kind === 'pause') this.#applyPause(name);
      if (kind === 'log' && Number(number) >= firstFile) this.#readLog(folder, name, now);
    }
  }

  /** Applies what has been appended to a file; damaged lines are skipped. */
  #readLog(folder: string, name: string, now: number) {
    for (const line of this.#openLog(folder, name).readNewLines()) {
      const [id = '', ...numbers] = line.split(' ');
      const [sentAt = Number.NaN, answeredAt = Number.NaN, isRefused] = numbers.map(Number);
      const isPlausible =
        sentAt >= 0 &&
        sentAt <= now + maxSkewMs &&
        (answeredAt <= now + maxSkewMs || answeredAt === pending);
      if (isPlausible && !id.startsWith(this.#prefix))
        this.#slots.set(id, { sentAt, answeredAt, isRefused: isRefused === 1 });
    }
  }

  #openLog(folder: string, name: string) {
    const log = this.#logs.get(name) ?? new AppendLog(path.join(folder, name));
    this.#logs.set(name, log);
    return log;
  }

  #applyPause(name: string) {
    const [, , at, ms] = fileNamePattern.exec(name) ?? [];
    const start = Number(at);
    const until = start + Math.min(Number(ms), maxPauseMs);
    const isPast = start <= this.#clock.elapsed() + maxSkewMs;
    if (isPast && until > this.#pause.until) this.#pause = { at: start, until };
  }

  #deleteOldFiles(folder: string) {
    const now = this.#clock.elapsed();
    for (const name of listPrivateDirectory(folder)) {
      const [, kind, number] = fileNamePattern.exec(name) ?? [];
      if (kind === undefined) continue;
      const age = now - Number(number) * (kind === 'log' ? fileMs : 1);
      if (Math.abs(age) > Math.max(retentionMs, this.#windowMs) + fileMs)
        deleteFile(path.join(folder, name));
    }
  }

  #withSharing(callback: (folder: string) => void) {
    const sharing = this.#sharing;
    if (sharing === undefined) return;
    try {
      callback(sharing.folder);
    } catch (error) {
      this.#sharing = undefined;
      sharing.onError(error);
    }
  }
}
