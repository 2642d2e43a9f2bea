import type { Availability } from '../api/answers.ts';
import { Failure } from '../errors.ts';
import type { Output } from '../output/output.ts';
import type { Row } from '../output/row.ts';
import { Countdown } from '../platform/countdown.ts';
import type { Clock } from '../platform/surroundings.ts';
import type { ListedName } from './names.ts';

export interface OutageOptions {
  check(name: ListedName): Promise<Row<Availability>>;
  firstAnswerMs: number;
  clock: Clock;
  signal: AbortSignal;
  output: Pick<Output, 'note' | 'wait'>;
}

const outageThreshold = 3;

/** Before a name that has failed is asked again, while others are asked. */
const firstPauseMs = 5;
const longestPauseMs = 2000;

/** Between the probes of an outage. */
const firstProbeMs = 2000;
const longestProbeMs = 60_000;

/** After this long without an answer, a run that nobody watches had better end. */
const longestOutageMs = 3_600_000;

/** Tells an outage of the service from failures of single names, and waits until it is over. */
export class Outage {
  readonly #options: OutageOptions;
  /** Names that have failed since the last answer. */
  readonly #failed = new Set<ListedName>();
  #answers = 0;
  #isEndOfNames = false;
  /** Was answered once, so it is answered again unless the service is down. */
  #answered: ListedName | undefined;
  /** Before an answer one name at a time is asked: a wrong address costs few requests. */
  #first: Promise<unknown> | undefined;
  /**
   * All names wait for it while the service is down. It tells whether names have failed for their
   * own part, and is rejected with what ends the run.
   */
  #recovery: Promise<boolean> | undefined;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /**
   * Asks again for a name that has failed, until others were answered in between.
   *
   * @throws Failure of an outage that lasts, or when something other than the service answers
   */
  async ask(name: ListedName): Promise<Row<Availability>> {
    const { clock, signal } = this.#options;
    let answersBefore: number | undefined;
    let pause = firstPauseMs;
    for (;;) {
      while (this.#recovery ?? this.#first) await (this.#recovery ?? this.#first);
      const sent = this.#send(name, answersBefore === undefined);
      if (this.#answered === undefined) this.#first = sent.catch(() => {});
      const { row, isSuspicious } = await sent;
      this.#first = undefined;
      if (!isSuspicious) return row;
      if (this.#recovery !== undefined) {
        if (await this.#recovery) answersBefore = -1;
        continue;
      }
      const isOwnFailure =
        answersBefore !== undefined && (this.#isEndOfNames || this.#answers > answersBefore);
      // Where nobody adds a name to a pipe, no other is asked.
      if (isOwnFailure || pause > longestPauseMs) return row;
      answersBefore ??= this.#answers;
      await clock.sleep(pause, signal);
      pause *= 5;
    }
  }

  endOfNames(): void {
    this.#isEndOfNames = true;
  }

  async #send(name: ListedName, isFirstTime: boolean) {
    try {
      const row = await this.#check(name);
      const failure = this.#suspiciousFailure(row);
      if (failure === undefined) {
        this.#answered = name;
        this.#answers += 1;
        this.#failed.clear();
      } else if (isFirstTime) {
        this.#failed.add(name);
        const isOutage = this.#failed.size >= outageThreshold && this.#recovery === undefined;
        if (isOutage) this.#wait(this.#recover(failure));
      }
      return { row, isSuspicious: failure !== undefined };
    } catch (error) {
      this.#wait(Promise.reject(error));
      throw error;
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
  }

  async #recover(failure: Failure): Promise<boolean> {
    if (!isTransient(failure)) throw failure;
    const { clock, signal, output, firstAnswerMs } = this.#options;
    const countdown = new Countdown(clock, (waiting) => output.wait(waiting));
    const what = { reason: `before the next attempt (${failure.message})`, isTold: true };
    const answered = this.#answered;
    const names = [...this.#failed].flatMap((name) => (answered ? [name, answered] : [name]));
    const end = clock.elapsed() + (answered === undefined ? firstAnswerMs : longestOutageMs);
    await output.note(`${failure.message}; waiting until the service answers`);
    for (let pause = firstProbeMs; ; pause = Math.min(pause * 2, longestProbeMs)) {
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
    this.#failed.clear();
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
