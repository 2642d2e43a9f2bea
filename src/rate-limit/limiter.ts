import type { Rate } from '../core/periods.ts';
import type { Clock } from '../platform/surroundings.ts';
import { Board, type Sharing, type Slot, type View } from './board.ts';

export interface LimiterOptions {
  rate: Rate;
  clock: Clock;
  random(): number;
  sharing?: Sharing | undefined;
  /** Called once, with the half that is in use from now on. */
  onHalved?: ((half: Rate) => unknown) | undefined;
}

/** A wait is in milliseconds; undefined while it depends on answers. */
type Wait = number | undefined;

/** A run begins with few requests under way that can be refused, and after a refusal with one. */
const firstUnderWay = 3;
const answersForOneMore = 16;

/** A window that is too short for a run to begin with few. */
const shortWindowMs = 2000;

/** Two processes that found the same slot free come back after different times. */
const longestClashMs = 8;

/** Others count a process that is stopped, as by Ctrl-Z, as dead, and forget its slots. */
const longestStopMs = 1000;

const mostSlots = 1000;

/** A second refusal within this time shows that the first was no accident. */
const secondWithinMs = 600_000;

/** Pause after a refusal that does not say how long, doubled while refusals follow each other. */
const firstPauseMs = 2000;

const atOnce = Number.NEGATIVE_INFINITY;
const unknown = Number.POSITIVE_INFINITY;

export class Limiter {
  readonly #options: LimiterOptions;
  readonly #board: Board;
  /** A limit of many slots is held in equal parts of its window, since each slot takes space. */
  readonly #parts: number;
  #rate: Rate;
  #isHalved = false;
  /** No run sends anything before, since the window of the service is full. */
  #fullUntil = atOnce;
  #mostUnderWay = firstUnderWay;

  constructor(options: LimiterOptions) {
    const { rate, clock, sharing } = options;
    this.#options = options;
    this.#parts = Math.ceil(rate.requests / mostSlots);
    this.#rate = rate;
    // At more than a thousand requests a second, the files would be the limit.
    const isFast = rate.requests > rate.windowMs;
    this.#board = new Board(this.#part.windowMs, clock, isFast ? undefined : sharing);
  }

  get rateInUse(): Rate {
    return this.#rate;
  }

  get #part(): Rate {
    const { requests, windowMs } = this.#rate;
    const parts = this.#parts;
    return { requests: Math.floor(requests / parts), windowMs: Math.ceil(windowMs / parts) };
  }

  /** True while another process waits for an answer. That process does not tell this one. */
  get isAnswerDueElsewhere(): boolean {
    const { underWay, ownUnderWay } = this.#board.look();
    return underWay > ownUnderWay;
  }

  /** @param isRun for one of many requests, which leaves room for single look-ups */
  take(isRun: boolean): Slot | Wait {
    const wait = this.#wait(this.#board.look(), isRun);
    if (wait !== 0) return wait;
    const slot = this.#board.put();
    if (this.#isClash(slot, this.#board.look())) {
      this.#board.withdraw(slot);
      return 1 + Math.floor(this.#options.random() * longestClashMs);
    }
    return slot;
  }

  answered(slot: Slot): void {
    this.#mostUnderWay += 1 / answersForOneMore;
    this.#board.answered(slot, false);
  }

  /**
   * Pauses all processes of the credential.
   *
   * @returns how long, in milliseconds
   */
  refused(slot: Slot, retryAfterMs = 0): number {
    this.#mostUnderWay = 1;
    this.#board.answered(slot, true);
    const view = this.#board.look();
    const leftMs = Math.max(0, view.pausedUntil - view.now);
    let pauseMs = retryAfterMs;
    // What was sent before the last pause was over tells the same as the refusal that began it.
    if (slot.sentAt >= view.pausedUntil) {
      this.#halve(view);
      pauseMs ||= this.#pauseAfter(view);
    }
    if (pauseMs > leftMs) this.#board.pause(pauseMs);
    return Math.max(pauseMs, leftMs);
  }

  withdraw(slot: Slot): void {
    this.#board.withdraw(slot);
  }

  close(): void {
    this.#board.close();
  }

  /** Whether others took a slot or began a pause at the same time, or have forgotten this slot. */
  #isClash(slot: Slot, view: View): boolean {
    const { now, ends, pausedUntil, awaited, isRecovered } = view;
    const isForgotten = now - slot.sentAt >= longestStopMs;
    const isSecondTrial = !isRecovered && awaited > 1;
    const isPaused = now < pausedUntil;
    return isForgotten || isSecondTrial || isPaused || ends.length > this.#part.requests;
  }

  /** Refusals in a row halve the limit once, since an outage may be their reason. */
  #halve({ now, pausedAt, ends, isRecovered }: View): void {
    const { requests, windowMs } = this.#rate;
    const isFirst = now - pausedAt >= secondWithinMs;
    const isInARow = this.#isHalved && !isRecovered;
    if (isFirst || isInARow || this.#part.requests === 1) return;
    this.#rate = { requests: Math.floor(requests / 2), windowMs };
    this.#fullUntil = ends[0] ?? now;
    if (!this.#isHalved) this.#options.onHalved?.(this.#rate);
    this.#isHalved = true;
  }

  #pauseAfter({ pausedAt, pausedUntil, isRecovered }: View): number {
    if (isRecovered) return firstPauseMs;
    const doubledMs = 2 * (pausedUntil - pausedAt);
    return Math.max(firstPauseMs, Math.min(doubledMs, this.#part.windowMs));
  }

  #wait(view: View, isRun: boolean): Wait {
    const { now, ends, pausedUntil, isRecovered, awaited } = view;
    // After a pause one request goes first, and the others wait for its answer.
    if (!isRecovered && awaited > 0) return undefined;
    const firstFree = ends[ends.length - this.#part.requests];
    const moment = isRun ? this.#momentOfRun(view) : (firstFree ?? atOnce);
    if (moment === unknown) return undefined;
    // A slot is free only after its end.
    const wait = moment < now ? 0 : Math.floor(moment - now) + 1;
    return Math.max(wait, pausedUntil - now);
  }

  /**
   * A run sends half of its share at once, and spreads the rest over the time until the next slot
   * becomes free, so that from then on slots become free evenly. It leaves some of them to single
   * look-ups; and the more a run has of the window, the later it comes after other runs.
   */
  #momentOfRun({ now, ends, own, sentAt, ownUnderWay }: View): number {
    if (now < this.#fullUntil) return this.#fullUntil;
    const { requests, windowMs } = this.#part;
    // With many slots a minute the next one is free soon enough.
    const reserve = Math.floor(Math.min(requests / 15, windowMs / requests / 200));
    const room = requests - reserve - ends.length;
    const isFirstHalf = ends.length < Math.ceil((requests - reserve) / 2);
    const isCareful = windowMs > shortWindowMs && ownUnderWay + 1 > this.#mostUnderWay;
    if (isFirstHalf) return isCareful ? unknown : atOnce;
    const yieldedMs = Math.min(windowMs / requests / 8, windowMs / 200) * (own / ends.length);
    if (room <= 0) return (ends[-room] ?? unknown) + yieldedMs;
    const [end = unknown] = ends;
    return sentAt + Math.min(end - sentAt, windowMs) / (room + 1) + yieldedMs;
  }
}
