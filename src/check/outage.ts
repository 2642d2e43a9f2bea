import type { Failure } from '../errors.ts';
import type { Output } from '../output/output.ts';
import { Countdown } from '../platform/countdown.ts';
import type { Clock } from '../platform/surroundings.ts';
import type { Concurrency } from './in-order.ts';

export interface OutageOptions<Item, Result> {
  send(item: Item): Promise<Result>;
  failureOf(result: Result): Failure | undefined;
  /** Limits the requests under way once the service has answered. */
  concurrency: number;
  /** Limits the wait for the first answer, in milliseconds. */
  firstAnswerMs: number;
  clock: Clock;
  signal: AbortSignal;
  output: Pick<Output, 'note' | 'wait'>;
}

/** A held request has failed for its own part, is sent again, or is beyond help. */
type Decision = 'failed' | 'retry' | 'final';

interface Held<Item, Result> {
  item: Item;
  failure: Failure;
  settle(outcome: Decision | { result: Result }): void;
  reject(error: unknown): void;
}

/** A name that fails while others are answered gets this many attempts. */
const mostAttempts = 2;

/** This many failures in a row are not chance. */
const outageThreshold = 3;

/** A list that comes slowly is not waited for to show whether the service is up. */
const idleMs = 2000;

const firstPauseMs = 2000;
const longestPauseMs = 60_000;

/** After this long without an answer, a run that nobody watches had better end. */
const longestOutageMs = 3_600_000;

/**
 * Tells an outage of the service from failures of single names, and waits until it is over. A
 * request that fails is held until the next answer, which shows that it has failed for its own part.
 */
export class Outage<Item, Result> {
  /** One request at a time before the first answer: a wrong address costs one and not many. */
  readonly concurrency: Concurrency = { limit: 1 };
  readonly #options: OutageOptions<Item, Result>;
  #answers = 0;
  #underWay = 0;
  #isEndOfNames = false;
  /** The failures since the last answer. */
  #held: Held<Item, Result>[] = [];
  /** Everybody waits for it while the service is down. */
  #recovery: Promise<void> | undefined;
  /** Was answered once, so it is answered again unless the service is down. */
  #answered: Item | undefined;
  #cancelIdle = () => {};
  #fatal: { error: unknown } | undefined;

  constructor(options: OutageOptions<Item, Result>) {
    this.#options = options;
  }

  get hasAnswered(): boolean {
    return this.#answers > 0;
  }

