import { EventEmitter, once } from 'node:events';
import { describeRateLimit } from '../core/periods.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { Countdown } from '../system/countdown.ts';
import type { Clock } from '../system/system.ts';

export interface RequestQueueOptions {
  limiter: RateLimiter;
  clock: Clock;
  signal: AbortSignal;
}

/**
 * Interval at which to check for a free slot while another process is waiting for a response. Its
 * response may free a slot, but this process is not notified of it.
 */
const pollIntervalMs = 25;

/**
 * Queues requests until a rate-limit slot is free. Bulk requests and single lookups have separate
 * FIFO queues.
 */
export class RequestQueue {
  readonly #options;
  readonly #countdown;
  readonly #events = new EventEmitter();
  readonly #tails = new Map<boolean, Promise<unknown>>();

  constructor(options: RequestQueueOptions, countdown: Countdown) {
    this.#options = options;
    this.#countdown = countdown;
  }

  /**
   * Waits for a rate-limit slot.
   * @returns the slot, or undefined if none becomes free within `maxWaitMs`
   */
  acquire(isBulk: boolean, maxWaitMs: number) {
    const start = this.#options.clock.elapsed();
    const previous = this.#tails.get(isBulk) ?? Promise.resolve();
    const slot = previous.then(() => this.#waitForSlot(isBulk, start, maxWaitMs));
    this.#tails.set(
      isBulk,
      slot.catch(() => {}),
    );
    return slot;
  }

  /**
   * Lets the waiting requests check for a free slot. Called after every response or failure, since
   * either may free a slot.
   */
  wake() {
    this.#events.emit('answer');
  }

  async #waitForSlot(isBulk: boolean, start: number, maxWaitMs: number) {
    const { limiter, clock, signal } = this.#options;
    const wait = { start, reason: `for ${this.limitLabel}` };
    try {
      for (;;) {
        signal.throwIfAborted();
        const slot = limiter.tryAcquire(isBulk);
        if (typeof slot === 'object') return slot;
        const elapsedMs = clock.elapsed() - start;
        if (elapsedMs + (slot ?? 0) > maxWaitMs) return undefined;
        if (slot === undefined) await this.#waitForChange();
        else await this.#countdown.tick(wait, slot, signal);
      }
    } finally {
      this.#countdown.stop(wait);
    }
  }

  async #waitForChange() {
    const { limiter, clock, signal } = this.#options;
    if (limiter.hasPendingElsewhere) await clock.sleep(pollIntervalMs, signal);
    else await once(this.#events, 'answer', { signal }).catch(() => {});
  }

  get limitLabel() {
    return `the rate limit (${describeRateLimit(this.#options.limiter.currentRate)})`;
  }
}
