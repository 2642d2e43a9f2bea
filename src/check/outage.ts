import type { Width } from '../bulk/ordered.ts';
import type { Failure } from '../errors.ts';
import { countdown } from '../platform/countdown.ts';
import type { Clock } from '../platform/surroundings.ts';
import { type Suspect, Suspects, type Verdict } from './held-requests.ts';
import { isPassing } from './transient.ts';

export interface LineOptions<Result> {
  failureOf(result: Result): Failure | undefined;
  /** How many names are asked at a time once the service has answered. */
  atOnce: number;
  /** How long to try for the first answer of all, in milliseconds. */
  firstAnswerMs: number;
  clock: Clock;
  signal: AbortSignal;
  tell(text: string): Promise<void>;
  /** Told about once a second while everything waits, and with undefined when it goes on. */
  onWait(text: string | undefined): void;
}

/** How often a name is asked that fails while others are answered. */
const chancesOfEach = 2;

/** So many names without an answer, and none with one, are not chance. */
const enough = 3;

/** Names that come slowly are not waited for to tell whether the line is down. */
const idleMs = 2000;

const firstPauseMs = 2000;
const longestPauseMs = 60_000;

/** Without an answer for so long, a run that nobody watches had better end. */
const longestOutageMs = 3_600_000;

/**
 * What many names show about the line to the service. The first name goes alone, so that wrong
 * credentials or a wrong address cost one request and not many. A name that fails while others are
 * answered has failed; names that all fail wait together until the line is back.
 */
export class Line<Result> implements Width {
  readonly #options: LineOptions<Result>;
  #answers = 0;
  #asking = 0;
  #isLast = false;
  readonly #suspects = new Suspects<Result>();
  #outage: Promise<void> | undefined;
  #grown = () => {};
  #cancelIdle = () => {};

  constructor(options: LineOptions<Result>) {
    this.#options = options;
  }

  /** Names that wait for a verdict keep no other from being asked, which alone can bring one. */
  get atOnce(): number {
    const usual = this.#answers > 0 ? this.#options.atOnce : 1;
    return usual + Math.min(enough, this.#suspects.all.length);
  }

  /** Whether the service has answered anything yet. */
  get isUp(): boolean {
    return this.#answers > 0;
  }

  onGrowth(listener: () => void): void {
    this.#grown = listener;
  }

  /**
   * Asks for one name, again after an outage.
   *
   * @throws Failure when the line stays down, or what answers is not the service
   */
  async ask(ask: () => Promise<Result>): Promise<Result> {
    for (let chances = chancesOfEach; ; ) {
      await this.#outage;
      const result = await this.#counted(ask);
      const failure = this.#options.failureOf(result);
      if (failure === undefined || !this.#isSuspicious(failure)) {
        this.#answered();
        return result;
      }
      // That others were answered while it was tried says nothing of the line now.
      const verdict = await this.#suspected(failure, ask);
      if (typeof verdict === 'object') return verdict.result;
      if (verdict === 'own') chances -= 1;
      if (chances === 0 || verdict === 'final' || !isPassing(failure)) return result;
    }
  }

  /** What fails now fails with nothing after it that could tell why; or the list itself has failed. */
  noMore(failure?: unknown): void {
    this.#isLast = true;
    if (failure === undefined) this.#judge();
    else this.#suspects.fail(failure);
  }

  async #counted(ask: () => Promise<Result>): Promise<Result> {
    this.#asking += 1;
    this.#cancelIdle();
    try {
      return await ask();
    } catch (error) {
      // What ends the run ends it for those that wait, too.
      this.#suspects.fail(error);
      throw error;
    } finally {
      this.#asking -= 1;
    }
  }

  /** The service is there: what has failed meanwhile has failed for reasons of its own. */
  #answered(): void {
    this.#answers += 1;
    if (this.#outage === undefined) this.#suspects.release('own');
    if (this.#answers === 1) this.#grown();
  }

  #suspected(failure: Failure, ask: () => Promise<Result>) {
    return new Promise<Verdict | { result: Result }>((settle, fail) => {
      this.#suspects.add({ failure, ask, settle, fail });
      this.#judge();
      this.#grown();
    });
  }

  #judge(): void {
    const [first] = this.#suspects.all;
    if (first === undefined || this.#outage !== undefined) return;
    const strangers = this.#suspects.all.filter(({ failure }) => !isPassing(failure));
    if (strangers.length >= enough) this.#suspects.fail(strangers[0]?.failure);
    else if (this.#suspects.all.length - strangers.length >= enough) {
      this.#cancelIdle();
      this.#outage = this.#waitOut().finally(() => {
        this.#outage = undefined;
      });
    } else if (this.#asking === 0 && this.#isLast) this.#suspects.release('own');
    else if (this.#asking === 0) {
      this.#cancelIdle();
      this.#cancelIdle = this.#options.clock.timer(idleMs, () => this.#suspects.release('own'));
    }
  }

  /** Pauses that grow, and one name after each, until one is answered. */
  async #waitOut(): Promise<void> {
    const { clock, signal, firstAnswerMs, failureOf, tell, onWait } = this.#options;
    const start = clock.elapsed();
    const end = start + (this.#answers > 0 ? longestOutageMs : firstAnswerMs);
    try {
      await tell(`${this.#suspects.all[0]?.failure.message}; waiting for it to pass`);
      const before = this.#answers;
      for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
        const suspect = this.#suspects.next();
        if (suspect === undefined) break;
        if (clock.elapsed() >= end) throw suspect.failure;
        const { message } = suspect.failure;
        const ms = Math.min(pause, end - clock.elapsed());
        await countdown(ms, clock, signal, (seconds) =>
          onWait(seconds && `${message}; trying again in ${seconds}`),
        );
        // Others were answered meanwhile: the line is not down, and these fail for their own part.
        if (this.#answers > before) {
          await tell('the service answers again');
          return this.#suspects.release('own');
        }
        if (this.#isTail && clock.elapsed() >= start + firstAnswerMs)
          return this.#suspects.release('final');
        const result = await suspect.ask();
        const failure = failureOf(result);
        if (failure === undefined || !this.#isSuspicious(failure)) {
          this.#suspects.remove(suspect);
          suspect.settle({ result });
          this.#answers += 1;
          break;
        }
        suspect.failure = failure;
      }
      await tell('the service answers again');
      this.#suspects.release('again');
      this.#grown();
    } catch (error) {
      this.#suspects.fail(error);
    }
  }

  /** Nothing is left but names that the service itself fails at: no other can show that it is up. */
  get #isTail(): boolean {
    const isServed = ({ failure }: Suspect<Result>) => failure.details.status !== undefined;
    return this.#isLast && this.#asking === 0 && this.#suspects.all.every(isServed);
  }

  #isSuspicious(failure: Failure): boolean {
    // One name may be forbidden to all, but not many of them, one after the other.
    if (isPassing(failure) || failure.code === 'unauthorized') return true;
    return this.#answers === 0 && failure.details.isNotTheService === true;
  }
}
