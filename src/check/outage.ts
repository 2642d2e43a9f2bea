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

/** Others are asked before a name that has failed is asked again. */
const pauseMs = 100;

const firstProbeMs = 2000;
const longestProbeMs = 60_000;

/** After this long without an answer, a run that nobody watches had better end. */
const longestOutageMs = 3_600_000;

/** Tells an outage of the service from failures of single names, and waits until it is over. */
export class Outage {
  readonly #options: OutageOptions;
  /** Names that have failed since the last answer. */
  readonly #failed = new Set<ListedName>();
  /** Was answered once, so it is answered again unless the service is down. */
  #answered: ListedName | undefined;
  /** Before an answer one name at a time is asked: a wrong address costs few requests. */
  #first: Promise<unknown> | undefined;
  /** All names wait for it while the service is down. It is rejected with what ends the run. */
  #recovery: Promise<void> | undefined;
  /** Nothing was ever answered: the names in hand have their rows, and no other is asked. */
  #end: Failure | undefined;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** Asks once more for a name that has failed, when others have shown if the service is down. */
  async ask(name: ListedName): Promise<Row<Availability>> {
    const { clock, signal } = this.#options;
    if (this.#end !== undefined) throw this.#end;
    let row: Row<Availability> | undefined;
    for (let isAgain = false; ; isAgain = true) {
      while (this.#recovery ?? this.#first) await (this.#recovery ?? this.#first);
      if (this.#end !== undefined && row !== undefined) return row;
      const sent = this.#check(name);
      if (this.#answered === undefined && this.#end === undefined) {
        this.#first = sent.catch(() => {});
      }
      row = await sent;
      this.#first = undefined;
      const failure = this.#suspiciousFailure(row);
      if (failure === undefined) {
        this.#answered = name;
        this.#failed.clear();
        return row;
      }
      if (this.#recovery !== undefined) continue;
      if (isAgain || this.#end !== undefined) return row;
      this.#failed.add(name);
      if (this.#failed.size < outageThreshold) await clock.sleep(pauseMs, signal);
      else this.#wait(this.#recover(failure));
    }
  }

  async #check(name: ListedName): Promise<Row<Availability>> {
    try {
      return await this.#options.check(name);
    } catch (error) {
      // Credentials that were good for others are not refused: the name is.
      const isForbidden = error instanceof Failure && error.details.status === 403;
      if (isForbidden && this.#answered) return { asked: { domain: name.text }, failure: error };
      this.#wait(Promise.reject(error));
      throw error;
    }
  }

  #wait(recovery: Promise<void>): void {
    this.#recovery = recovery;
    recovery.catch(() => {});
  }

  async #recover(failure: Failure): Promise<void> {
    if (!isTransient(failure)) throw failure;
    const { clock, signal, output, firstAnswerMs } = this.#options;
    const countdown = new Countdown(clock, (waiting) => output.wait(waiting));
    const what = { reason: `before the next attempt (${failure.message})`, isTold: true };
    const answered = this.#answered;
    // The service may fail at some names whenever they are asked, so every second probe is another.
    const names = [...this.#failed].flatMap((name) => (answered ? [name, answered] : [name]));
    const end = clock.elapsed() + (answered === undefined ? firstAnswerMs : longestOutageMs);
    await output.note(`${failure.message}; waiting until the service answers`);
    for (let pause = firstProbeMs; ; pause = Math.min(pause * 2, longestProbeMs)) {
      const left = end - clock.elapsed();
      const name = names.shift();
      if (left <= 0 || name === undefined) {
        if (answered !== undefined) throw failure;
        this.#end = failure;
        this.#recovery = undefined;
        return;
      }
      names.push(name);
      await countdown.wait(Math.min(pause, left), signal, what);
      if (this.#suspiciousFailure(await this.#check(name)) === undefined) break;
    }
    await output.note('the service answers again');
    this.#failed.clear();
    this.#recovery = undefined;
  }

  #suspiciousFailure(row: Row<Availability>): Failure | undefined {
    if ('value' in row) return undefined;
    const { failure } = row;
    // The service may forbid one name to all, but not many of them, one after the other.
    if (isTransient(failure) || failure.code === 'unauthorized') return failure;
    return this.#answered === undefined && failure.details.isNotTheService ? failure : undefined;
  }
}

function isTransient({ code, details }: Failure): boolean {
  return details.retryable === true || (code === 'api_error' && (details.status ?? 0) >= 500);
}
