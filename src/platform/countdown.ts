import type { Clock } from './surroundings.ts';

export interface Waiting {
  leftMs: number;
  reason: string;
  /** A note has told of it already. */
  isTold?: boolean;
  account?: string;
}

interface Wait extends Pick<Waiting, 'reason' | 'isTold'> {
  start: number;
}

/** Shows the wait that ends first, of several at the same time. */
export class Countdown {
  readonly #clock: Clock;
  readonly #show: (waiting: Waiting | undefined) => void;
  readonly #ends = new Map<Wait, number>();

  constructor(clock: Clock, show: (waiting: Waiting | undefined) => void) {
    this.#clock = clock;
    this.#show = show;
  }

  async wait(ms: number, signal: AbortSignal, what: Omit<Wait, 'start'>): Promise<void> {
    const clock = this.#clock;
    const wait = { ...what, start: clock.elapsed() };
    const end = wait.start + ms;
    try {
      while (clock.elapsed() < end) await this.tick(wait, end - clock.elapsed(), signal);
    } finally {
      this.stop(wait);
    }
  }

  /** Waits for one second, or for `left` if that is less. Its caller must stop the wait at its end. */
  async tick(wait: Wait, left: number, signal: AbortSignal): Promise<void> {
    const end = this.#clock.elapsed() + left;
    // Nobody needs to know of a wait that takes less than a second in all.
    if (end - wait.start >= 1000) {
      this.#ends.set(wait, end);
      this.#update();
    }
    await this.#clock.sleep(Math.min(left, 1000), signal);
  }

  stop(wait: Wait): void {
    if (this.#ends.delete(wait)) this.#update();
  }

  #update(): void {
    const [first] = [...this.#ends].sort(([, one], [, other]) => one - other);
    this.#show(first && { ...first[0], leftMs: first[1] - this.#clock.elapsed() });
  }
}
