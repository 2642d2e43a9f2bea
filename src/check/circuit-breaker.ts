import type { CliError } from '../errors.ts';
import type { OutputWriter } from '../output/output.ts';
import type { ProgressReporter } from '../output/progress.ts';
import type { ResultRow } from '../output/row.ts';
import { createCountdown } from '../system/countdown.ts';
import type { System } from '../system/system.ts';
import type { TimestampedAvailability } from './fields.ts';

export interface BulkCheckContext {
  system: Pick<System, 'clock'>;
  signal: AbortSignal;
  output: Pick<OutputWriter, 'note'> & {
    progress: Pick<ProgressReporter, 'setWait' | 'setStatus'>;
  };
}

export type AvailabilityCheck = (domain: string) => Promise<ResultRow<TimestampedAvailability>>;

/** Stop if this many checks fail before the first success, since the base URL may be wrong. */
const maxInitialFailures = 3;

const initialBackoffMs = 2000;
const maxBackoffMs = 60_000;

/** Give up after an outage of one hour, so that an unattended run does not wait forever. */
const maxOutageMs = 3_600_000;

export class CircuitBreaker {
  readonly #context;
  readonly #maxConcurrency;
  readonly #check;
  readonly #initialFailures: CliError[] = [];
  /** The first name whose check succeeded; it is checked again to detect the end of an outage. */
  #probeDomain: string | undefined;
  /** Set while the API is probed after an error. Resolves to true if there was an outage. */
  #recovery: Promise<boolean> | undefined;

  constructor(context: BulkCheckContext, maxConcurrency: number, check: AvailabilityCheck) {
    this.#context = context;
    this.#maxConcurrency = maxConcurrency;
    this.#check = check;
  }

  /** Limits checks to one at a time until one succeeds, since the base URL may be wrong. */
  get limit() {
    return this.#probeDomain ? this.#maxConcurrency : 1;
  }

  /**
   * Checks a domain. If the check fails because of an outage, waits for the outage to end and
   * retries. If a probe shows that the API is up, retries only after the first attempt.
   */
  async execute(domain: string) {
    for (let isRetry = false; ; isRetry = true) {
      await this.#recovery;
      if (!this.#probeDomain) return this.#executeInitial(domain);
      const row = await this.#check(domain);
      const error = getOutageError(row);
      if (!error) return row;
      this.#recovery ??= this.#recover(this.#probeDomain, error);
      const wasDown = await this.#recovery;
      if (isRetry && !wasDown) return row;
    }
  }

  async #executeInitial(domain: string) {
    const lastError = this.#initialFailures[maxInitialFailures - 1];
    if (lastError) return { input: { domain }, error: lastError };
    const row = await this.#check(domain);
    const error = getOutageError(row);
    if (error) this.#initialFailures.push(error);
    else this.#probeDomain = domain;
    return row;
  }

  /**
   * @returns false if the first probe of the API succeeds, so there was no outage
   * @throws `error` if the outage lasts longer than `maxOutageMs`
   */
  async #recover(domain: string, error: CliError) {
    const {
      system: { clock },
      signal,
      output,
    } = this.#context;
    const countdown = createCountdown(clock, (status) => output.progress.setWait(status));
    const reason = `before the next attempt (${error.message})`;
    const deadline = clock.elapsed() + maxOutageMs;
    let backoffMs = initialBackoffMs;
    while (clock.elapsed() < deadline) {
      await countdown.wait(backoffMs, signal, { reason });
      const row = await this.#check(domain);
      const isFirstProbe = backoffMs === initialBackoffMs;
      if (!getOutageError(row)) {
        this.#recovery = undefined;
        return !isFirstProbe;
      }
      if (isFirstProbe) await output.note(`${error.message}; waiting until the service answers`);
      backoffMs = Math.min(2 * backoffMs, maxBackoffMs);
    }
    throw error;
  }
}

function getOutageError(row: ResultRow<TimestampedAvailability>) {
  if ('value' in row) return undefined;
  const { code, details } = row.error;
  const { retryable, kind, status = 0 } = details;
  const isServerError = code === 'api_error' && status >= 500;
  return retryable || isServerError || kind === 'foreign-server' ? row.error : undefined;
}
