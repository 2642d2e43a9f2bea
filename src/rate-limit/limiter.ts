import type { Rate } from '../core/periods.ts';
import type { Clock } from '../platform/surroundings.ts';
import { Board, type Sharing, type Slot } from './board.ts';
import {
  afterOverload,
  afterRefusal,
  afterStatement,
  type LearnedLimit,
  type LimitState,
  requestsInUse,
  type StatedLimit,
} from './limit-in-use.ts';
import { type Wait, waitOfLookUp, waitOfRun } from './room.ts';
import { type View, viewOf } from './view.ts';

export interface LimiterOptions {
  /** As many requests as the setting allows. */
  rate: Rate;
  clock: Clock;
  random(): number;
  /** Undefined for a credential that no other process uses. */
  sharing?: Sharing | undefined;
  /** Called once, when the service turns out to allow fewer requests than the rate. */
  onLearned?: ((requests: number) => unknown) | undefined;
}

/** Nothing tells this process when another one gets an answer. */
const pollMs = 25;

/** Two processes that found the same slot free come back after different times. */
const longestClashMs = 8;

const longestStopMs = 1000;

/** Of more slots, a part of the window has as many as it needs. */
const mostSlots = 1000;

/** Hands out the slots of a limit. Times are in milliseconds. */
export class Limiter {
  readonly #options: LimiterOptions;
  readonly #board: Board;
  /** Parts of the window of the setting, of which each has its share of the requests. */
  readonly #parts: number;
  readonly #windowMs: number;
  /** What was read last. */
  #view: View;
  #underWay = 0;
  /** Counts the answers since a refusal. */
  #answered = 0;
  #hasTold = false;
  readonly #waiting = new Set<() => void>();

  constructor(options: LimiterOptions) {
    const { rate, clock, sharing } = options;
    this.#options = options;
    this.#parts = Math.ceil(rate.requests / mostSlots);
    this.#windowMs = rate.windowMs / this.#parts;
    // At more than a thousand requests a second, the files would be the limit.
    const isFast = rate.requests > rate.windowMs;
    const slots = { requests: Math.ceil(rate.requests / this.#parts), windowMs: this.#windowMs };
    this.#board = new Board(slots, clock, isFast ? undefined : sharing);
    this.#view = viewOf(undefined, [], clock.elapsed(), this.#windowMs);
  }

  /** The rate, or less while the service allows less. */
  get rateInUse(): Rate {
    return { ...this.#options.rate, requests: requestsInUse(this.#state) };
  }

  /**
   * Takes a slot, or says how long to wait before the next try.
   *
   * @param isRun for one of many requests, which leaves room for single look-ups
   * @param ahead how many look-ups of this process wait for a slot before this one
   */
  take(isRun: boolean, ahead = 0): Slot | Wait {
    this.#view = this.#board.look();
    const inUse = requestsInUse(this.#state);
    const isLowered = inUse < this.#options.rate.requests;
    const requests = Math.max(1, Math.floor(inUse / this.#parts));
    const limit = { requests, windowMs: this.#windowMs };
    const own = { underWay: this.#underWay, answered: this.#answered };
    const wait = isRun
      ? waitOfRun(this.#view, limit, isLowered, own)
      : waitOfLookUp(this.#view, limit, ahead);
    if (wait !== 0) return wait;
    const slot = this.#board.put();
    if (this.#board.isShared && !this.#isFree(slot, requests)) {
      this.#board.withdraw(slot);
      return 1 + Math.floor(this.#options.random() * longestClashMs);
    }
    this.#underWay += 1;
    return slot;
  }

  /** The answer has arrived or never will: the slot becomes free one window from now. */
  answered(slot: Slot): void {
    this.#answered += 1;
    this.#end(() => this.#board.answered(slot, false));
  }

  /** @param isOverload the service answers others, but failed for having too much to do */
  refused(slot: Slot, isOverload: boolean): void {
    this.#answered = 0;
    this.#end(() => this.#board.answered(slot, true));
    this.#view = this.#board.look();
    const { refused } = this.#view;
    const accepted = this.#view.accepted * this.#parts;
    const learned = isOverload
      ? afterOverload(this.#state, slot.sentAt)
      : afterRefusal(this.#state, slot.sentAt, { accepted, refused });
    this.#learn(learned);
  }

  /** The request was not sent. */
  withdraw(slot: Slot): void {
    this.#end(() => this.#board.withdraw(slot));
  }

  pause(ms: number): void {
    this.#board.pause(this.#options.clock.elapsed(), Math.ceil(ms));
  }

  /** Heeds what an answer says of the limit. */
  heed(stated: StatedLimit): void {
    this.#view = this.#board.look();
    const accepted = this.#view.accepted * this.#parts;
    const { learned, pauseMs } = afterStatement(this.#state, stated, accepted);
    if (pauseMs !== undefined) this.pause(pauseMs);
    this.#learn(learned);
  }

  /** Resolves when a wait that depends on answers may be over, or when `signal` aborts. */
  async change(signal: AbortSignal, mayDependOnOthers: boolean): Promise<void> {
    if (mayDependOnOthers && this.#view.isOpenElsewhere)
      return this.#options.clock.sleep(pollMs, signal);
    await new Promise<void>((resolve) => {
      const goOn = () => {
        signal.removeEventListener('abort', goOn);
        resolve();
      };
      this.#waiting.add(goOn);
      signal.addEventListener('abort', goOn);
    });
  }

  wake(): void {
    for (const goOn of this.#waiting) goOn();
    this.#waiting.clear();
  }

  close(): void {
    this.#board.close();
  }

  /** For a process that was stopped meanwhile, as by Ctrl-Z, others may have forgotten the slot. */
  #isFree({ sentAt }: Slot, limit: number): boolean {
    const { ends, now } = this.#board.look();
    return ends.length <= limit && now - sentAt < longestStopMs;
  }

  get #state(): LimitState {
    const { now, learned } = this.#view;
    return { setting: this.#options.rate, learned, now };
  }

  #end(end: () => void): void {
    this.#underWay -= 1;
    end();
    this.wake();
  }

  #learn(learned: LearnedLimit | undefined): void {
    if (learned === undefined) return;
    this.#board.learn(learned);
    this.#view.learned = learned;
    // Of one request in a window there is nothing less.
    const { requests } = this.rateInUse;
    if (this.#hasTold || requests >= this.#options.rate.requests) return;
    this.#hasTold = true;
    this.#options.onLearned?.(requests);
  }
}
