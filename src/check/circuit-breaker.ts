import type { Availability } from '../api/responses.ts';
import type { Failure } from '../errors.ts';
import type { Output } from '../output/output.ts';
import type { Progress } from '../output/progress.ts';
import type { Row } from '../output/row.ts';
import { Countdown } from '../system/countdown.ts';
import type { System } from '../system/system.ts';

export interface BulkContext {
  system: Pick<System, 'clock'>;
  signal: AbortSignal;
  output: Pick<Output, 'note'> & { progress: Pick<Progress, 'setWait' | 'setStatus'> };
}

export type CheckFunction = (domain: string) => Promise<Row<Availability>>;

/** If so many names fail before the first answer, as at a wrong address, no more are sent. */
const maxInitialFailures = 3;

const initialBackoffMs = 2000;
const maxBackoffMs = 60_000;

/** A run that nobody watches had better end after so long without an answer. */
const maxOutageMs = 3_600_000;

/** Tells an outage of the service from failures of single names, and waits until it is over. */
export class CircuitBreaker {
  readonly #context: BulkContext;
  readonly #maxConcurrency: number;
  readonly #check: CheckFunction;
  readonly #initialFailures: Failure[] = [];
  /** Asked again to tell an outage: a name that was answered once would be answered again. */
  #probeDomain: string | undefined;
  /** After a failure all names wait for this; resolves to true if the service was down. */
  #recovery: Promise<boolean> | undefined;

  /** @param check rejects with what ends the run, such as refused credentials */
  constructor(context: BulkContext, maxConcurrency: number, check: CheckFunction) {
    this.#context = context;
    this.#maxConcurrency = maxConcurrency;
    this.#check = check;
  }

  /** One name at a time until the first answer, so that a wrong address costs few requests. */
  get limit(): number {
    return this.#probeDomain === undefined ? 1 : this.#maxConcurrency;
  }

  /** Asks again after an outage, and once more for a name that has failed while others did not. */
  async execute(domain: string): Promise<Row<Availability>> {
    for (let isRetry = false; ; isRetry = true) {
      await this.#recovery;
      if (this.#probeDomain === undefined) return this.#executeInitial(domain);
      const row = await this.#check(domain);
      const failure = getOutageFailure(row);
      if (failure === undefined) return row;
      this.#recovery ??= this.#recover(this.#probeDomain, failure);
      const wasDown = await this.#recovery;
      if (isRetry && !wasDown) return row;
    }
  }

  async #executeInitial(domain: string): Promise<Row<Availability>> {
    const lastFailure = this.#initialFailures[maxInitialFailures - 1];
    if (lastFailure !== undefined) return { input: { domain }, failure: lastFailure };
    const row = await this.#check(domain);
    const failure = getOutageFailure(row);
    if (failure === undefined) this.#probeDomain = domain;
    else this.#initialFailures.push(failure);
    return row;
  }

  /** Asks for a name after each pause. @throws `failure` if the outage does not end */
  async #recover(domain: string, failure: Failure): Promise<boolean> {
    const { system, signal, output } = this.#context;
    const { clock } = system;
    const countdown = new Countdown(clock, (status) => output.progress.setWait(status));
    const waitStatus = { reason: `before the next attempt (${failure.message})`, isTold: true };
    const deadline = clock.elapsed() + maxOutageMs;
    let backoffMs = initialBackoffMs;
    while (clock.elapsed() < deadline) {
      await countdown.wait(backoffMs, signal, waitStatus);
      const row = await this.#check(domain);
      const isFirstProbe = backoffMs === initialBackoffMs;
      if (getOutageFailure(row) === undefined) {
        this.#recovery = undefined;
        return !isFirstProbe;
      }
      if (isFirstProbe) await output.note(`${failure.message}; waiting until the service answers`);
      backoffMs = Math.min(2 * backoffMs, maxBackoffMs);
    }
    throw failure;
  }
}

function getOutageFailure(row: Row<Availability>): Failure | undefined {
  if ('value' in row) return undefined;
  const { code, details } = row.failure;
  const { retryable, isForeignServer, status = 0 } = details;
  const isServerError = code === 'api_error' && status >= 500;
  return retryable || isServerError || isForeignServer ? row.failure : undefined;
}
