import type { Clock } from '../../src/system/system.ts';

export interface Timer {
  due: number;
  callback: () => void;
}

/** Fake clock that only sleep() and advance() move. */
export class TestClock implements Clock {
  readonly sleeps: number[] = [];
  #elapsed = 0;
  #timers = new Set<Timer>();
  readonly #start: number;

  constructor(start = '2026-11-21T12:00:00Z') {
    this.#start = Date.parse(start);
  }

  now = (): number => this.#start + this.#elapsed;

  elapsed = (): number => this.#elapsed;

  sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    this.sleeps.push(ms);
    this.advance(ms);
    // Concurrent work proceeds, as it would in real time.
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  };

  timer = (ms: number, callback: () => void): (() => void) => {
    const timer = { due: this.#elapsed + ms, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  advance(ms: number): void {
    this.#elapsed += ms;
    for (const timer of [...this.#timers]) {
      if (timer.due > this.#elapsed) continue;
      this.#timers.delete(timer);
      timer.callback();
    }
  }
}
