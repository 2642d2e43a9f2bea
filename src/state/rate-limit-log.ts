import path from 'node:path';
import { isJsonObject, type JsonObject, parseJson } from '../core/json.ts';
import { listPrivateDirectory, tryToDelete } from '../system/files.ts';
import type { Clock } from '../system/system.ts';
import { AppendLog } from './append-log.ts';

export interface RequestSlot {
  id: string;
  sentAt: number;
}

export interface RateLimitSharingOptions {
  folder: string;
  processKey: string;
  isRunning(processKey: string): boolean;
  timeoutMs: number;
  onError(error: unknown): void;
}

interface RequestRecord {
  /** Request ID, unique across processes: `<process key>/<random number>/<count>`. */
  id: string;
  status: (typeof statuses)[number];
  sentAt: number;
  /** Time of the response or, for a pending request, the time after which it counts as lost. */
  answeredAt: number;
}

interface PauseRecord {
  pausedAt: number;
  pausedUntil: number;
}

/**
 * `accepted`: the API returned any response except a 429. `refused`: it returned a 429. `lost`: no
 * response arrived, because the process exited or was suspended. `released`: never sent.
 */
const statuses = ['pending', 'accepted', 'refused', 'lost', 'released'] as const;

/** Stands for the unknown time at which a slot becomes free while its request is pending. */
export const unknownTime = Number.POSITIVE_INFINITY;
const distantPast = Number.NEGATIVE_INFINITY;

/** Rate-limit slots in use across all processes. Times are monotonic, in milliseconds. */
export class RateLimitUsage implements PauseRecord {
  now = 0;
  /** Times at which the slots in use become free, ascending; Infinity for a pending request. */
  releaseTimes: number[] = [];
  hasPendingElsewhere = false;
  pendingAfterPause = 0;
  sentAt = distantPast;
  pausedAt = distantPast;
  pausedUntil = distantPast;
  /** A request was accepted after the last pause, or that pause ended over one window ago. */
  isRecovered = true;
}

const maxPauseMs = 3_600_000;

/** A request of a killed process is assumed to reach the API within this time, or not at all. */
const arrivalMs = 5000;

/** Minimum period per log file, because reading many small files would slow down startup. */
const minFileMs = 60_000;

/** Keep log files at least this long: other processes may have a longer rate-limit window. */
const retentionMs = 3_600_000;

/** Matches `log-<index>-<milliseconds that the file covers>`. Other files are never deleted. */
const fileNamePattern = /^log-(\d+)-(\d+)$/;

/**
 * Log to which all processes with the same API key append their requests and pauses. To claim a
 * slot without a lock, a process appends a record first and reads the other processes' records
 * afterwards: if processes claim slots concurrently, the last one to append sees all claims.
 *
 * Each log file covers a period of time, and old files are deleted as a whole. Records that stay
 * relevant for longer, such as pauses, are written to files that cover longer periods.
 */
export class SharedRateLimitLog {
  readonly #windowMs;
  readonly #maxPendingMs;
  readonly #clock;
  #sharing: RateLimitSharingOptions | undefined;
  readonly #idPrefix;
  #requestCount = 0;
  readonly #requests = new Map<string, RequestRecord>();
  #pause: PauseRecord = { pausedAt: distantPast, pausedUntil: distantPast };
  readonly #files = new Map<string, AppendLog>();

  constructor(windowMs: number, clock: Clock, sharing?: RateLimitSharingOptions) {
    this.#windowMs = windowMs;
    this.#maxPendingMs = (sharing?.timeoutMs ?? 0) + arrivalMs;
    this.#clock = clock;
    this.#sharing = sharing;
    this.#idPrefix = `${sharing?.processKey ?? ''}/${Math.random()}/`;
  }

