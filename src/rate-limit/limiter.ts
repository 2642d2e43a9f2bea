import type { RateLimit } from '../core/periods.ts';
import type { Clock } from '../system/system.ts';
import { SharedSlots, type SharingOptions, type Slot, type SlotUsage } from './shared-slots.ts';

interface LimiterOptions {
  rate: RateLimit;
  clock: Clock;
  random(): number;
  sharing?: SharingOptions | undefined;
  /** Called once, with the half that is in use from now on. */
  onHalved?(half: RateLimit): unknown;
}

/** One slot in so many stays free for single look-ups, so that a run takes a fifteenth longer. */
const slotsPerReserved = 15;

/** Two processes that found the same slot free come back after different times. */
const maxClashDelayMs = 8;

/** Others count a process that is stopped, as by Ctrl-Z, as dead, and forget its slots. */
const maxStopMs = 1000;

/** A second refusal within this time shows that the first was no accident. */
const repeatWindowMs = 600_000;

/** Pause after a refusal that does not say how long, doubled while refusals follow each other. */
const basePauseMs = 2000;

const immediate = Number.NEGATIVE_INFINITY;
const unknownTime = Number.POSITIVE_INFINITY;

export class Limiter {
  readonly #options: LimiterOptions;
  readonly #slots: SharedSlots;
  #rate: RateLimit;
  #isHalved = false;

  constructor(options: LimiterOptions) {
    const { rate, clock, sharing } = options;
    this.#options = options;
    this.#rate = rate;
    // At more than a thousand requests a second, the files would be the limit.
    const isFast = rate.requests > rate.windowMs;
    this.#slots = new SharedSlots(rate.windowMs, clock, isFast ? undefined : sharing);
  }

  get currentRate(): RateLimit {
    return this.#rate;
  }

  /** True while another process waits for an answer. That process does not tell this one. */
  get hasPendingElsewhere(): boolean {
    return this.#slots.readUsage().hasPendingElsewhere;
  }

  /**
   * @param isBulk for one of many requests, which leaves room for single look-ups
   * @returns without a free slot the milliseconds to wait; undefined while they depend on answers
   */
  tryAcquire(isBulk: boolean): Slot | number | undefined {
    const waitMs = this.#computeWait(this.#slots.readUsage(), isBulk);
    if (waitMs !== 0) return waitMs;
    const slot = this.#slots.claim();
    if (!this.#isClash(slot, this.#slots.readUsage())) return slot;
    this.#slots.release(slot);
    return 1 + Math.floor(this.#options.random() * maxClashDelayMs);
  }

  markAnswered(slot: Slot): void {
    this.#slots.markAnswered(slot, false);
  }

  /** Pauses all processes of the credential. @returns how long, in milliseconds */
  handleRateLimited(slot: Slot, retryAfterMs = 0): number {
    this.#slots.markAnswered(slot, true);
    const usage = this.#slots.readUsage();
    const remainingMs = Math.max(0, usage.pausedUntil - usage.now);
    let pauseMs = retryAfterMs;
    // A request from before the end of the last pause tells the same as the refusal that began it.
    if (slot.sentAt >= usage.pausedUntil) {
      this.#halve(usage);
      pauseMs ||= this.#nextPause(usage);
    }
    if (pauseMs > remainingMs) this.#slots.pause(pauseMs);
    return Math.max(pauseMs, remainingMs);
  }

  release(slot: Slot): void {
    this.#slots.release(slot);
  }

  close(): void {
    this.#slots.close();
  }

  #isClash(slot: Slot, usage: SlotUsage): boolean {
    const { now, ends: releaseTimes, pausedUntil, awaited: pendingAfterPause, isRecovered } = usage;
    const isExpired = now - slot.sentAt >= maxStopMs;
    const isSecondProbe = !isRecovered && pendingAfterPause > 1;
    const isPaused = now < pausedUntil;
    const isFull = releaseTimes.length > this.#rate.requests;
    return isExpired || isSecondProbe || isPaused || isFull;
  }

  /** Refusals in a row halve the limit once, since an outage may be their reason. */
  #halve({ now, pausedAt, isRecovered }: SlotUsage): void {
    const { requests, windowMs } = this.#rate;
    const isFirst = now - pausedAt >= repeatWindowMs;
    const isConsecutive = this.#isHalved && !isRecovered;
    if (isFirst || isConsecutive || requests === 1) return;
    this.#rate = { requests: Math.floor(requests / 2), windowMs };
    if (!this.#isHalved) this.#options.onHalved?.(this.#rate);
    this.#isHalved = true;
  }

  #nextPause({ pausedAt, pausedUntil, isRecovered }: SlotUsage): number {
    if (isRecovered) return basePauseMs;
    const doubledMs = 2 * (pausedUntil - pausedAt);
    return Math.max(basePauseMs, Math.min(doubledMs, this.#rate.windowMs));
  }

  #computeWait(usage: SlotUsage, isBulk: boolean): number | undefined {
    const { now, ends: releaseTimes, pausedUntil, isRecovered, awaited: pendingAfterPause } = usage;
    // After a pause one request goes first, and the others wait for its answer.
    if (!isRecovered && pendingAfterPause > 0) return undefined;
    const firstFreeAt = releaseTimes[releaseTimes.length - this.#rate.requests] ?? immediate;
    const sendAt = isBulk ? this.#bulkSendTime(usage) : firstFreeAt;
    if (sendAt === unknownTime) return undefined;
    // A slot is free only after its end.
    return Math.max(0, Math.floor(sendAt - now) + 1, pausedUntil - now);
  }

  /** A run sends half of its share at once, and spreads the rest so that slots free up evenly. */
  #bulkSendTime({ ends: releaseTimes, sentAt: lastSentAt }: SlotUsage): number {
    const { requests, windowMs } = this.#rate;
    const bulkLimit = requests - Math.floor(requests / slotsPerReserved);
    const freeSlots = bulkLimit - releaseTimes.length;
    if (freeSlots > Math.floor(bulkLimit / 2)) return immediate;
    if (freeSlots <= 0) return releaseTimes[-freeSlots] ?? unknownTime;
    const [firstRelease = unknownTime] = releaseTimes;
    const freeInMs = Math.min(firstRelease - lastSentAt, windowMs);
    return lastSentAt + freeInMs / (freeSlots + 1);
  }
}
