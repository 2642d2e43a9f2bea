import { EventEmitter, once } from 'node:events';
import { describeRateLimit } from '../core/periods.ts';
import type { Limiter } from '../rate-limit/limiter.ts';
import type { Slot } from '../rate-limit/shared-slots.ts';
import type { Countdown } from '../system/countdown.ts';
import type { Clock } from '../system/system.ts';

interface RequestQueueOptions {
  limiter: Limiter;
  clock: Clock;
  signal: AbortSignal;
}

/** Interval of polling: nothing tells this process when another one gets an answer. */
const pollIntervalMs = 25;

/** Requests that wait for the rate limit: those of many in one line, single look-ups in another. */
export class RequestQueue {
  readonly #options: RequestQueueOptions;
  readonly #countdown: Countdown;
  readonly #events = new EventEmitter();
  readonly #tails = new Map<boolean, Promise<unknown>>();

  constructor(options: RequestQueueOptions, countdown: Countdown) {
    this.#options = options;
    this.#countdown = countdown;
  }

  /** @returns undefined if it takes longer than it may */
  acquire(isBulk: boolean, maxWaitMs: number): Promise<Slot | undefined> {
    const start = this.#options.clock.elapsed();
    const previous = this.#tails.get(isBulk) ?? Promise.resolve();
    const slot = previous.then(() => this.#waitForSlot(isBulk, start, maxWaitMs));
    this.#tails.set(
      isBulk,
      slot.catch(() => {}),
    );
    return slot;
  }

  /** Called when a request was answered or has failed, which may make room. */
  wake(): void {
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

  async #waitForChange(): Promise<void> {
    const { limiter, clock, signal } = this.#options;
    if (limiter.hasPendingElsewhere) await clock.sleep(pollIntervalMs, signal);
    else await once(this.#events, 'answer', { signal }).catch(() => {});
  }

  get limitLabel(): string {
    return `the rate limit (${describeRateLimit(this.#options.limiter.currentRate)})`;
  }
}
