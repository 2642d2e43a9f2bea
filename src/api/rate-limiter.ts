import type { RateLimit } from '../core/dates.ts';
import {
  type RateLimitSharingOptions,
  type RateLimitUsage,
  type RequestSlot,
  SharedRateLimitLog,
  unknownTime,
} from '../state/rate-limit-log.ts';
import type { Clock } from '../system/system.ts';

interface LimiterOptions {
  rate: RateLimit;
  clock: Clock;
  random(): number;
  sharing?: RateLimitSharingOptions | undefined;
  /** Called with the new rate limit when the limit is halved for the first time. */
  onHalved?(halvedRate: RateLimit): unknown;
}

/** Bulk runs leave one slot in 15 free for single lookups, and therefore take slightly longer. */
const slotsPerReserved = 15;

/** Maximum random delay before a retry when several processes have claimed the same slot. */
const maxClashDelayMs = 8;

/**
 * Maximum time between claiming a slot and using it. If the process was suspended (Ctrl-Z) in
 * between, other processes may have considered its request lost and taken its slot.
 */
const maxStopMs = 1000;

/** A second 429 within this time is unlikely to be a coincidence, so the rate limit is halved. */
const repeatWindowMs = 600_000;

/**
 * Initial backoff after a 429 without a Retry-After header; it doubles with each consecutive 429.
 */
const basePauseMs = 2000;

const immediate = Number.NEGATIVE_INFINITY;

export class RateLimiter {
  readonly #options;
  readonly #log;
  /** The configured rate limit, or a reduced one after repeated 429 responses. */
  currentRate: RateLimit;

  constructor(options: LimiterOptions) {
    const { rate, clock, sharing } = options;
    this.#options = options;
    this.currentRate = rate;
    // Do not share slots above 1000 requests per second, because file access would be the
    // bottleneck.
    const isFast = rate.requests > rate.windowMs;
    this.#log = new SharedRateLimitLog(rate.windowMs, clock, isFast ? undefined : sharing);
  }

  /**
   * True while another process waits for a response. Callers must poll this, since changes trigger
   * no event.
   */
  get hasPendingElsewhere() {
    return this.#log.readUsage().hasPendingElsewhere;
  }

  /** Remaining milliseconds of the pause after a 429, which any process may have received. */
  get pauseMs() {
    const { pausedUntil, now } = this.#log.readUsage();
    return pausedUntil - now;
  }

  /**
   * @param isBulk whether this is a bulk run, which leaves some slots free for single lookups
   * @returns a slot; or the number of milliseconds after which to try again; or undefined if the
   * caller must wait for a pending response
   */
  tryAcquire(isBulk: boolean): RequestSlot | number | undefined {
    const waitMs = this.#computeWait(this.#log.readUsage(), isBulk);
    if (waitMs !== 0) return waitMs;
    const slot = this.#log.claim();
    if (!this.#isClash(slot, this.#log.readUsage())) return slot;
    this.#log.release(slot);
    return 1 + Math.floor(this.#options.random() * maxClashDelayMs);
  }

  markAnswered(slot: RequestSlot) {
    this.#log.markAnswered(slot, false);
  }

  /** Pauses all processes that use this API key after a 429. @returns the pause in milliseconds */
  handleRateLimited(slot: RequestSlot, retryAfterMs = 0) {
    this.#log.markAnswered(slot, true);
    const usage = this.#log.readUsage();
    const remainingMs = Math.max(0, usage.pausedUntil - usage.now);
    let pauseMs = retryAfterMs;
    // Halve the limit only for requests sent after the last pause ended: that pause already covers
    // the 429s of earlier requests.
    if (slot.sentAt >= usage.pausedUntil) {
      this.#halve(usage);
      pauseMs ||= this.#nextPause(usage);
    }
    if (pauseMs > remainingMs) this.#log.pause(pauseMs);
    return Math.max(pauseMs, remainingMs);
  }

  release(slot: RequestSlot) {
    this.#log.release(slot);
  }

  #isClash(slot: RequestSlot, usage: RateLimitUsage) {
    const { now, releaseTimes, pausedUntil, pendingAfterPause, isRecovered } = usage;
    const isExpired = now - slot.sentAt >= maxStopMs;
    const isSecondProbe = !isRecovered && pendingAfterPause > 1;
    const isPaused = now < pausedUntil;
    const isFull = releaseTimes.length > this.currentRate.requests;
    return isExpired || isSecondProbe || isPaused || isFull;
  }

  /**
   * Halves the rate limit on a second 429 within ten minutes. A run of 429s without a success in
   * between halves it only once, since an outage may be the cause.
   */
  #halve({ now, pausedAt, isRecovered }: RateLimitUsage) {
    const { requests, windowMs } = this.currentRate;
    const isFirst = now - pausedAt >= repeatWindowMs;
    const isHalved = this.currentRate !== this.#options.rate;
    if (isFirst || (isHalved && !isRecovered) || requests === 1) return;
    this.currentRate = { requests: Math.floor(requests / 2), windowMs };
    if (!isHalved) this.#options.onHalved?.(this.currentRate);
  }

  #nextPause({ pausedAt, pausedUntil, isRecovered }: RateLimitUsage) {
    if (isRecovered) return basePauseMs;
    return Math.max(basePauseMs, Math.min(2 * (pausedUntil - pausedAt), this.currentRate.windowMs));
  }

  #computeWait(usage: RateLimitUsage, isBulk: boolean) {
    const { now, pausedUntil, isRecovered, pendingAfterPause } = usage;
    // After a pause, send a single probe; all other requests wait for its response.
    if (!isRecovered && pendingAfterPause > 0) return undefined;
    const sendAt = this.#computeSendTime(usage, isBulk);
    if (sendAt === unknownTime) return undefined;
    // Add 1 ms, because a slot is still taken at its release time.
    return Math.max(0, Math.floor(sendAt - now) + 1, pausedUntil - now);
  }

  /**
   * Computes when the next request may be sent. A bulk run sends half of its requests in a burst
   * and spaces out the rest, so that slots become free evenly.
   */
  #computeSendTime({ releaseTimes, sentAt: lastSentAt }: RateLimitUsage, isBulk: boolean) {
    const { requests, windowMs } = this.currentRate;
    const limit = isBulk ? requests - Math.floor(requests / slotsPerReserved) : requests;
    const freeSlots = limit - releaseTimes.length;
    if (freeSlots <= 0) return releaseTimes[-freeSlots] ?? unknownTime;
    if (!isBulk || freeSlots > limit / 2) return immediate;
    const [firstRelease = unknownTime] = releaseTimes;
    const freeInMs = Math.min(firstRelease - lastSentAt, windowMs);
    return lastSentAt + freeInMs / (freeSlots + 1);
  }
}