  readUsage(): RateLimitUsage {
    this.#withSharing((folder) => this.#readFiles(folder));
    const now = this.#clock.elapsed();
    const isRecovered = now - this.#pause.pausedUntil > this.#windowMs;
    const usage = Object.assign(new RateLimitUsage(), { now, ...this.#pause, isRecovered });
    for (const request of this.#requests.values()) this.#countRequest(usage, request);
    usage.releaseTimes.sort((left, right) => left - right);
    return usage;
  }

  /** Claims a slot optimistically. The caller releases it if the rate limit is then exceeded. */
  claim(): RequestSlot {
    this.#requestCount += 1;
    const slot = { id: `${this.#idPrefix}${this.#requestCount}`, sentAt: this.#clock.elapsed() };
    this.#record(slot, 'pending', slot.sentAt + this.#maxPendingMs);
    return slot;
  }

  /**
   * Frees the slot one rate-limit window after the response, since the API may not have counted the
   * request until it responded.
   */
  markAnswered(slot: RequestSlot, isRefused: boolean) {
    this.#record(slot, isRefused ? 'refused' : 'accepted', this.#clock.elapsed());
  }

  release(slot: RequestSlot) {
    this.#record(slot, 'released', this.#clock.elapsed());
  }

  pause(ms: number) {
    const pausedAt = this.#clock.elapsed();
    const pause = { pausedAt, pausedUntil: pausedAt + ms };
    this.#applyPause(pause, pausedAt);
    this.#append(pause, maxPauseMs);
  }

  #record({ id, sentAt }: RequestSlot, status: RequestRecord['status'], answeredAt: number) {
    const request = { id, status, sentAt, answeredAt };
    this.#requests.set(id, request);
    this.#append(request, Math.max(this.#windowMs, this.#maxPendingMs));
  }

  #append(record: RequestRecord | PauseRecord, effectMs: number) {
    this.#withSharing((folder) => {
      const fileMs = Math.ceil(Math.max(effectMs, minFileMs));
      const name = `log-${Math.floor(this.#clock.elapsed() / fileMs)}-${fileMs}`;
      if (!this.#files.has(name)) this.#deleteOldFiles(folder);
      this.#openFile(folder, name).append(JSON.stringify(record));
    });
  }

  #readFiles(folder: string) {
    for (const { name, fileMs, ageMs } of this.#listFiles(folder)) {
      if (ageMs > this.#windowMs + fileMs) continue;
      const lines = this.#openFile(folder, name).readNewLines();
      // Read the clock only after reading the lines: any record with a later time must then be from
      // before a reboot, which resets the monotonic clock.
      const now = this.#clock.elapsed();
      for (const line of lines) this.#applyLine(line, now);
    }
  }

  #deleteOldFiles(folder: string) {
    for (const { name, fileMs, ageMs } of this.#listFiles(folder)) {
      if (ageMs <= Math.max(this.#windowMs, retentionMs) + fileMs) continue;
      tryToDelete(path.join(folder, name));
      this.#files.delete(name);
    }
  }

  /**
   * @returns the log files, oldest first; `ageMs` is the time since the end of the period that the
   * file covers
   */
  #listFiles(folder: string) {
    const names = listPrivateDirectory(folder);
    const now = this.#clock.elapsed();
    const files = names.flatMap((name) => {
      const [, index, ms] = fileNamePattern.exec(name) ?? [];
      if (index === undefined) return [];
      const fileMs = Number(ms);
      const startedAt = Number(index) * fileMs;
      // A period in the future is from before a reboot, which resets the monotonic clock.
      const ageMs = startedAt > now ? now : now - startedAt - fileMs;
      return [{ name, fileMs, startedAt, ageMs }];
    });
    return files.sort((left, right) => left.startedAt - right.startedAt);
  }

  #openFile(folder: string, name: string) {
    const file = this.#files.get(name) ?? new AppendLog(path.join(folder, name));
    this.#files.set(name, file);
    return file;
  }

  #applyLine(line: string, now: number) {
    const record = parseJson(line);
    if (!isJsonObject(record)) return;
    const request = parseRequest(record);
    const { pausedAt, pausedUntil } = record;
    if (request !== undefined && !this.#isOwn(request)) this.#applyRequest(request, now);
    if (typeof pausedAt === 'number' && typeof pausedUntil === 'number')
      this.#applyPause({ pausedAt, pausedUntil }, now);
  }

  #applyRequest(request: RequestRecord, now: number) {
    const { id, status, sentAt, answeredAt } = request;
    const isBeforeReboot = sentAt > now || (status !== 'pending' && answeredAt > now);
    const bootTimes = { sentAt: 0, answeredAt: 0 };
    this.#requests.set(id, isBeforeReboot ? { id, status: 'lost', ...bootTimes } : request);
  }

  #applyPause({ pausedAt, pausedUntil }: PauseRecord, now: number) {
    const pause = { pausedAt, pausedUntil: Math.min(pausedUntil, pausedAt + maxPauseMs) };
    if (pausedAt <= now && pause.pausedUntil > this.#pause.pausedUntil) this.#pause = pause;
  }

  #countRequest(usage: RateLimitUsage, request: RequestRecord) {
    const { now, pausedUntil } = usage;
    const isOwn = this.#isOwn(request);
    if (!isOwn && this.#isLost(request, now)) {
      request.status = 'lost';
      // The API may have received the request as late as now, so keep its slot for a full window.
      request.answeredAt = Math.min(now, request.answeredAt);
    }
    const isPending = request.status === 'pending';
    const releaseAt = isPending ? Number.POSITIVE_INFINITY : request.answeredAt + this.#windowMs;
    if (request.status === 'released' || releaseAt < now) {
      this.#requests.delete(request.id);
      return;
    }
    usage.releaseTimes.push(releaseAt);
    usage.sentAt = Math.max(usage.sentAt, request.sentAt);
    usage.hasPendingElsewhere ||= isPending && !isOwn;
    if (request.sentAt < pausedUntil) return;
    usage.pendingAfterPause += Number(isPending);
    usage.isRecovered ||= request.status === 'accepted';
  }

  #isOwn({ id }: RequestRecord) {
    return id.startsWith(this.#idPrefix);
  }

  #isLost({ id, status, sentAt, answeredAt }: RequestRecord, now: number) {
    if (status !== 'pending') return false;
    const [processKey = ''] = id.split('/');
    const hasEnded = now - sentAt >= arrivalMs && !this.#sharing?.isRunning(processKey);
    return hasEnded || now >= answeredAt;
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

function parseRequest({ id, status: statusText, sentAt, answeredAt }: JsonObject) {
  const status = statuses.find((known) => known === statusText);
  const hasTimes = typeof sentAt === 'number' && typeof answeredAt === 'number';
  if (typeof id !== 'string' || status === undefined || !hasTimes) return undefined;
  return { id, status, sentAt, answeredAt };
}
