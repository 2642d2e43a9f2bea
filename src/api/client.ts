import { durationText } from '../core/durations.ts';
import { rateText } from '../core/periods.ts';
import { Failure } from '../errors.ts';
import { Countdown, type Waiting } from '../platform/countdown.ts';
import type { Clock } from '../platform/surroundings.ts';
import type { Limiter, Slot } from '../rate-limit/limiter.ts';
import { type FailedAttempt, retryDelay } from '../rate-limit/retry.ts';
import { type Answer, openEnvelope } from './envelope.ts';
import type { CredentialsOrigin } from './refusal.ts';
import type { ApiReply, ApiRequest, Transport } from './transport.ts';

export interface ClientOptions {
  transport: Pick<Transport, 'send'>;
  limiter: Limiter;
  origin: CredentialsOrigin;
  /** Bounds the waits of one request together, for the limit and for retries. */
  maxWaitMs: number;
  clock: Clock;
  random: () => number;
  signal: AbortSignal;
  /** Called once a second during a wait, and with undefined when nothing waits any longer. */
  onWait: (waiting: Waiting | undefined) => void;
}

/** A command that asks for more than this is a run, whether or not it says so. */
const maxSingleRequests = 8;

/** A service that has answered so shortly before is up. */
const recentMs = 20_000;

export class Client {
  readonly #options: ClientOptions;
  readonly #countdown: Countdown;
  #requests = 0;
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#countdown = new Countdown(options.clock, options.onWait);
  }

  /** @throws Failure of the last attempt, or `rate_limited` if the limit leaves no room in time */
  request(request: ApiRequest): Promise<Answer> {
    return this.#perform(request, (reply) => openEnvelope(reply, request, this.#options.origin));
  }

  /** The reply as it came, also in another shape than an envelope. @throws otherwise as `request` */
  reply(request: ApiRequest): Promise<ApiReply> {
    return this.#perform(request, (reply) => {
      try {
        return openEnvelope(reply, request, this.#options.origin).reply;
      } catch (error) {
        const isOtherShape = error instanceof Failure && error.code === 'unexpected_response';
        if (isOtherShape && isJson(reply.text)) return reply;
        throw error;
      }
    });
  }

  async #perform<Result>(request: ApiRequest, open: (reply: ApiReply) => Result): Promise<Result> {
    const { limiter, maxWaitMs, random, signal, clock } = this.#options;
    const start = clock.elapsed();
    this.#requests += 1;
    const leavesRoom = request.isBulk || this.#requests > maxSingleRequests;
    const failures: FailedAttempt[] = [];
    const ended = (last: Failure) => afterAttempts(last, failures.length, clock.elapsed() - start);
    const noRoom = (ms: number | undefined) => {
      const last = failures.at(-1);
      return last === undefined ? this.#noRoom(ms) : ended(last.failure);
    };
    for (let left = maxWaitMs; ; ) {
      signal.throwIfAborted();
      const slot = limiter.reserve(leavesRoom);
      if (slot.firstWait !== 0) {
        const maxMs = request.isBulk ? Number.POSITIVE_INFINITY : left;
        const waited = await this.#waitFor(slot, maxMs, noRoom);
        if (!request.isBulk) left -= waited;
      }
      const sentAt = clock.elapsed();
      let isCongested = false;
      try {
        const reply = await this.#attempt(request, slot);
        // While others are answered it is no outage.
        const isOverload = reply.status === 503 && this.#answeredAt >= sentAt - recentMs;
        isCongested = reply.status === 429 || isOverload;
        if (isCongested) slot.refused(isOverload);
        else slot.answered();
        if (reply.status < 400) this.#answeredAt = clock.elapsed();
        if (hasLimit(reply)) await this.#heed(reply);
        return open(reply);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const isRateLimited = error.code === 'rate_limited';
        isCongested ||= isRateLimited;
        const attempt = { failure: error, isCongested };
        const delay = request.isOnce ? undefined : retryDelay(attempt, failures, left, random());
        failures.push(attempt);
        if (delay === undefined) throw ended(error);
        const isPause = isRateLimited || (isCongested && error.details.retryAfter !== undefined);
        if (isPause) limiter.pause(delay);
        left -= delay;
        const reason = `before attempt ${failures.length + 1} (${shortReason(error)})`;
        await this.#countdown.wait(delay, signal, { reason });
      }
    }
  }

  async #attempt(request: ApiRequest, slot: Slot): Promise<ApiReply> {
    try {
      return await this.#options.transport.send(request);
    } catch (error) {
      const { code, details } = error instanceof Failure ? error : {};
      if (details?.isUnsent) slot.withdraw();
      // A request that was cut off may still arrive: nobody can say when its answer came.
      else if (code !== 'interrupted') slot.answered();
      throw error;
    }
  }

  async #heed(reply: ApiReply): Promise<void> {
    const { statedLimit } = await import('./stated-limit.ts');
    this.#options.limiter.heed(statedLimit(reply));
  }

  /** @throws what `noRoom` gives if the wait would be longer than `maxMs` */
  async #waitFor(
    slot: Slot,
    maxMs: number,
    noRoom: (ms: number | undefined) => Failure,
  ): Promise<number> {
    const { clock, limiter, signal } = this.#options;
    const reason = `for the rate limit (${rateText(limiter.rateInUse)})`;
    const wait = { start: clock.elapsed(), reason };
    let waited = 0;
    try {
      for (let ms = slot.wait(); ms !== 0; ms = slot.wait()) {
        if (waited + (ms ?? 0) > maxMs) throw noRoom(ms);
        const before = clock.elapsed();
        if (ms === undefined) await slot.change(signal);
        else await this.#countdown.tick(wait, ms, signal);
        signal.throwIfAborted();
        const time = clock.elapsed() - before;
        // A tick lasts a second at most, unless the process is stopped, as by Ctrl-Z.
        waited += ms === undefined ? time : Math.min(time, ms, 1000);
      }
      slot.sent();
      return waited;
    } catch (error) {
      slot.withdraw();
      throw error;
    } finally {
      this.#countdown.stop(wait);
    }
  }

  #noRoom(wait: number | undefined): Failure {
    const { limiter, maxWaitMs } = this.#options;
    const room =
      wait === undefined
        ? 'leaves no room within'
        : `leaves room only in ${Math.ceil(wait / 1000)} s, later than`;
    return new Failure(
      'rate_limited',
      `the rate limit (${rateText(limiter.rateInUse)}) ${room} --max-wait ${maxWaitMs / 1000}`,
      { hint: 'allow more time with --max-wait <seconds>', retryable: true },
    );
  }
}

function hasLimit({ headers }: ApiReply): boolean {
  return Object.keys(headers).some((name) => /rate-?limit/.test(name));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function shortReason({ message, details: { status } }: Failure): string {
  return status === undefined ? message : `the service answered ${status}`;
}

function afterAttempts(failure: Failure, attempts: number, ms: number): Failure {
  if (attempts === 1) return failure;
  return failure.saying(`${failure.message}, ${attempts} attempts in ${durationText(ms)}`);
}
