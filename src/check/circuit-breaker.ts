import type { AvailabilityResult } from '../api/responses.ts';
import type { Failure } from '../errors.ts';
import type { OutputWriter } from '../output/output.ts';
import type { ProgressReporter } from '../output/progress.ts';
import type { ResultRow } from '../output/row.ts';
import { createCountdown } from '../system/countdown.ts';
import type { System } from '../system/system.ts';

export interface BulkCheckContext {
  system: Pick<System, 'clock'>;
  signal: AbortSignal;
  output: Pick<OutputWriter, 'note'> & {
    progress: Pick<ProgressReporter, 'setWait' | 'setStatus'>;
  };
}

export type AvailabilityCheck = (domain: string) => Promise<ResultRow<AvailabilityResult>>;

/**
 * Stop sending requests if this many fail before any succeeds, for example because the base URL is
 * wrong.
 */
const maxInitialFailures = 3;

const initialBackoffMs = 2000;
const maxBackoffMs = 60_000;

/** Give up after an outage of one hour, so that an unattended run does not wait forever. */
const maxOutageMs = 3_600_000;

/**
 * Circuit breaker that distinguishes an API outage from errors that concern a single name. During
 * an outage, it pauses all checks until the API responds again.
 */
export class CircuitBreaker {
  readonly #context;
  readonly #maxConcurrency;
  readonly #check;
  readonly #initialFailures: Failure[] = [];
  /**
   * A name that was checked successfully before. During an outage, it is checked again to find out
   * whether the API is available.
   */
  #probeDomain: string | undefined;
  /**
   * Pending while the API seems to be down; all checks await it. Resolves to true if there was an
   * outage, and to false if only a single check had failed.
   */
  #recovery: Promise<boolean> | undefined;

  /**
   * @param check checks one name, and rejects only if the whole run must end, for example because
   * the API key is invalid
   */
  constructor(context: BulkCheckContext, maxConcurrency: number, check: AvailabilityCheck) {
    this.#context = context;
    this.#maxConcurrency = maxConcurrency;
    this.#check = check;
  }

  /**
   * The maximum number of concurrent checks. It is 1 until the first check succeeds, so that a
   * wrong base URL causes few requests.
   */
  get limit() {
    return this.#probeDomain ? this.#maxConcurrency : 1;
  }

  /**
   * Checks a name. If the failure suggests an outage, as HTTP 500 does, the check is retried when
   * the API responds again. If the API was available all along, the check is retried only once.
   */
  async execute(domain: string) {
    for (let isRetry = false; ; isRetry = true) {
      await this.#recovery;
      if (!this.#probeDomain) return this.#executeInitial(domain);
      const row = await this.#check(domain);
      const failure = getOutageFailure(row);
      if (!failure) return row;
      this.#recovery ??= this.#recover(this.#probeDomain, failure);
      const wasDown = await this.#recovery;
      if (isRetry && !wasDown) return row;
    }
  }

  async #executeInitial(domain: string) {
    const lastFailure = this.#initialFailures[maxInitialFailures - 1];
    if (lastFailure) return { input: { domain }, failure: lastFailure };
    const row = await this.#check(domain);
    const failure = getOutageFailure(row);
    if (failure) this.#initialFailures.push(failure);
    else this.#probeDomain = domain;
    return row;
  }

  /**
   * Checks `domain` repeatedly, with exponential backoff, until the API responds again.
   * @returns false if the first attempt succeeds, which means that there was no outage
   * @throws `failure` if the outage lasts longer than an hour
   */
  async #recover(domain: string, failure: Failure) {
    const {
      system: { clock },
      signal,
      output,
    } = this.#context;
    const countdown = createCountdown(clock, (status) => output.progress.setWait(status));
    const reason = `before the next attempt (${failure.message})`;
    const deadline = clock.elapsed() + maxOutageMs;
    let backoffMs = initialBackoffMs;
    while (clock.elapsed() < deadline) {
      await countdown.wait(backoffMs, signal, { reason, isAnnounced: true });
      const row = await this.#check(domain);
      const isFirstProbe = backoffMs === initialBackoffMs;
      if (!getOutageFailure(row)) {
        this.#recovery = undefined;
        return !isFirstProbe;
      }
      if (isFirstProbe) await output.note(`${failure.message}; waiting until the service answers`);
      backoffMs = Math.min(2 * backoffMs, maxBackoffMs);
    }
    throw failure;
  }
}

function getOutageFailure(row: ResultRow<AvailabilityResult>) {
  if ('value' in row) return undefined;
  const { code, details } = row.failure;
  const { retryable, isForeignServer, status = 0 } = details;
  const isServerError = code === 'api_error' && status >= 500;
  return retryable || isServerError || isForeignServer ? row.failure : undefined;
}
