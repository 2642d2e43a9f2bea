import type { Concurrency } from '../bulk/ordered.ts';
import type { Failure } from '../errors.ts';
import { Countdown } from '../platform/countdown.ts';
import {
  type Decision,
  type Event,
  type HeldRequest,
  isTransient,
  type OutageDetectorOptions,
  type State,
  transitions,
} from './outage-states.ts';

/** A name that fails while others are answered gets this many attempts. */
const retryBudget = 2;

/** This many failures, with no answer between them, are not chance. */
const outageThreshold = 3;

/** A list that comes slowly is not waited for to show whether the service is up. */
const idleMs = 2000;

const firstPauseMs = 2000;
const longestPauseMs = 60_000;

/** After this long without an answer, a run that nobody watches had better end. */
const longestOutageMs = 3_600_000;

/** Tells an outage of the service from failures of single names, and waits until it is over. */
export class OutageDetector<Result> {
  readonly concurrency: Concurrency = { limit: 1 };
  readonly #options: OutageDetectorOptions<Result>;
  #state: State = 'probing';
  #answers = 0;
  #underWay = 0;
  #isEndOfNames = false;
  #held: HeldRequest<Result>[] = [];
  #recovery: Promise<void> | undefined;
  /** Shows whether the service is up when all that is held fails. */
  #askAgain: (() => Promise<Result>) | undefined;
  #cancelIdle = () => {};
  /** Ends the run for every request that is held, now or later. */
  #fatal: { error: unknown } | undefined;

  constructor(options: OutageDetectorOptions<Result>) {
    this.#options = options;
  }

  get hasAnswered(): boolean {
    return this.#answers > 0;
  }

  /** @throws Failure of an outage that lasts, or when something other than the service answers */
  async ask(send: () => Promise<Result>): Promise<Result> {
    for (let budget = retryBudget; ; ) {
      if (this.#state === 'down') await this.#recovery;
      const result = await this.#counted(send);
      const failure = this.#suspiciousFailure(result);
      if (failure === undefined) {
        this.#answers += 1;
        this.#askAgain = send;
        this.#on('answered');
        return result;
      }
      const outcome = await this.#hold(failure, send);
      if (typeof outcome === 'object') return outcome.result;
      if (outcome === 'failed') budget -= 1;
      if (budget === 0 || outcome === 'give-up' || !isTransient(failure)) return result;
    }
  }

  /** @param failure why no name follows, if that is not the end of the list */
  endOfNames(failure?: unknown): void {
    this.#isEndOfNames = true;
    if (failure === undefined) this.#judge();
    else this.#fail(failure);
  }

  #on(event: Event): void {
    const transition = transitions[this.#state][event];
    if (transition === undefined) return;
    this.#state = transition.next;
    if (transition.held === undefined) this.#recovery = this.#recover();
    else for (const request of this.#held.splice(0)) request.settle(transition.held);
    this.#limitConcurrency();
  }

  async #counted(send: () => Promise<Result>): Promise<Result> {
    this.#underWay += 1;
    this.#cancelIdle();
    try {
      return await send();
    } catch (error) {
      this.#fail(error);
      throw error;
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Answers from before the failure prove nothing, so the next ones decide on it. */
  #hold(failure: Failure, send: () => Promise<Result>): Promise<Decision | { result: Result }> {
    return new Promise((settle, reject) => {
      if (this.#fatal !== undefined) return reject(this.#fatal.error);
      this.#held.push({ failure, send, settle, reject });
      this.#limitConcurrency();
      this.#judge();
    });
  }

  #judge(): void {
    if (this.#state === 'down' || this.#held.length === 0) return;
    const lasting = this.#held.filter(({ failure }) => !isTransient(failure));
    if (lasting.length >= outageThreshold) this.#fail(lasting[0]?.failure);
    else if (this.#held.length - lasting.length >= outageThreshold) this.#on('many failed');
    else if (this.#underWay > 0) return;
    else if (this.#isEndOfNames) this.#on('idle');
    else this.#cancelIdle = this.#options.clock.timer(idleMs, () => this.#on('idle'));
  }

  #fail(error: unknown): void {
    this.#fatal ??= { error };
    for (const request of this.#held.splice(0)) request.reject(error);
  }

  /** Held requests take no place from others, whose answers are what decides on them. */
  #limitConcurrency(): void {
    const usual = this.hasAnswered ? this.#options.concurrency : 1;
    this.concurrency.limit = usual + Math.min(outageThreshold, this.#held.length);
    this.concurrency.onChange?.();
  }

  async #recover(): Promise<void> {
    const { clock, signal, firstAnswerMs, output } = this.#options;
    const start = clock.elapsed();
    const end = start + (this.hasAnswered ? longestOutageMs : firstAnswerMs);
    const before = this.#answers;
    const countdown = new Countdown(clock, (waiting) => output.wait(waiting));
    try {
      await output.note(`${this.#held[0]?.failure.message}; waiting until the service answers`);
      let event: Event | undefined;
      let asksHeld = false;
      for (let pause = firstPauseMs; event === undefined; pause *= 2) {
        const probe = this.#held.shift();
        if (probe === undefined) return;
        this.#held.push(probe);
        const left = end - clock.elapsed();
        if (left <= 0) throw probe.failure;
        const what = { reason: `before the next attempt (${probe.failure.message})`, isTold: true };
        await countdown.wait(Math.min(pause, longestPauseMs, left), signal, what);
        if (this.#answers > before) event = 'others answered';
        else if (clock.elapsed() >= start + firstAnswerMs && this.#isHopeless) event = 'hopeless';
        else {
          // In turn, since each of those that are held may fail for its own part.
          asksHeld = !asksHeld || this.#askAgain === undefined;
          if (asksHeld && (await this.#isAnswered(probe))) event = 'probe answered';
          else if (!asksHeld && (await this.#isUp())) event = 'others answered';
        }
      }
      if (event !== 'hopeless') await output.note('the service answers again');
      this.#on(event);
    } catch (error) {
      this.#fail(error);
    }
  }

  async #isAnswered(probe: HeldRequest<Result>): Promise<boolean> {
    const result = await probe.send();
    const failure = this.#suspiciousFailure(result);
    if (failure !== undefined) {
      probe.failure = failure;
      return false;
    }
    this.#held = this.#held.filter((request) => request !== probe);
    probe.settle({ result });
    this.#answers += 1;
    return true;
  }

  /** What was answered once is answered again unless the service is down. */
  async #isUp(): Promise<boolean> {
    const result = await this.#askAgain?.();
    return result !== undefined && this.#suspiciousFailure(result) === undefined;
  }

  get #isHopeless(): boolean {
    const isServed = ({ failure }: HeldRequest<Result>) => failure.details.status !== undefined;
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
