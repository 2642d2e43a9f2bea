import type { Clock } from './surroundings.ts';

export interface Waiting {
  remainingMs?: number;
  reason: string;
  /** A note has told of this wait already. */
  isTold?: boolean;
}

interface Wait extends Waiting {
  start: number;
}

export class Countdown {
  readonly #clock: Clock;
  readonly #show: (waiting: Waiting | undefined) => void;
  #shown: Wait | undefined;

  constructor(clock: Clock, show: (waiting: Waiting | undefined) => void) {
    this.#clock = clock;
    this.#show = show;
  }

  async wait(ms: number, signal: AbortSignal, what: Waiting): Promise<void> {
    const clock = this.#clock;
    const wait = { ...what, start: clock.elapsed() };
    const end = wait.start + ms;
    try {
      while (clock.elapsed() < end) await this.tick(wait, end - clock.elapsed(), signal);
    } finally {
      this.stop(wait);
    }
  }

  /** Waits for one second, or for `leftMs` if that is less. Its caller must stop the wait at its end. */
  async tick(wait: Wait, remainingMs: number, signal: AbortSignal): Promise<void> {
    const wholeMs = this.#clock.elapsed() + remainingMs - wait.start;
    // Nobody needs to know of a wait that takes less than a second in all.
    if (wholeMs >= 1000) {
      this.#shown = wait;
      this.#show({ ...wait, remainingMs });
    }
    await this.#clock.sleep(Math.min(remainingMs, 1000), signal);
  }

  stop(wait: Wait): void {
    if (this.#shown !== wait) return;
    this.#shown = undefined;
    this.#show(undefined);
  }
}
