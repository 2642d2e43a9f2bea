import { EventEmitter, once } from 'node:events';
import { rateText } from '../core/periods.ts';
import type { Countdown } from '../platform/countdown.ts';
import type { Clock } from '../platform/surroundings.ts';
import type { Slot } from '../rate-limit/board.ts';
import type { Limiter } from '../rate-limit/limiter.ts';

interface PaceOptions {
  limiter: Limiter;
  clock: Clock;
  countdown: Countdown;
  signal: AbortSignal;
}

interface Turn {
  start: number;
  reason: string;
}

/** A wait goes on for a second at a time; a longer one means that the process was stopped. */
const tickMs = 1000;

/** Nothing tells this process when another one gets an answer. */
const pollMs = 25;

/** Requests wait for the rate limit in two lines: those of a run in one, single look-ups in the other. */
export class Pace {
  readonly #options: PaceOptions;
  readonly #run: Turn[] = [];
  readonly #lookUps: Turn[] = [];
  readonly #changes = new EventEmitter().setMaxListeners(0);

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /** @returns undefined if it would take longer than `mostMs` */
  async slot(
    isRun: boolean,
    mostMs: number,
  ): Promise<{ slot: Slot; waitedMs: number } | undefined> {
    const { limiter, clock, countdown, signal } = this.#options;
    const line = isRun ? this.#run : this.#lookUps;
    const turn: Turn = { start: clock.elapsed(), reason: '' };
    let waitedMs = 0;
    line.push(turn);
    try {
      for (;;) {
        signal.throwIfAborted();
        const isFirst = line[0] === turn;
        const slot = isFirst ? limiter.take(isRun) : undefined;
        if (typeof slot === 'object') return { slot, waitedMs };
        if (waitedMs + (slot ?? 0) > mostMs) return undefined;
        const before = clock.elapsed();
        await (isFirst ? this.#wait(turn, slot) : this.#change());
        const ms = clock.elapsed() - before;
        waitedMs += slot === undefined ? ms : Math.min(ms, slot, tickMs);
      }
    } finally {
      line.splice(line.indexOf(turn), 1);
      countdown.stop(turn);
      this.changed();
    }
  }

  /** Must be called when a request has its answer, or will never have one. */
  changed(): void {
    this.#changes.emit('change');
  }

  /** @param ms undefined while it depends on answers */
  async #wait(turn: Turn, ms: number | undefined): Promise<void> {
    const { limiter, clock, countdown, signal } = this.#options;
    if (ms !== undefined) {
      turn.reason = `for the rate limit (${rateText(limiter.rateInUse)})`;
      await countdown.tick(turn, ms, signal);
    } else if (limiter.isAnswerDueElsewhere) {
      await clock.sleep(pollMs, signal);
    } else {
      await this.#change();
    }
  }

  async #change(): Promise<void> {
    const { signal } = this.#options;
    await once(this.#changes, 'change', { signal }).catch(() => {});
  }
}
