import type { Clock } from './system.ts';

export interface WaitStatus {
  remainingMs?: number;
  reason: string;
  /** True if a printed note has already announced the wait. */
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

  /**
   * Shows the remaining time and sleeps for at most one second. Callers must call `stop` when the
   * wait ends.
   */
  async tick(wait: ActiveWait, remainingMs: number, signal: AbortSignal): Promise<void> {
    const totalMs = this.#clock.elapsed() + remainingMs - wait.start;
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
