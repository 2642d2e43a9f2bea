import type { Rate } from '../core/rate.ts';
import type { Clock } from '../core/surroundings.ts';

/**
 * A sliding window of requests, counted from the moment an answer arrived: the server had the
 * request before it answered, so whatever the way there took, its own count is never higher.
 */
export class Limiter {
  readonly rate: Rate;
  readonly #clock: Clock;
  /** When each answer of the last window arrived, the oldest first. */
  readonly #answered: number[] = [];
  #inFlight = 0;
  #pausedUntil = 0;
  /** Those who wait for the next answer. */
  #waiting: (() => void)[] = [];

  constructor(rate: Rate, clock: Clock) {
    this.rate = rate;
    this.#clock = clock;
  }

  /**
   * Milliseconds until a request may be sent: 0 takes the place, which `done` gives back. Undefined
   * while only the next answer can tell.
   */
  enter(): number | undefined {
    const wait = this.#wait();
    if (wait === 0) this.#inFlight += 1;
    return wait;
  }

  /** The answer is there, or there will be none: its place stays taken for one window from now. */
  done(): void {
    this.#inFlight -= 1;
    this.#answered.push(this.#clock.elapsed());
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const goOn of waiting) goOn();
  }

  /** Resolves at the next answer to any request. */
  nextAnswer(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The service has asked for a break: nothing is sent for `ms`. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.elapsed() + ms);
  }

  #wait(): number | undefined {
    const now = this.#clock.elapsed();
    const { requests, windowMs } = this.rate;
    while ((this.#answered[0] ?? Number.POSITIVE_INFINITY) + windowMs < now) this.#answered.shift();
    const paused = Math.max(0, this.#pausedUntil - now);
    if (this.#inFlight + this.#answered.length < requests) return paused;
    const oldest = this.#answered[0];
    return oldest === undefined ? undefined : Math.max(paused, oldest + windowMs - now + 1);
  }
}
