import { formatDuration } from '../core/text.ts';
import type { CliError } from '../errors.ts';
import type { Clock } from '../system/system.ts';
import { isOutageStatus } from './http-error.ts';
import type { ApiRequest } from './transport.ts';

export interface RetryOptions {
  maxWaitMs: number;
  clock: Clock;
  random: () => number;
}

/** Maximum attempts for a request that fails with HTTP 408 or 500, a timeout or a network error. */
const maxFaults = 3;

/** How long to keep retrying a request after HTTP 502 to 504 or 520 to 529. */
const maxOutageRetryMs = 30_000;

const initialDelayMs = 500;
const maxDelayMs = 8000;

const retryAfterJitterMs = 250;

export class RetryPolicy {
  readonly #options;
  readonly #request;
  readonly #start;
  readonly #errors: CliError[] = [];
  #remainingMs: number;
  #replyCount = 0;
  #faultCount = 0;
  #outageEnd: number | undefined;

  constructor(options: RetryOptions, request: ApiRequest) {
    this.#options = options;
    this.#request = request;
    this.#start = options.clock.elapsed();
    this.#remainingMs = options.maxWaitMs;
  }

  get waitBudgetMs() {
    return this.#request.isBulk ? Number.POSITIVE_INFINITY : this.#remainingMs;
  }

  spendBudget(ms: number) {
    if (!this.#request.isBulk) this.#remainingMs -= ms;
  }

  /**
   * @param replyCount successful responses that this process has received so far; an increase shows
   * that the API works, and resets --max-wait for bulk requests
   */
  nextDelayMs(error: CliError, replyCount: number) {
    const { maxWaitMs, random } = this.#options;
    const { isBulk, noRetry } = this.#request;
    const { details } = error;
    const count = this.#errors.push(error);
    if (isBulk && replyCount > this.#replyCount) this.#remainingMs = maxWaitMs;
    this.#replyCount = replyCount;
    const retryMs = this.#countRetryMs(error);
    if (noRetry || !details.retryable || retryMs <= 0) return undefined;
    const { retryAfterMs = 0 } = details;
    if (this.#remainingMs <= 0 || retryAfterMs > this.#remainingMs) return undefined;
    const backoffMs = Math.min(initialDelayMs * 2 ** (count - 1), maxDelayMs, retryMs);
    const maxJitterMs = retryAfterMs > 0 ? retryAfterJitterMs : backoffMs;
    const delayMs = Math.min(retryAfterMs + random() * maxJitterMs, this.#remainingMs);
    this.#remainingMs -= delayMs;
    return delayMs;
  }

  /** Counts an error. @returns how long to keep retrying after errors of this kind */
  #countRetryMs({ code, details: { status } }: CliError) {
    if (code === 'rate_limited') return Number.POSITIVE_INFINITY;
    const now = this.#options.clock.elapsed();
    if (isOutageStatus(status)) {
      this.#outageEnd ??= now + maxOutageRetryMs;
      return this.#outageEnd - now;
    }
    this.#faultCount += 1;
    return this.#faultCount < maxFaults ? Number.POSITIVE_INFINITY : 0;
  }

  describeWait({ message, details: { status } }: CliError) {
    const cause = status === undefined ? message : `the service answered ${status}`;
    return `before attempt ${this.#errors.length + 1} (${cause})`;
  }

  get lastError() {
    const last = this.#errors.at(-1);
    const count = this.#errors.length;
    if (count < 2) return last;
    const time = formatDuration(this.#options.clock.elapsed() - this.#start);
    return last?.with({}, `${last.message}, ${count} attempts in ${time}`);
  }
}
