import type { Rate } from '../core/periods.ts';
import type { Clock } from '../platform/surroundings.ts';
import type { StatedLimit } from './limit-in-use.ts';
import { SharedWindow, type Sharing } from './shared-window.ts';

/** Nothing tells this process when another one gets an answer. */
const pollMs = 25;

export class Limiter {
  readonly rate: Rate;
  readonly #clock: Clock;
  readonly #window: SharedWindow;
  #onLearned: ((requests: number) => unknown) | undefined;
  readonly #waiting = new Set<() => void>();
  /** Requests of a run that have no slot yet; other processes need not know of them. */
  readonly #run: Slot[] = [];

  /** @param onLearned called once, when the service turns out to allow fewer requests than the rate */
  constructor(
    rate: Rate,
    clock: Clock,
    sharing?: Sharing,
    onLearned?: (requests: number) => unknown,
  ) {
    this.rate = rate;
    this.#onLearned = onLearned;
    this.#clock = clock;
    this.#window = new SharedWindow(rate, clock, sharing);
  }

  /** The rate, or less while the service allows less. */
  get rateInUse(): Rate {
    return { ...this.rate, requests: this.#window.limit };
  }

  /** @param leavesRoom for one of many requests: it takes a slot only where that leaves room to others */
  reserve(leavesRoom = false): Slot {
    return new Slot(this, this.#window, leavesRoom ? this.#run : undefined);
  }

  pause(ms: number): void {
    this.#window.pause(ms);
  }

  /** Heeds what an answer says of the limit. */
  heed(stated: StatedLimit): void {
    this.learned(this.#window.heed(stated));
  }

  learned(isLower: boolean): void {
    // Of one request in a window there is nothing less.
    if (!isLower || this.#window.limit >= this.rate.requests) return;
    this.#onLearned?.(this.#window.limit);
    this.#onLearned = undefined;
  }

  /** Resolves when a slot whose wait is unknown may know it, or when `signal` aborts. */
  async change(signal: AbortSignal, dependsOnOthers: boolean): Promise<void> {
    if (dependsOnOthers && this.#window.unansweredOfOthers.length > 0) {
      return this.#clock.sleep(pollMs, signal);
    }
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
    this.#window.close();
  }
}

export class Slot {
  readonly #limiter: Limiter;
  readonly #window: SharedWindow;
  /** The requests of a run that have no slot yet, this one among them until it has one. */
  readonly #run: Slot[];
  #id: string | undefined;
  readonly firstWait: number | undefined;

  constructor(limiter: Limiter, window: SharedWindow, run: Slot[] | undefined) {
    this.#limiter = limiter;
    this.#window = window;
    this.#run = run ?? [];
    run?.push(this);
    this.firstWait = run === undefined ? this.#reserve() : this.#waitForRoom();
  }

  /** Milliseconds until the request may be sent; undefined while that depends on what happens. */
  wait(): number | undefined {
    if (this.#id !== undefined || this.#isNext) this.#window.refresh();
    if (this.#id === undefined) return this.#waitForRoom();
    return this.#window.isLost(this.#id) ? this.#reserve() : this.#window.wait(this.#id);
  }

  /** Resolves when a wait that is unknown may be known, or when `signal` aborts. */
  change(signal: AbortSignal): Promise<void> {
    return this.#limiter.change(signal, this.#id !== undefined || this.#isNext);
  }

  /** Called only for a request that had to wait. */
  sent(): void {
    if (this.#id !== undefined) this.#window.publish('sent', this.#id);
  }

  /** The answer is there or will never be: the slot becomes free after one more window. */
  answered(): void {
    this.#end('answered');
  }

  /** @param isOverload the service answers others, but failed for having too much to do */
  refused(isOverload: boolean): void {
    if (this.#id !== undefined) this.#limiter.learned(this.#window.refuse(this.#id, isOverload));
    this.#limiter.wake();
  }

  withdraw(): void {
    this.#end('withdrawn');
  }

  get #isNext(): boolean {
    return this.#run[0] === this;
  }

  #waitForRoom(): number | undefined {
    const wait = this.#isNext ? this.#window.waitForRoom() : undefined;
    if (wait !== 0) return wait;
    this.#run.shift();
    this.#limiter.wake();
    return this.#reserve();
  }

  #reserve(): number | undefined {
    const { id, wait } = this.#window.reserve();
    this.#id = id;
    return wait;
  }

  #end(how: 'answered' | 'withdrawn'): void {
    if (this.#id !== undefined) this.#window.publish(how, this.#id);
    else this.#run.splice(this.#run.indexOf(this), 1);
    this.#limiter.wake();
  }
}
