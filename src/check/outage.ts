import type { Availability } from '../api/answers.ts';
import type { Failure } from '../errors.ts';
import type { Output } from '../output/output.ts';
import type { FailedRow, Row } from '../output/row.ts';
import { Countdown } from '../platform/countdown.ts';
import type { Clock } from '../platform/surroundings.ts';
import type { ListedName } from './tidying.ts';

interface OutageOptions {
  /** Rejects with what ends the run, such as refused credentials. */
  check(name: ListedName): Promise<Row<Availability>>;
  /** Most names that are asked at the same time. */
  limit: number;
  /** Longest wait for the very first answer, in milliseconds. */
  firstAnswerMs: number;
  clock: Clock;
  signal: AbortSignal;
  output: Pick<Output, 'note' | 'wait'>;
}

/** Answers that are not of the service, as from a wrong address, before no more names are sent. */
const mostStrangeAnswers = 3;

const firstPauseMs = 2000;
const longestPauseMs = 60_000;

/** After this long without an answer, a run that nobody watches had better end. */
const longestOutageMs = 3_600_000;

/** Tells an outage of the service from failures of single names, and waits until it is over. */
export class Outage {
  readonly #options: OutageOptions;
  readonly #firstAnswerEnd: number;
  /** A name that was answered once is answered again, unless the service is down. */
  #answered: ListedName | undefined;
  #strangeAnswers = 0;
  /** All names wait for it after a failure. What it rejects with ends the run. */
  #recovery: Promise<boolean> | undefined;
  /** Failure of all further names, when nothing was ever answered. */
  #end: Failure | undefined;

  constructor(options: OutageOptions) {
    this.#options = options;
    this.#firstAnswerEnd = options.clock.elapsed() + options.firstAnswerMs;
  }

  /** One name until the first answer, so that a wrong address costs few requests. */
  get limit(): number {
    return this.#answered === undefined ? 1 : this.#options.limit;
  }

  /** Asks again after an outage, and once more for a name that has failed while others did not. */
  async ask(name: ListedName): Promise<Row<Availability>> {
    for (let isAgain = false; ; isAgain = true) {
      while (this.#recovery !== undefined) await this.#recovery;
      if (this.#end !== undefined) return { asked: { domain: name.text }, failure: this.#end };
      const row = await this.#check(name);
      const failure = transientFailure(row);
      if (failure === undefined) return row;
      this.#recovery ??= this.#recover(name, failure);
      const wasDown = await this.#recovery;
      if (!wasDown && (isAgain || this.#answered === undefined)) return row;
    }
  }

  async #check(name: ListedName): Promise<Row<Availability>> {
    try {
      const row = await this.#options.check(name);
      if (this.#answered === undefined && isStrange(row)) this.#countStrange(row);
      else if (transientFailure(row) === undefined) this.#answered = name;
      return row;
    } catch (error) {
      this.#recovery = Promise.reject(error);
      // Node ends the process for a rejection that no name waits for.
      this.#recovery.catch(() => {});
      throw error;
    }
  }

  #countStrange({ failure }: FailedRow): void {
    this.#strangeAnswers += 1;
    if (this.#strangeAnswers === mostStrangeAnswers) this.#end = failure;
  }

  /** @returns if the service was down, and is there again */
  async #recover(name: ListedName, failure: Failure): Promise<boolean> {
    const wasDown = await this.#probe(name, failure);
    this.#recovery = undefined;
    return wasDown;
  }

  /** Asks after each pause. @throws `failure` if an outage does not end */
  async #probe(name: ListedName, failure: Failure): Promise<boolean> {
    const { clock, signal, output } = this.#options;
    const countdown = new Countdown(clock, (waiting) => output.wait(waiting));
    const what = { reason: `before the next attempt (${failure.message})`, isTold: true };
    const hourLater = clock.elapsed() + longestOutageMs;
    const end = this.#answered === undefined ? this.#firstAnswerEnd : hourLater;
    let wasDown = false;
    let pauseMs = firstPauseMs;
    while (clock.elapsed() < end) {
      await countdown.wait(Math.min(pauseMs, end - clock.elapsed()), signal, what);
      const row = await this.#check(this.#answered ?? name);
      if (transientFailure(row) === undefined) return wasDown;
      if (!wasDown) await output.note(`${failure.message}; waiting until the service answers`);
      wasDown = true;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
    if (this.#answered !== undefined) throw failure;
    // A first name may fail for itself. The next one is not waited for.
    if (!wasDown) this.#end = failure;
    return false;
  }
}

function isStrange(row: Row<Availability>): row is FailedRow {
  return 'failure' in row && row.failure.details.isNotTheService === true;
}

function transientFailure(row: Row<Availability>): Failure | undefined {
  if ('value' in row) return undefined;
  const { failure } = row;
  const { retryable, status = 0 } = failure.details;
  const isOfService = failure.code === 'api_error' && status >= 500;
  return retryable === true || isOfService ? failure : undefined;
}
