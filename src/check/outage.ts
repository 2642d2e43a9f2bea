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

interface Held<Item> {
  item: Item;
  failure: Failure;
  settle(isOwnFailure: boolean | Promise<never>): void;
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
  #underWay = 0;
  #isEndOfNames = false;
  /** The failures since the last answer. */
  #held: Held<Item>[] = [];
  /** Was answered once, so it is answered again unless the service is down. */
  #answered: Item | undefined;
  /** Everybody waits for it while the service is down. */
  #recovery: Promise<void> | undefined;
  /** Rejected with what has ended the run. */
  #end: Promise<never> | undefined;
  #cancelIdle = () => {};

  constructor(options: OutageOptions<Item, Result>) {
    this.#options = options;
  }

  get hasAnswered(): boolean {
    return this.#answered !== undefined;
  }

  /** @throws Failure of an outage that lasts, or when something other than the service answers */
  async ask(item: Item): Promise<Result> {
    for (let attempts = 0; ; ) {
      if (this.#recovery !== undefined) await this.#recovery;
      if (this.#end !== undefined) await this.#end;
      const result = await this.#send(item);
      const failure = this.#suspiciousFailure(result);
      if (failure === undefined) {
        this.#answered = item;
        if (this.#recovery === undefined) this.#release(true);
        return result;
      }
      if (await this.#isOwnFailure(item, failure)) attempts += 1;
      if (attempts === mostAttempts || !isTransient(failure)) return result;
    }
  }

  endOfNames(): void {
    this.#isEndOfNames = true;
    this.#judge();
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

  /** Holds the request until that is known. */
  #isOwnFailure(item: Item, failure: Failure): Promise<boolean> {
    return new Promise((settle) => {
      this.#held.push({ item, failure, settle });
      this.#limitConcurrency();
      this.#judge();
    });
  }

  #judge(): void {
    if (this.#end !== undefined) this.#release(this.#end);
    if (this.#recovery !== undefined || this.#held.length === 0) return;
    if (this.#held.length >= outageThreshold) {
      if (this.#held.some(({ failure }) => isTransient(failure))) {
        this.#recovery = this.#recover().catch((error) => this.#fail(error));
      } else this.#fail(this.#held[0]?.failure);
    } else if (this.#underWay > 0) return;
    else if (this.#isEndOfNames) this.#release(true);
    else this.#cancelIdle = this.#options.clock.timer(idleMs, () => this.#release(true));
  }

  #release(isOwnFailure: boolean | Promise<never>): void {
    for (const { settle } of this.#held.splice(0)) settle(isOwnFailure);
    this.#limitConcurrency();
  }

  #fail(error: unknown): void {
    this.#end ??= Promise.reject(error);
    this.#end.catch(() => {});
    this.#release(this.#end);
  }

  /** Held requests take no place from others, whose answers are what decides on them. */
  #limitConcurrency(): void {
    const usual = this.hasAnswered ? this.#options.concurrency : 1;
    const limit = usual + Math.min(outageThreshold, this.#held.length);
    if (limit === this.concurrency.limit) return;
    this.concurrency.limit = limit;
    this.concurrency.onChange?.();
  }

  /** Asks in turn one of those that are held and one that was answered before. */
  async #recover(): Promise<void> {
    const { clock, signal, output, send, firstAnswerMs } = this.#options;
    const countdown = new Countdown(clock, (waiting) => output.wait(waiting));
    const start = clock.elapsed();
    let isOwnFailure = true;
    await output.note(`${this.#held[0]?.failure.message}; waiting until the service answers`);
    for (let probes = 0; ; probes += 1) {
      const [held, ...others] = this.#held;
      if (held === undefined) return;
      this.#held = [...others, held];
      const { failure } = held;
      // The service fails at every name that is left.
      const isHopeless = this.#isEndOfNames && failure.details.status !== undefined;
      const longest = this.hasAnswered && !isHopeless ? longestOutageMs : firstAnswerMs;
      const left = start + longest - clock.elapsed();
      if (left <= 0 && !isHopeless) throw failure;
      if (left <= 0) break;
      const what = { reason: `before the next attempt (${failure.message})`, isTold: true };
      const pause = Math.min(firstPauseMs * 2 ** probes, longestPauseMs, left);
      await countdown.wait(pause, signal, what);
      const item = probes % 2 === 0 ? held.item : (this.#answered ?? held.item);
      if (this.#suspiciousFailure(await send(item)) !== undefined) continue;
      await output.note('the service answers again');
      isOwnFailure = item !== held.item;
      break;
    }
    this.#recovery = undefined;
    this.#release(isOwnFailure);
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