  /** @throws Failure of an outage that lasts, or when something other than the service answers */
  async ask(item: Item): Promise<Result> {
    for (let attempts = 0; ; ) {
      if (this.#recovery !== undefined) await this.#recovery;
      const result = await this.#send(item);
      const failure = this.#suspiciousFailure(result);
      if (failure === undefined) {
        this.#answers += 1;
        this.#answered = item;
        if (this.#recovery === undefined) this.#release('failed');
        return result;
      }
      const outcome = await this.#hold(item, failure);
      if (typeof outcome === 'object') return outcome.result;
      if (outcome === 'failed') attempts += 1;
      if (attempts === mostAttempts || outcome === 'final' || !isTransient(failure)) return result;
    }
  }

  /** @param failure why no name follows, if that is not the end of the list */
  endOfNames(failure?: unknown): void {
    this.#isEndOfNames = true;
    if (failure === undefined) this.#judge();
    else this.#fail(failure);
  }

  async #send(item: Item): Promise<Result> {
    this.#underWay += 1;
    this.#cancelIdle();
    try {
      return await this.#options.send(item);
    } catch (error) {
      this.#fail(error);
      throw error;
    } finally {
      this.#underWay -= 1;
    }
  }

  #hold(item: Item, failure: Failure): Promise<Decision | { result: Result }> {
    return new Promise((settle, reject) => {
      if (this.#fatal !== undefined) return reject(this.#fatal.error);
      this.#held.push({ item, failure, settle, reject });
      this.#limitConcurrency();
      this.#judge();
    });
  }

  #judge(): void {
    if (this.#recovery !== undefined || this.#held.length === 0) return;
    const lasting = this.#held.filter(({ failure }) => !isTransient(failure));
    if (lasting.length >= outageThreshold) this.#fail(lasting[0]?.failure);
    else if (this.#held.length - lasting.length >= outageThreshold) {
      this.#recovery = this.#recover();
    } else if (this.#underWay > 0) return;
    else if (this.#isEndOfNames) this.#release('failed');
    else this.#cancelIdle = this.#options.clock.timer(idleMs, () => this.#release('failed'));
  }

  #release(decision: Decision): void {
    for (const { settle } of this.#held.splice(0)) settle(decision);
    this.#limitConcurrency();
  }

  #fail(error: unknown): void {
    this.#fatal ??= { error };
    for (const { reject } of this.#held.splice(0)) reject(error);
  }

  /** Held requests take no place from others, whose answers are what decides on them. */
  #limitConcurrency(): void {
    const usual = this.hasAnswered ? this.#options.concurrency : 1;
    const limit = usual + Math.min(outageThreshold, this.#held.length);
    if (limit === this.concurrency.limit) return;
    this.concurrency.limit = limit;
    this.concurrency.onChange?.();
  }

  async #recover(): Promise<void> {
    const { output } = this.#options;
    try {
      await output.note(`${this.#held[0]?.failure.message}; waiting until the service answers`);
      const decision = await this.#untilAnswered();
      if (decision !== 'final') await output.note('the service answers again');
      this.#recovery = undefined;
      this.#release(decision);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Asks in turn one of those that are held and one that was answered before. */
  async #untilAnswered(): Promise<Decision> {
    const { clock, signal, output, send } = this.#options;
    const countdown = new Countdown(clock, (waiting) => output.wait(waiting));
    const start = clock.elapsed();
    const before = this.#answers;
    let asksHeld = true;
    for (let pause = firstPauseMs; ; pause *= 2) {
      const [probe, ...others] = this.#held;
      if (probe === undefined) throw this.#fatal?.error;
      this.#held = [...others, probe];
      const left = start + this.#longestOutageMs - clock.elapsed();
      if (left <= 0 && this.#isHopeless) return 'final';
      if (left <= 0) throw probe.failure;
      const what = { reason: `before the next attempt (${probe.failure.message})`, isTold: true };
      await countdown.wait(Math.min(pause, longestPauseMs, left), signal, what);
      if (this.#answers > before) return 'failed';
      const item = asksHeld ? probe.item : (this.#answered ?? probe.item);
      asksHeld = !asksHeld;
      const result = await send(item);
      if (this.#suspiciousFailure(result) !== undefined) continue;
      if (item !== probe.item) return 'failed';
      this.#answers += 1;
      this.#held = this.#held.filter((one) => one !== probe);
      probe.settle({ result });
      return 'retry';
    }
  }

  get #longestOutageMs(): number {
    const isShort = !this.hasAnswered || this.#isHopeless;
    return isShort ? this.#options.firstAnswerMs : longestOutageMs;
  }

  /** The service fails at every name that is left. */
  get #isHopeless(): boolean {
    const isServed = ({ failure }: Held<Item, Result>) => failure.details.status !== undefined;
    return this.#isEndOfNames && this.#underWay === 0 && this.#held.every(isServed);
  }

  #suspiciousFailure(result: Result): Failure | undefined {
    const failure = this.#options.failureOf(result);
    if (failure === undefined || isTransient(failure)) return failure;
    // The service may forbid one name to all, but not many of them, one after the other.
    if (failure.code === 'unauthorized') return failure;
    return !this.hasAnswered && failure.details.isNotTheService ? failure : undefined;
  }
}

/** A transient error says nothing about the name that was asked. */
function isTransient({ code, details }: Failure): boolean {
  return details.retryable === true || (code === 'api_error' && (details.status ?? 0) >= 500);
}
