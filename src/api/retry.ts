import { formatDuration } from '../core/text.ts';
import type { Failure } from '../errors.ts';
import type { Clock } from '../system/system.ts';
import type { ApiRequest } from './transport.ts';

interface RetryPolicyOptions {
  request: ApiRequest;
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
  readonly #options: RetryPolicyOptions;
  readonly #start: number;
  readonly #failures: Failure[] = [];
  #remainingMs: number;
  #replyCount = 0;

  constructor(options: RetryPolicyOptions) {
    this.#options = options;
    this.#start = options.clock.elapsed();
    this.#remainingMs = options.maxWaitMs;
  }

  get waitBudgetMs(): number {
    return this.#options.request.isBulk ? Number.POSITIVE_INFINITY : this.#remainingMs;
  }

  spendBudget(ms: number): void {
    if (!this.#options.request.isBulk) this.#remainingMs -= ms;
  }

  /**
   * Computes the delay before the next attempt: the time in Retry-After plus jitter, or an
   * exponential backoff with full jitter.
   * @param replyCount the number of successful responses that this process has received so far
   * @returns the delay in milliseconds, or undefined to stop retrying
   */
  nextDelayMs(failure: Failure, replyCount: number): number | undefined {
    const { request, maxWaitMs, random } = this.#options;
    const { code, details } = failure;
    const count = this.#failures.push(failure);
    // Reset a bulk request's wait budget if other requests have succeeded since its last failure.
    if (request.isBulk && replyCount > this.#replyCount) this.#remainingMs = maxWaitMs;
    this.#replyCount = replyCount;
    const isExhausted = count >= maxAttempts && code !== 'rate_limited';
    if (request.noRetry || !details.retryable || isExhausted) return undefined;
    const { retryAfterMs = 0 } = details;
    if (this.#remainingMs <= 0 || retryAfterMs > this.#remainingMs) return undefined;
    const maxJitterMs = retryAfterMs > 0 ? retryAfterJitterMs : initialDelayMs * 2 ** (count - 1);
    const delayMs = Math.min(retryAfterMs + random() * maxJitterMs, this.#remainingMs);
    this.#remainingMs -= delayMs;
    return delayMs;
  }

  get waitReason(): string {
    const last = this.#failures.at(-1);
    const status = last?.details.status;
    const cause = status === undefined ? last?.message : `the service answered ${status}`;
    return `before attempt ${this.#failures.length + 1} (${cause})`;
  }

  get lastFailure(): Failure | undefined {
    const last = this.#failures.at(-1);
    const count = this.#failures.length;
    if (count < 2) return last;
    const time = formatDuration(this.#options.clock.elapsed() - this.#start);
    return last?.with({}, `${last.message}, ${count} attempts in ${time}`);
  }
}
