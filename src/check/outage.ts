import type { Availability } from '../api/answers.ts';
import type { Failure } from '../errors.ts';
import type { Output } from '../output/output.ts';
import type { Progress } from '../output/progress.ts';
import type { Row } from '../output/row.ts';
import { Countdown } from '../platform/countdown.ts';
import type { System } from '../platform/surroundings.ts';

export interface LongRun {
  system: Pick<System, 'clock'>;
  signal: AbortSignal;
  output: Pick<Output, 'note'> & { progress: Pick<Progress, 'wait' | 'work'> };
}

export type Check = (domain: string) => Promise<Row<Availability>>;

/** If so many names fail before the first answer, as at a wrong address, no more are sent. */
const mostUnanswered = 3;

const firstPauseMs = 2000;
const longestPauseMs = 60_000;

/** A run that nobody watches had better end after so long without an answer. */
const longestOutageMs = 3_600_000;

/** Tells an outage of the service from failures of single names, and waits until it is over. */
export class Outage {
  readonly #run: LongRun;
  readonly #most: number;
  readonly #check: Check;
  readonly #unanswered: Failure[] = [];
  /** Asked again to tell an outage: a name that was answered once would be answered again. */
  #answered: string | undefined;
  /** After a failure all names wait for this; resolves to true if the service was down. */
  #recovery: Promise<boolean> | undefined;

  /** @param check rejects with what ends the run, such as refused credentials */
  constructor(run: LongRun, most: number, check: Check) {
    this.#run = run;
    this.#most = most;
    this.#check = check;
  }

  /** One name at a time until the first answer, so that a wrong address costs few requests. */
  get limit(): number {
    return this.#answered === undefined ? 1 : this.#most;
  }

  /** Asks again after an outage, and once more for a name that has failed while others did not. */
  async ask(domain: string): Promise<Row<Availability>> {
    for (let isAgain = false; ; isAgain = true) {
      await this.#recovery;
      if (this.#answered === undefined) return this.#askFirst(domain);
      const row = await this.#check(domain);
      const failure = outageIn(row);
      if (failure === undefined) return row;
      this.#recovery ??= this.#recover(this.#answered, failure);
      const wasDown = await this.#recovery;
      if (isAgain && !wasDown) return row;
    }
  }

  async #askFirst(domain: string): Promise<Row<Availability>> {
    const last = this.#unanswered[mostUnanswered - 1];
    if (last !== undefined) return { asked: { domain }, failure: last };
    const row = await this.#check(domain);
    const failure = outageIn(row);
    if (failure === undefined) this.#answered = domain;
    else this.#unanswered.push(failure);
    return row;
  }

  /** Asks for a name after each pause. @throws `failure` if the outage does not end */
  async #recover(domain: string, failure: Failure): Promise<boolean> {
    const { system, signal, output } = this.#run;
    const { clock } = system;
    const countdown = new Countdown(clock, (waiting) => output.progress.wait(waiting));
    const what = { reason: `before the next attempt (${failure.message})`, isTold: true };
    const end = clock.elapsed() + longestOutageMs;
    let pauseMs = firstPauseMs;
    while (clock.elapsed() < end) {
      await countdown.wait(pauseMs, signal, what);
      const row = await this.#check(domain);
      const isFirst = pauseMs === firstPauseMs;
      if (outageIn(row) === undefined) {
        this.#recovery = undefined;
        return !isFirst;
      }
      if (isFirst) await output.note(`${failure.message}; waiting until the service answers`);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
    throw failure;
  }
}

function outageIn(row: Row<Availability>): Failure | undefined {
  if ('value' in row) return undefined;
  const { code, details } = row.failure;
  const { retryable, isForeignServer, status = 0 } = details;
  const isOfService = code === 'api_error' && status >= 500;
  return retryable || isOfService || isForeignServer ? row.failure : undefined;
}
