import type { Rate } from '../core/rate.ts';

/**
 * The strictest way to count a rate: at no moment were more than `requests` received in the last
 * `windowMs`. What is refused does not count.
 */
export class SlidingWindow {
  readonly #rate: Rate;
  #arrivals: number[] = [];

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Milliseconds until a request would be let in: 0 when this one is, and then it counts. */
  admit(now: number): number {
    const { requests, windowMs } = this.#rate;
    this.#arrivals = this.#arrivals.filter((arrival) => now - arrival < windowMs);
    const [oldest] = this.#arrivals;
    if (oldest !== undefined && this.#arrivals.length >= requests) return oldest + windowMs - now;
    this.#arrivals.push(now);
    return 0;
  }
}
