import type { Rate } from '../core/periods.ts';
import type { Clock } from '../platform/surroundings.ts';
import { requestId } from './events.ts';
import { SharedSchedule, type Sharing } from './shared-window.ts';
import { Schedule } from './sliding-window.ts';

/** A request's place in the queue for the window. */
export interface Place {
  /**
   * Milliseconds until the request may be sent; undefined while only answers that are still to
   * come can tell.
   */
  wait(): number | undefined;
  /** It is sent now, after a wait. */
  sent(): void;
  /** Its answer is there, or will never be: it takes room for one window from now. */
  answered(): void;
  /** It will not be sent. */
  withdraw(): void;
}

/** How soon to look again when an answer to another process is waited for. */
const pollMs = 25;

/** The sliding window that requests are sent through, shared by all processes or of this one alone. */
export class Limiter {
  readonly rate: Rate;
  readonly #clock: Clock;
  readonly #self: string;
  readonly #schedule: Schedule | SharedSchedule;
  #count = 0;
  readonly #waiting = new Set<() => void>();

  constructor(rate: Rate, clock: Clock, sharing?: Sharing) {
    this.rate = rate;
    this.#clock = clock;
    this.#self = sharing?.self ?? 'self';
    this.#schedule =
      sharing === undefined
        ? new Schedule(rate)
        : new SharedSchedule(rate, sharing, () => this.#now());
  }

  /** Takes a place at the end of the queue. */
  reserve(): Place {
    const id = requestId(this.#self, this.#count);
    this.#count += 1;
    const schedule = this.#schedule;
    schedule.reserve(id, this.#now());
    let isFirst = true;
    return {
      wait: () => {
        const wait = schedule.wait(id, this.#now(), isFirst);
        isFirst = false;
        return wait;
      },
      sent: () => schedule.sent(id, this.#now()),
      answered: () => {
        schedule.answered(id, this.#now());
        this.#wake();
      },
      withdraw: () => {
        schedule.withdraw(id);
        this.#wake();
      },
    };
  }

  /** The service has asked for a break: nobody sends anything for `ms`. */
  pause(ms: number): void {
    this.#schedule.pause(this.#now() + Math.ceil(ms));
  }

  /** Resolves when a place without a known wait may know more, or nobody waits any longer. */
  async change(signal: AbortSignal): Promise<void> {
    const isForOthers = this.#schedule instanceof SharedSchedule && this.#schedule.isForOthers;
    if (isForOthers) return this.#clock.sleep(pollMs, signal);
    await new Promise<void>((resolve) => {
      const goOn = () => {
        signal.removeEventListener('abort', goOn);
        resolve();
      };
      this.#waiting.add(goOn);
      signal.addEventListener('abort', goOn);
    });
  }

  /** Tells the others what they do not know yet. */
  close(): void {
    if (this.#schedule instanceof SharedSchedule) this.#schedule.close();
  }

  #wake(): void {
    for (const goOn of this.#waiting) goOn();
    this.#waiting.clear();
  }

  /** In whole milliseconds, as others are told; later rather than too early. */
  #now(): number {
    return Math.ceil(this.#clock.elapsed());
  }
}
