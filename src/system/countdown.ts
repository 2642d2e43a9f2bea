import type { Clock } from './system.ts';

export interface WaitStatus {
  remainingMs?: number;
  reason: string;
  /** A note has told of this wait already. */
  isAnnounced?: boolean;
}

interface ActiveWait extends WaitStatus {
  start: number;
}

export class Countdown {
  readonly #clock: Clock;
  readonly #show: (status: WaitStatus | undefined) => void;
  #current: ActiveWait | undefined;

  constructor(clock: Clock, show: (status: WaitStatus | undefined) => void) {
    this.#clock = clock;
    this.#show = show;
  }

  async wait(ms: number, signal: AbortSignal, status: WaitStatus): Promise<void> {
    const clock = this.#clock;
    const wait = { ...status, start: clock.elapsed() };
    const end = wait.start + ms;
    try {
      while (clock.elapsed() < end) await this.tick(wait, end - clock.elapsed(), signal);
    } finally {
      this.stop(wait);
    }
  }

  /** Waits for one second, or for `leftMs` if that is less. Its caller must stop the wait at its end. */
  async tick(wait: ActiveWait, remainingMs: number, signal: AbortSignal): Promise<void> {
    const totalMs = this.#clock.elapsed() + remainingMs - wait.start;
    // Nobody needs to know of a wait that takes less than a second in all.
    if (totalMs >= 1000) {
      this.#current = wait;
      this.#show({ ...wait, remainingMs });
    }
    await this.#clock.sleep(Math.min(remainingMs, 1000), signal);
  }

  stop(wait: ActiveWait): void {
    if (this.#current !== wait) return;
    this.#current = undefined;
    this.#show(undefined);
  }
}
