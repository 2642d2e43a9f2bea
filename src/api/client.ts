import { EventEmitter, once } from 'node:events';
import { describeRateLimit } from '../core/dates.ts';
import { formatDuration } from '../core/text.ts';
import { CliError } from '../errors.ts';
import type { RequestSlot } from '../state/rate-limit-log.ts';
import { type Countdown, createCountdown, type WaitStatus } from '../system/countdown.ts';
import type { Clock } from '../system/system.ts';
import { parseResponse, type SuccessEnvelope, unwrapEnvelope } from './envelope.ts';
import type { CredentialSource } from './http-error.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { type RetryOptions, RetryPolicy } from './retry.ts';
import type { ApiRequest, ApiResponse, Transport } from './transport.ts';

interface ClientOptions extends RequestQueueOptions, RetryOptions {
  transport: Pick<Transport, 'send'>;
  origin: CredentialSource;
  onResponse: (response: ApiResponse) => void;
  /** Called every second while a request waits, and once with undefined when the wait ends. */
  onWait: (status: WaitStatus | undefined) => void;
}

/** Beyond this number, a command's requests yield to single lookups, as bulk requests do. */
const maxSingleRequests = 8;

export class ApiClient {
  readonly #options;
  readonly #countdown;
  readonly #queue;
  #requestCount = 0;
  #replyCount = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#countdown = createCountdown(options.clock, options.onWait);
    this.#queue = new RequestQueue(options, this.#countdown);
  }

  async request(request: ApiRequest): Promise<SuccessEnvelope> {
    return unwrapEnvelope(await this.sendWithRetry(request));
  }

  /** @throws the last error, or `rate_limited` if no slot becomes free within `--max-wait` */
  async sendWithRetry(request: ApiRequest) {
    const { signal, clock, limiter, maxWaitMs } = this.#options;
    const retryPolicy = new RetryPolicy(this.#options, request);
    this.#requestCount += 1;
    const isBulk = request.isBulk === true || this.#requestCount > maxSingleRequests;
    for (;;) {
      const start = clock.elapsed();
      const slot = await this.#queue.acquire(isBulk, retryPolicy.waitBudgetMs);
      retryPolicy.spendBudget(clock.elapsed() - start);
      if (slot === undefined) {
        const message =
          limiter.pauseMs > maxWaitMs
            ? `the service asked to wait ${formatDuration(limiter.pauseMs)}, longer than --max-wait (${maxWaitMs / 1000} s)`
            : `${this.#queue.limitLabel} leaves no room within ${maxWaitMs / 1000} s`;
        const hint = 'allow more time with --max-wait <seconds>';
        const rateLimitError = new CliError('rate_limited', message, { hint, retryable: true });
        throw retryPolicy.lastError ?? rateLimitError;
      }
      const outcome = await this.#attempt(request, slot);
      if (!(outcome instanceof CliError)) return outcome;
      const delayMs = retryPolicy.nextDelayMs(outcome, this.#replyCount);
      if (delayMs === undefined) throw retryPolicy.lastError;
      await this.#countdown.wait(delayMs, signal, { reason: retryPolicy.describeWait(outcome) });
    }
  }

  /** After a 429, `retryAfterMs` in the error is how long the rate limiter pauses all requests. */
  async #attempt(request: ApiRequest, slot: RequestSlot) {
    const { limiter, transport, origin, onResponse } = this.#options;
    try {
      const response = await transport.send(request);
      onResponse(response);
      const reply = parseResponse(response, request, origin);
      limiter.markAnswered(slot);
      this.#replyCount += 1;
      return reply;
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      const { code, details } = error;
      if (code === 'rate_limited')
        return error.with({ retryAfterMs: limiter.handleRateLimited(slot, details.retryAfterMs) });
      if (details.kind === 'unsent') limiter.release(slot);
      // An interrupted request keeps its rate-limit slot, because it may still reach the server.
      else if (code !== 'interrupted') limiter.markAnswered(slot);
      return error;
    } finally {
      this.#queue.wake();
    }
  }
}

export interface RequestQueueOptions {
  limiter: RateLimiter;
  clock: Clock;
  signal: AbortSignal;
}

/** How often to check whether other processes have freed rate-limit slots. */
const pollIntervalMs = 25;

/** Two FIFO queues for rate-limit slots, so that single lookups overtake bulk requests. */
export class RequestQueue {
  readonly #options;
  readonly #countdown;
  readonly #events = new EventEmitter();
  readonly #tails = new Map<boolean, Promise<unknown>>();

  constructor(options: RequestQueueOptions, countdown: Countdown) {
    this.#options = options;
    this.#countdown = countdown;
  }

  acquire(isBulk: boolean, maxWaitMs: number) {
    const start = this.#options.clock.elapsed();
    const previous = this.#tails.get(isBulk) ?? Promise.resolve();
    const slot = previous.then(() => this.#waitForSlot(isBulk, start, maxWaitMs));
    this.#tails.set(
      isBulk,
      slot.catch(() => {}),
    );
    return slot;
  }

  /** Makes waiting requests check for a free slot. Call this after every response or failure. */
  wake() {
    this.#events.emit('answer');
  }

  async #waitForSlot(isBulk: boolean, start: number, maxWaitMs: number) {
    const { limiter, clock, signal } = this.#options;
    const wait = { start, reason: `for ${this.limitLabel}` };
    try {
      for (;;) {
        signal.throwIfAborted();
        const slot = limiter.tryAcquire(isBulk);
        if (typeof slot === 'object') return slot;
        const elapsedMs = clock.elapsed() - start;
        if (elapsedMs + (slot ?? 0) > maxWaitMs) return undefined;
        if (slot === undefined) await this.#waitForChange();
        else await this.#countdown.tick(wait, slot, signal);
      }
    } finally {
      this.#countdown.stop(wait);
    }
  }

  async #waitForChange() {
    const { limiter, clock, signal } = this.#options;
    if (limiter.hasPendingElsewhere) await clock.sleep(pollIntervalMs, signal);
    else await once(this.#events, 'answer', { signal }).catch(() => {});
  }

  get limitLabel() {
    return `the rate limit (${describeRateLimit(this.#options.limiter.currentRate)})`;
  }
}
