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
  /** Called only the first time that the rate limit is halved. */
  onHalved?(halvedRate: RateLimit): unknown;
}

/** Bulk runs keep one in 15 rate-limit slots free for single lookups. */
const slotsPerReserved = 15;

/** Maximum random delay before retrying a claim, if several processes claimed the same slot. */
const maxClashDelayMs = 8;

/**
 * Maximum time between claiming a slot and sending the request. If the process was suspended with
 * Ctrl-Z in between, other processes may have taken the slot.
 */
const maxStopMs = 1000;

/** A second 429 within ten minutes halves the rate limit. */
const repeatWindowMs = 600_000;

/** Initial backoff after a 429 without Retry-After; it doubles with each consecutive 429. */
const basePauseMs = 2000;

const immediate = Number.NEGATIVE_INFINITY;

export class RateLimiter {
  readonly #options;
  readonly #log;
  currentRate: RateLimit;

  constructor(options: LimiterOptions) {
    const { rate, clock, sharing } = options;
    this.#options = options;
    this.currentRate = rate;
    // Above 1000 requests per second, the log shared by all processes would become the bottleneck.
    const isFast = rate.requests > rate.windowMs;
    this.#log = new SharedRateLimitLog(rate.windowMs, clock, isFast ? undefined : sharing);
  }

  /** True while another process is waiting for a response. No event is emitted, so poll this. */
  get hasPendingElsewhere() {
    return this.#log.readUsage().hasPendingElsewhere;
  }

  /** Time remaining in the pause after a 429 received by any process; negative if it is over. */
  get pauseMs() {
    const { pausedUntil, now } = this.#log.readUsage();
    return pausedUntil - now;
  }

  /**
   * @returns a slot, the milliseconds until the next try, or undefined if the caller must wait for
   * the response to a pending request
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

  /** Pauses all processes with this API key after a 429. @returns the pause in milliseconds */
  handleRateLimited(slot: RequestSlot, retryAfterMs = 0) {
    this.#log.markAnswered(slot, true);
    const usage = this.#log.readUsage();
    const remainingMs = Math.max(0, usage.pausedUntil - usage.now);
    let pauseMs = retryAfterMs;
    // Ignore a 429 for a request that was sent before the last pause ended: that pause already
    // accounts for it, so do not halve the rate limit or back off again.
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
    const isOverLimit = releaseTimes.length > this.currentRate.requests;
    return isExpired || isSecondProbe || isPaused || isOverLimit;
  }

  /** Consecutive 429s halve the rate limit only once, because an outage may be causing them. */
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
    // After a pause, send only one request as a probe; all other requests wait for its response.
    if (!isRecovered && pendingAfterPause > 0) return undefined;
    const sendAt = this.#computeSendTime(usage, isBulk);
    if (sendAt === unknownTime) return undefined;
    // Add 1 ms, because a slot still counts as taken at the exact time of its release.
    return Math.max(0, Math.floor(sendAt - now) + 1, pausedUntil - now);
  }

  /** Bulk runs send half of their requests in a burst and space out the rest evenly. */
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
