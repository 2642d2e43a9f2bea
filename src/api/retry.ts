import { formatDuration } from '../core/text.ts';
import type { Failure } from '../errors.ts';
import type { Clock } from '../system/system.ts';
import type { ApiRequest } from './transport.ts';

export interface RetryOptions {
  maxWaitMs: number;
  clock: Clock;
  random: () => number;
}

/**
 * Maximum attempts per request. A rate-limited request (429) is exempt from this limit: it is
 * retried until --max-wait runs out.
 */
const maxAttempts = 3;

const initialDelayMs = 500;

/** Maximum jitter added to Retry-After, so that clients do not all retry at the same moment. */
const retryAfterJitterMs = 250;

export class RetryPolicy {
  readonly #options;
  readonly #request;
  readonly #start;
  readonly #failures: Failure[] = [];
  #remainingMs: number;
  #replyCount = 0;

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
   * Computes the delay before the next attempt: the delay from the Retry-After header plus jitter,
   * or, without that header, an exponential backoff with full jitter.
   * @param replyCount the number of successful responses that this process has received so far
   * @returns the delay in milliseconds, or undefined if the request must not be retried
   */
  nextDelayMs(failure: Failure, replyCount: number) {
    const { maxWaitMs, random } = this.#options;
    const { isBulk, noRetry } = this.#request;
    const { code, details } = failure;
    const count = this.#failures.push(failure);
    // Reset a bulk request's wait budget if other requests have succeeded since its last failure.
    if (isBulk && replyCount > this.#replyCount) this.#remainingMs = maxWaitMs;
    this.#replyCount = replyCount;
    const isExhausted = count >= maxAttempts && code !== 'rate_limited';
    if (noRetry || !details.retryable || isExhausted) return undefined;
    const { retryAfterMs = 0 } = details;
    if (this.#remainingMs <= 0 || retryAfterMs > this.#remainingMs) return undefined;
    const maxJitterMs = retryAfterMs > 0 ? retryAfterJitterMs : initialDelayMs * 2 ** (count - 1);
    const delayMs = Math.min(retryAfterMs + random() * maxJitterMs, this.#remainingMs);
    this.#remainingMs -= delayMs;
    return delayMs;
  }

  describeWait({ message, details: { status } }: Failure) {
    const cause = status === undefined ? message : `the service answered ${status}`;
    return `before attempt ${this.#failures.length + 1} (${cause})`;
  }

  get lastFailure() {
    const last = this.#failures.at(-1);
    const count = this.#failures.length;
    if (count < 2) return last;
    const time = formatDuration(this.#options.clock.elapsed() - this.#start);
    return last?.with({}, `${last.message}, ${count} attempts in ${time}`);
  }
}
