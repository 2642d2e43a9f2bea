import type { Rate } from '../core/periods.ts';
import type { Clock } from '../platform/surroundings.ts';
import { SharedWindow, type Sharing } from './shared-window.ts';

/** Nothing tells this process when another one gets an answer. */
const pollMs = 25;

export class Limiter {
  readonly rate: Rate;
  readonly #clock: Clock;
  readonly #window: SharedWindow;
  readonly #waiting = new Set<() => void>();

  constructor(rate: Rate, clock: Clock, sharing?: Sharing) {
    this.rate = rate;
    this.#clock = clock;
    this.#window = new SharedWindow(rate, clock, sharing);
  }

  reserve(): Slot {
    const { id, wait } = this.#window.reserve();
    return new Slot(this, this.#window, id, wait);
  }

  pause(ms: number): void {
    this.#window.pause(ms);
  }

  /** Resolves when a slot whose wait is unknown may know it, or when `signal` aborts. */
  async change(signal: AbortSignal): Promise<void> {
    if (this.#window.unansweredOfOthers.length > 0) return this.#clock.sleep(pollMs, signal);
    await new Promise<void>((resolve) => {
      const goOn = () => {
        signal.removeEventListener('abort', goOn);
        resolve();
      };
      this.#waiting.add(goOn);
      signal.addEventListener('abort', goOn);
    });
  }

  wake(): void {
    for (const goOn of this.#waiting) goOn();
    this.#waiting.clear();
  }

  close(): void {
    this.#window.close();
  }
}

export class Slot {
  readonly #limiter: Limiter;
  readonly #window: SharedWindow;
  readonly #id: string;
  readonly firstWait: number | undefined;

  constructor(limiter: Limiter, window: SharedWindow, id: string, firstWait: number | undefined) {
    this.#limiter = limiter;
    this.#window = window;
    this.#id = id;
    this.firstWait = firstWait;
  }

  /** Milliseconds until the request may be sent; undefined while that depends on answers to come. */
  wait(): number | undefined {
    return this.#window.wait(this.#id);
  }

  /** Called only for a request that had to wait. */
  sent(): void {
    this.#window.publish('sent', this.#id);
  }

  /** The answer is there or will never be: the slot becomes free after one more window. */
  answered(): void {
    this.#window.publish('answered', this.#id);
    this.#limiter.wake();
  }

  withdraw(): void {
    this.#window.publish('withdrawn', this.#id);
    this.#limiter.wake();
  }
}
