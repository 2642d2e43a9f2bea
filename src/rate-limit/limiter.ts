import { EventEmitter, once } from 'node:events';
import type { Rate } from '../core/periods.ts';
import type { Clock } from '../platform/surroundings.ts';
import { Board, type LearnedLimit, type Sharing, type Slot, type View } from './board.ts';
import {
  afterOverload,
  afterRefusal,
  afterStatement,
  requestsInUse,
  type StatedLimit,
} from './limit-in-use.ts';

export interface LimiterOptions {
  rate: Rate;
  clock: Clock;
  random(): number;
  sharing?: Sharing | undefined;
  onLearned?: ((requests: number) => unknown) | undefined;
}

/** A wait is in milliseconds; undefined while it depends on answers. */
type Wait = number | undefined;

/** A run begins with few requests under way that can be refused, and after a refusal with one. */
const firstAtOnce = 3;
const answersForOneMore = 16;

/** Nothing tells this process when another one gets an answer. */
const pollMs = 25;

/** Two processes that found the same slot free come back after different times. */
const longestClashMs = 8;

const longestStopMs = 1000;

/** Of more slots, a part of the window has as many as it needs. */
const mostSlots = 1000;

const shortWindowMs = 2000;

export class Limiter {
  readonly #options: LimiterOptions;
  readonly #board: Board;
  readonly #rate: Rate;
  #underWay = 0;
  #atOnce = firstAtOnce;
  #hasTold = false;
  readonly #ends = new EventEmitter().setMaxListeners(0);

  constructor(options: LimiterOptions) {
    const { rate, clock, sharing } = options;
    this.#options = options;
    const parts = Math.ceil(rate.requests / mostSlots);
    const requests = Math.floor(rate.requests / parts);
    this.#rate = { requests, windowMs: rate.windowMs / parts };
    // At more than a thousand requests a second, the files would be the limit.
    const isFast = rate.requests > rate.windowMs;
    this.#board = new Board(this.#rate.windowMs, clock, isFast ? undefined : sharing);
  }

  get rateInUse(): Rate {
    const { rate } = this.#options;
    const share = requestsInUse(this.#rate, this.#board.look()) / this.#rate.requests;
    return { ...rate, requests: Math.round(rate.requests * share) };
  }

  /**
   * @param isRun for one of many requests, which leaves room for single look-ups
   * @param ahead how many look-ups of this process wait for a slot before this one
   */
  take(isRun: boolean, ahead = 0): Slot | Wait {
    const view = this.#board.look();
    const requests = requestsInUse(this.#rate, view);
    const wait = isRun
      ? this.#waitOfRun(view, requests)
      : this.#waitOfLookUp(view, requests, ahead);
    if (wait !== 0) return wait;
    const slot = this.#board.put();
    if (this.#board.isShared) {
      const { ends, now } = this.#board.look();
      // For a process that was stopped meanwhile, as by Ctrl-Z, others may have forgotten the slot.
      if (ends.length > requests || now - slot.sentAt >= longestStopMs) {
        this.#board.withdraw(slot);
        return 1 + Math.floor(this.#options.random() * longestClashMs);
      }
    }
    this.#underWay += 1;
    return slot;
  }

  answered(slot: Slot): void {
    this.#atOnce += 1 / answersForOneMore;
    this.#board.answered(slot, false);
    this.#end();
  }

  /** @param isOverload the service answers others, and has too much to do */
  refused(slot: Slot, isOverload: boolean): void {
    this.#atOnce = 1;
    this.#board.answered(slot, true);
    this.#end();
    const after = isOverload ? afterOverload : afterRefusal;
    this.#learn(after(this.#rate, this.#board.look(), slot.sentAt));
  }

  withdraw(slot: Slot): void {
    this.#board.withdraw(slot);
    this.#end();
  }

  pause(ms: number): void {
    this.#board.pause(Math.ceil(ms));
  }

  heed(stated: StatedLimit): void {
    const { learned, pauseMs } = afterStatement(this.#rate, this.#board.look(), stated);
    if (pauseMs !== undefined) this.pause(pauseMs);
    this.#learn(learned);
  }

  /** Resolves when a wait that depends on answers may be over, or when `signal` aborts. */
  async change(signal: AbortSignal, mayDependOnOthers: boolean): Promise<void> {
    const isOpen = (end: number) => end === Number.POSITIVE_INFINITY;
    const isOpenElsewhere = () => this.#board.look().ends.filter(isOpen).length > this.#underWay;
    if (mayDependOnOthers && isOpenElsewhere()) return this.#options.clock.sleep(pollMs, signal);
    await once(this.#ends, 'end', { signal }).catch(() => {});
  }

  wake(): void {
    this.#ends.emit('end');
  }

  close(): void {
    this.#board.close();
  }

  #end(): void {
    this.#underWay -= 1;
    this.wake();
  }

  #learn(learned: LearnedLimit | undefined): void {
    if (learned === undefined) return;
    this.#board.learn(learned);
    // Of one request in a window there is nothing less.
    const { requests } = this.rateInUse;
    if (this.#hasTold || requests >= this.#options.rate.requests) return;
    this.#hasTold = true;
    this.#options.onLearned?.(requests);
  }

  #waitOfLookUp(view: View, requests: number, ahead: number): Wait {
    const { now, ends, pausedUntil } = view;
    let excess = ends.length + ahead - requests;
    if (excess < 0) return Math.max(0, pausedUntil - now);
    let laterMs = 0;
    // Those ahead take their slots for a window more.
    for (; excess >= ends.length; excess -= requests) laterMs += this.#rate.windowMs;
    return until((ends[excess] ?? now) + laterMs, view);
  }

  /**
   * A run sends half of its share at once, and spreads the rest over the time until the next slot
   * becomes free, so that from then on slots become free evenly. It leaves some of them to single
   * look-ups; and the more a run has of the window, the later it comes after other runs.
   */
  #waitOfRun(view: View, requests: number): Wait {
    const { now, ends, sentAt } = view;
    const { windowMs } = this.#rate;
    const isLowered = requests < this.#rate.requests;
    const isShort = windowMs <= shortWindowMs;
    // With many slots a minute the next one is free soon enough.
    const reserve = isShort ? 0 : Math.min(requests / 15, windowMs / requests / 200);
    const ceiling = requests - Math.floor(reserve);
    const count = ends.length;
    const isBurst = count < (isLowered ? 1 : isShort ? ceiling : Math.ceil(ceiling / 2));
    const isCareful = isLowered || (isBurst && !isShort);
    if (isCareful && this.#underWay + 1 > this.#atOnce) return undefined;
    if (isBurst) return Math.max(0, view.pausedUntil - now);
    const end = ends[Math.max(0, count - ceiling)] ?? Number.POSITIVE_INFINITY;
    const room = ceiling - count;
    const whole = Number.isFinite(end) ? end - sentAt : windowMs;
    const due = room > 0 ? sentAt + whole / (room + 1) : end;
    const earliest = isLowered ? sentAt + (0.8 * windowMs) / requests : due;
    const yielded = Math.min(windowMs / requests / 8, windowMs / 200) * (view.own / count);
    return until(Math.max(due, earliest) + yielded, view);
  }
}

/** A slot is free only after its end, so a wait is a bit longer than the time until then. */
function until(end: number, { now, pausedUntil }: View): Wait {
  if (!Number.isFinite(end)) return undefined;
  return Math.max(0, pausedUntil - now, Math.floor(end - now) + 1);
}
