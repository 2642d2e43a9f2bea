import type { Rate } from '../core/periods.ts';
import type { Clock } from '../platform/surroundings.ts';
import { Board, type Sharing, type Slot, type View } from './board.ts';

interface LimiterOptions {
  rate: Rate;
  clock: Clock;
  random(): number;
  sharing?: Sharing | undefined;
  /** Called once, with the half that is in use from now on. */
  onHalved?(half: Rate): unknown;
}

/** One slot in so many stays free for single look-ups, so that a run takes a fifteenth longer. */
const slotsPerReserved = 15;

/** Two processes that found the same slot free come back after different times. */
const longestClashMs = 8;

/** Others count a process that is stopped, as by Ctrl-Z, as dead, and forget its slots. */
const longestStopMs = 1000;

/** A second refusal within this time shows that the first was no accident. */
const secondWithinMs = 600_000;

/** Pause after a refusal that does not say how long, doubled while refusals follow each other. */
const pauseAfterRefusalMs = 2000;

const atOnce = Number.NEGATIVE_INFINITY;
const unknown = Number.POSITIVE_INFINITY;

export class Limiter {
  readonly #options: LimiterOptions;
  readonly #board: Board;
  #rate: Rate;
  #isHalved = false;

  constructor(options: LimiterOptions) {
    const { rate, clock, sharing } = options;
    this.#options = options;
    this.#rate = rate;
    // At more than a thousand requests a second, the files would be the limit.
    const isFast = rate.requests > rate.windowMs;
    this.#board = new Board(rate.windowMs, clock, isFast ? undefined : sharing);
  }

  get currentRate(): Rate {
    return this.#rate;
  }

  /** True while another process waits for an answer. That process does not tell this one. */
  get hasPendingElsewhere(): boolean {
    return this.#board.look().hasPendingElsewhere;
  }

  /**
   * @param isBulk for one of many requests, which leaves room for single look-ups
   * @returns without a free slot the milliseconds to wait; undefined while they depend on answers
   */
  take(isBulk: boolean): Slot | number | undefined {
    const wait = this.#wait(this.#board.look(), isBulk);
    if (wait !== 0) return wait;
    const slot = this.#board.put();
    if (!this.#isClash(slot, this.#board.look())) return slot;
    this.#board.withdraw(slot);
    return 1 + Math.floor(this.#options.random() * longestClashMs);
  }

  answered(slot: Slot): void {
    this.#board.answered(slot, false);
  }

  /** Pauses all processes of the credential. @returns how long, in milliseconds */
  refused(slot: Slot, retryAfterMs = 0): number {
    this.#board.answered(slot, true);
    const view = this.#board.look();
    const remainingMs = Math.max(0, view.pausedUntil - view.now);
    let pauseMs = retryAfterMs;
    // A request from before the end of the last pause tells the same as the refusal that began it.
    if (slot.sentAt >= view.pausedUntil) {
      this.#halve(view);
      pauseMs ||= this.#pauseAfter(view);
    }
    if (pauseMs > remainingMs) this.#board.pause(pauseMs);
    return Math.max(pauseMs, remainingMs);
  }

  withdraw(slot: Slot): void {
    this.#board.withdraw(slot);
  }

  close(): void {
    this.#board.close();
  }

  #isClash(slot: Slot, view: View): boolean {
    const { now, ends, pausedUntil, awaited, isRecovered } = view;
    const isForgotten = now - slot.sentAt >= longestStopMs;
    const isSecondTrial = !isRecovered && awaited > 1;
    const isPaused = now < pausedUntil;
    const isFull = ends.length > this.#rate.requests;
    return isForgotten || isSecondTrial || isPaused || isFull;
  }

  /** Refusals in a row halve the limit once, since an outage may be their reason. */
  #halve({ now, pausedAt, isRecovered }: View): void {
    const { requests, windowMs } = this.#rate;
    const isFirst = now - pausedAt >= secondWithinMs;
    const isInARow = this.#isHalved && !isRecovered;
    if (isFirst || isInARow || requests === 1) return;
    this.#rate = { requests: Math.floor(requests / 2), windowMs };
    if (!this.#isHalved) this.#options.onHalved?.(this.#rate);
    this.#isHalved = true;
  }

  #pauseAfter({ pausedAt, pausedUntil, isRecovered }: View): number {
    if (isRecovered) return pauseAfterRefusalMs;
    const doubledMs = 2 * (pausedUntil - pausedAt);
    return Math.max(pauseAfterRefusalMs, Math.min(doubledMs, this.#rate.windowMs));
  }

  #wait(view: View, isBulk: boolean): number | undefined {
    const { now, ends, pausedUntil, isRecovered, awaited } = view;
    // After a pause one request goes first, and the others wait for its answer.
    if (!isRecovered && awaited > 0) return undefined;
    const firstFree = ends[ends.length - this.#rate.requests] ?? atOnce;
    const moment = isBulk ? this.#momentOfRun(view) : firstFree;
    if (moment === unknown) return undefined;
    // A slot is free only after its end.
    return Math.max(0, Math.floor(moment - now) + 1, pausedUntil - now);
  }

  /** A run sends half of its share at once, and spreads the rest so that slots free up evenly. */
  #momentOfRun({ ends, sentAt }: View): number {
    const { requests, windowMs } = this.#rate;
    const share = requests - Math.floor(requests / slotsPerReserved);
    const room = share - ends.length;
    if (room > Math.floor(share / 2)) return atOnce;
    if (room <= 0) return ends[-room] ?? unknown;
    const [end = unknown] = ends;
    const freeInMs = Math.min(end - sentAt, windowMs);
    return sentAt + freeInMs / (room + 1);
  }
}
