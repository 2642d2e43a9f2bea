import { EventEmitter, once } from 'node:events';
import { describeRateLimit } from '../core/periods.ts';
import type { Countdown } from '../platform/countdown.ts';
import type { Clock } from '../platform/surroundings.ts';
import type { Slot } from '../rate-limit/board.ts';
import type { Limiter } from '../rate-limit/limiter.ts';

interface LineOptions {
  limiter: Limiter;
  clock: Clock;
  signal: AbortSignal;
}

/** Interval of polling: nothing tells this process when another one gets an answer. */
const pollMs = 25;

/** Requests that wait for the rate limit: those of many in one line, single look-ups in another. */
export class WaitingLine {
  readonly #options: LineOptions;
  readonly #countdown: Countdown;
  readonly #answered = new EventEmitter();
  readonly #last = new Map<boolean, Promise<unknown>>();

  constructor(options: LineOptions, countdown: Countdown) {
    this.#options = options;
    this.#countdown = countdown;
  }

  /** @returns undefined if it takes longer than it may */
  slot(isBulk: boolean, mostMs: number): Promise<Slot | undefined> {
    const start = this.#options.clock.elapsed();
    const before = this.#last.get(isBulk) ?? Promise.resolve();
    const slot = before.then(() => this.#firstSlot(isBulk, start, mostMs));
    this.#last.set(
      isBulk,
      slot.catch(() => {}),
    );
    return slot;
  }

  /** Called when a request was answered or has failed, which may make room. */
  move(): void {
    this.#answered.emit('answer');
  }

  async #firstSlot(isBulk: boolean, start: number, mostMs: number) {
    const { limiter, clock, signal } = this.#options;
    const wait = { start, reason: `for ${this.limitText}` };
    try {
      for (;;) {
        signal.throwIfAborted();
        const slot = limiter.tryAcquire(isBulk);
        if (typeof slot === 'object') return slot;
        const waitedMs = clock.elapsed() - start;
        if (waitedMs + (slot ?? 0) > mostMs) return undefined;
        if (slot === undefined) await this.#change();
        else await this.#countdown.tick(wait, slot, signal);
      }
    } finally {
      this.#countdown.stop(wait);
    }
  }

  async #change(): Promise<void> {
    const { limiter, clock, signal } = this.#options;
    if (limiter.hasPendingElsewhere) await clock.sleep(pollMs, signal);
    else await once(this.#answered, 'answer', { signal }).catch(() => {});
  }

  get limitText(): string {
    return `the rate limit (${describeRateLimit(this.#options.limiter.currentRate)})`;
  }
}
