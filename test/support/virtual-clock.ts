import type { Clock } from '../../src/system/system.ts';
import type { Timer } from './test-clock.ts';

/** Fake clock that jumps to the next timer once all concurrent work waits. */
export class VirtualClock implements Clock {
  #elapsed = 0;
  #timers: Timer[] = [];

  now = (): number => Date.UTC(2026, 10, 21, 12) + this.#elapsed;

  elapsed = (): number => this.#elapsed;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = () => reject(signal?.reason);
      signal?.addEventListener('abort', stop);
      this.timer(ms, () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      });
    });

  timer = (ms: number, callback: () => void): (() => void) => {
    const timer = { due: this.#elapsed + Math.max(0, ms), callback };
    const laterIndex = this.#timers.findIndex(({ due }) => due > timer.due);
    this.#timers.splice(laterIndex < 0 ? this.#timers.length : laterIndex, 0, timer);
    return () => {
      this.#timers = this.#timers.filter((existing) => existing !== timer);
    };
  };

  async runUntil(work: Promise<unknown>): Promise<void> {
    let isOver = false;
    const markOver = () => {
      isOver = true;
    };
    work.then(markOver, markOver);
    for (let idle = 0; ; idle += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isOver) break;
      // A dynamic import may take several turns.
      if (idle > 1000) throw new Error('nothing is left that could happen');
      const timer = this.#timers.shift();
      if (timer === undefined) continue;
      idle = 0;
      this.#elapsed = timer.due;
      timer.callback();
    }
    await work;
  }
}
