import type { Availability } from '../api/answers.ts';
import { Failure } from '../errors.ts';
import type { Output } from '../output/output.ts';
import type { Row } from '../output/row.ts';
import { Countdown } from '../platform/countdown.ts';
import type { Clock } from '../platform/surroundings.ts';
import type { ListedName } from './names.ts';

export interface OutageOptions {
  check(name: ListedName): Promise<Row<Availability>>;
  /** Limits the wait for the first answer, in milliseconds. */
  firstAnswerMs: number;
  clock: Clock;
  signal: AbortSignal;
  output: Pick<Output, 'note' | 'wait'>;
}

/** A name that fails while others are answered gets this many attempts. */
const mostAttempts = 2;

/** This many failures in a row are not chance. */
const outageThreshold = 3;

const firstPauseMs = 2000;
const longestPauseMs = 60_000;

/** After this long without an answer, a run that nobody watches had better end. */
const longestOutageMs = 3_600_000;

/** Tells an outage of the service from failures of single names, and waits until it is over. */
export class Outage {
  readonly #options: OutageOptions;
  /** Names whose first attempt has failed since the last answer. */
  #failed: ListedName[] = [];
  /** Names without a row, and those of them that wait for what becomes of the others. */
  #open = 0;
  readonly #held: ((isOwnFailure: boolean | Promise<boolean>) => void)[] = [];
  #isEndOfNames = false;
  /** Was answered once, so it is answered again unless the service is down. */
  #answered: ListedName | undefined;
  /** Before an answer one name at a time is asked: a wrong address costs few requests. */
  #first: Promise<void> | undefined;
  /**
   * All names wait for it while the service is down. It tells whether names have failed for their
   * own part, and is rejected with what ends the run.
   */
  #recovery: Promise<boolean> | undefined;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** @throws Failure of an outage that lasts, or when something other than the service answers */
  async ask(name: ListedName): Promise<Row<Availability>> {
    this.#open += 1;
    try {
      for (let attempt = 1; ; ) {
        do await (this.#recovery ?? this.#first);
        while (this.#answered === undefined && this.#first !== undefined);
        const { row, isSuspicious } = await this.#send(name, attempt);
        if (!isSuspicious) return row;
        if (attempt === mostAttempts && this.#recovery === undefined) return row;
        if (await (this.#recovery ?? this.#hold())) attempt += 1;
      }
    } finally {
      this.#open -= 1;
      this.#releaseLast();
    }
  }

  endOfNames(): void {
    this.#isEndOfNames = true;
  }

  async #send(name: ListedName, attempt: number) {
    let done = () => {};
    if (this.#answered === undefined) {
      this.#first = new Promise((resolve) => {
        done = resolve;
      });
    }
    try {
      const row = await this.#check(name);
      const failure = this.#suspiciousFailure(row);
      if (failure === undefined) {
        this.#answered = name;
        this.#failed = [];
        this.#release(true);
      } else if (attempt === 1) {
        this.#failed.push(name);
        const isOutage = this.#failed.length >= outageThreshold && this.#recovery === undefined;
        if (isOutage) this.#wait(this.#recover(failure));
      }
      return { row, isSuspicious: failure !== undefined };
    } catch (error) {
      this.#wait(Promise.reject(error));
      throw error;
    } finally {
      this.#first = undefined;
      done();
    }
  }

  async #check(name: ListedName): Promise<Row<Availability>> {
    try {
      return await this.#options.check(name);
    } catch (error) {
      // Credentials that were good for others are not refused: the name is.
      const isForbidden = error instanceof Failure && error.details.status === 403;
      if (!isForbidden || this.#answered === undefined) throw error;
      return { asked: { domain: name.text }, failure: error };
    }
  }

  #wait(recovery: Promise<boolean>): void {
    this.#recovery = recovery;
    recovery.catch(() => {});
    this.#release(recovery);
  }

  /** Until another name is answered, or the service is found to be down. */
  #hold(): Promise<boolean> {
    return new Promise((release) => {
      this.#held.push(release);
      this.#releaseLast();
    });
  }

  /** Where no other name is asked, nothing is to be learned from others. */
  #releaseLast(): void {
    const { clock, signal } = this.#options;
    if (this.#held.length === 0 || this.#open > this.#held.length) return;
    const release = () => {
      if (this.#open === this.#held.length) this.#release(true);
    };
    clock.sleep(firstPauseMs, signal).then(release, release);
  }

  #release(isOwnFailure: boolean | Promise<boolean>): void {
    for (const release of this.#held.splice(0)) release(isOwnFailure);
  }

  /** Asks in turn one of those that have failed and one that was answered before. */
  async #recover(failure: Failure): Promise<boolean> {
    if (!isTransient(failure)) throw failure;
    const { clock, signal, output, firstAnswerMs } = this.#options;
    const countdown = new Countdown(clock, (waiting) => output.wait(waiting));
    const what = { reason: `before the next attempt (${failure.message})`, isTold: true };
    const answered = this.#answered;
    const names = this.#failed.flatMap((name) => (answered ? [name, answered] : [name]));
    const end = clock.elapsed() + (answered === undefined ? firstAnswerMs : longestOutageMs);
    await output.note(`${failure.message}; waiting until the service answers`);
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      const left = end - clock.elapsed();
      const name = names.shift();
      // The service may be there, and fail at every name that is left.
      const isHopeless = this.#isEndOfNames && failure.details.status !== undefined;
      if (left <= 0 && isHopeless) return this.#goOn(true);
      if (left <= 0 || name === undefined) throw failure;
      names.push(name);
      await countdown.wait(Math.min(pause, left), signal, what);
      if (this.#suspiciousFailure(await this.#check(name)) !== undefined) continue;
      await output.note('the service answers again');
      return this.#goOn(name === answered);
    }
  }

  #goOn(isOwnFailure: boolean): boolean {
    this.#failed = [];
    this.#recovery = undefined;
    return isOwnFailure;
  }

  #suspiciousFailure(row: Row<Availability>): Failure | undefined {
    if ('value' in row) return undefined;
    const { failure } = row;
    // The service may forbid one name to all, but not many of them, one after the other.
    if (isTransient(failure) || failure.code === 'unauthorized') return failure;
    return this.#answered === undefined && failure.details.isNotTheService ? failure : undefined;
  }
}

/** A transient error says nothing about the name that was asked. */
function isTransient({ code, details }: Failure): boolean {
  return details.retryable === true || (code === 'api_error' && (details.status ?? 0) >= 500);
}
