import { durationText } from '../core/durations.ts';
import { type Rate, rateText } from '../core/periods.ts';
import { Failure } from '../errors.ts';
import { Countdown, type Waiting } from '../platform/countdown.ts';
import type { Clock } from '../platform/surroundings.ts';
import type { Slot } from '../rate-limit/board.ts';
import type { Limiter } from '../rate-limit/limiter.ts';
import { type Answer, acceptedBody, openEnvelope } from './envelope.ts';
import { statedLimit } from './limits.ts';
import type { CredentialsOrigin } from './refusal.ts';
import type { ApiReply, ApiRequest, Transport } from './transport.ts';

export interface ClientOptions {
  transport: Pick<Transport, 'send'>;
  limiter: Limiter;
  origin: CredentialsOrigin;
  maxWaitMs: number;
  clock: Clock;
  random: () => number;
  signal: AbortSignal;
  /** Called once a second during a wait, and with undefined when nothing waits any longer. */
  onWait: (waiting: Waiting | undefined) => void;
}

interface FailedAttempt {
  failure: Failure;
  isCongested: boolean;
}

const whenCongested = { attempts: 10, firstMs: 2000, maxMs: 30_000 };
const whenTransient = { attempts: 3, firstMs: 500, maxMs: 8000 };

/** Keeps clients that got the same Retry-After from coming back at the same moment. */
const spreadMs = 250;

/** A command that asks for more than this is a run, whether or not it says so. */
const maxSingleRequests = 8;

const recentMs = 20_000;

export class Client {
  readonly #options: ClientOptions;
  readonly #countdown: Countdown;
  readonly #lines: Record<'run' | 'lookUps', object[]> = { run: [], lookUps: [] };
  #requests = 0;
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#countdown = new Countdown(options.clock, options.onWait);
  }

  get rateInUse(): Rate {
    return this.#options.limiter.rateInUse;
  }

  /** @throws Failure of the last attempt, or `rate_limited` if the limit leaves no room in time */
  request(request: ApiRequest): Promise<Answer> {
    return this.#perform(request, (reply) => openEnvelope(reply, request, this.#options.origin));
  }

  /** The reply as it came, also in another shape than an envelope. @throws otherwise as `request` */
  reply(request: ApiRequest): Promise<ApiReply> {
    return this.#perform(request, (reply) => {
      acceptedBody(reply, request, this.#options.origin);
      return reply;
    });
  }

  async #perform<Result>(request: ApiRequest, open: (reply: ApiReply) => Result): Promise<Result> {
    const { limiter, maxWaitMs, random, signal, clock } = this.#options;
    const start = clock.elapsed();
    this.#requests += 1;
    const isRun = request.isBulk === true || this.#requests > maxSingleRequests;
    const failures: FailedAttempt[] = [];
    const ended = () => afterAttempts(failures, clock.elapsed() - start);
    for (let left = maxWaitMs; ; ) {
      signal.throwIfAborted();
      const most = request.isBulk ? Number.POSITIVE_INFINITY : left;
      const { slot, waitedMs } = await this.#slot(isRun, most, ended);
      if (!request.isBulk) left -= waitedMs;
      let isCongested = false;
      try {
        const reply = await this.#attempt(request, slot);
        // While others are answered it is not an outage.
        const isOverload = reply.status === 503 && this.#answeredAt >= slot.sentAt - recentMs;
        isCongested = reply.status === 429 || isOverload;
        if (isCongested) limiter.refused(slot, isOverload);
        else limiter.answered(slot);
        if (reply.status < 400) this.#answeredAt = clock.elapsed();
        const stated = statedLimit(reply);
        if (stated !== undefined) limiter.heed(stated);
        return open(reply);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        const isRateLimited = error.code === 'rate_limited';
        isCongested ||= isRateLimited;
        const attempt = { failure: error, isCongested };
        const delay = request.isOnce ? undefined : retryDelay(attempt, failures, left, random());
        failures.push(attempt);
        const { retryAfter } = error.details;
        const isPause = isRateLimited || (isCongested && retryAfter !== undefined);
        // It binds the other processes, too, also where this one gives up.
        const pause = delay ?? retryAfter;
        if (isPause && pause !== undefined) limiter.pause(pause);
        if (delay === undefined) throw ended();
        left -= delay;
        const { status } = error.details;
        const cause = status === undefined ? error.message : `the service answered ${status}`;
        const reason = `before attempt ${failures.length + 1} (${cause})`;
        await this.#countdown.wait(delay, signal, { reason });
      }
    }
  }

  async #attempt(request: ApiRequest, slot: Slot): Promise<ApiReply> {
    const { limiter, transport } = this.#options;
    try {
      return await transport.send(request);
    } catch (error) {
      const { code, details } = error instanceof Failure ? error : {};
      if (details?.isUnsent) limiter.withdraw(slot);
      // A request that was cut off may still arrive: nobody can say when its answer came.
      else if (code !== 'interrupted') limiter.answered(slot);
      throw error;
    }
  }

  /** @throws the last failure, or one of its own, if the wait would be longer than `maxMs` */
  async #slot(isRun: boolean, maxMs: number, lastFailure: () => Failure | undefined) {
    const { clock, limiter, signal } = this.#options;
    const line = isRun ? this.#lines.run : this.#lines.lookUps;
    const wait = { start: clock.elapsed(), reason: '' };
    let waitedMs = 0;
    line.push(wait);
    try {
      for (;;) {
        const ahead = line.indexOf(wait);
        // Of a run the first in line looks for a slot, and the others wait for it to have one.
        const isNext = !isRun || ahead === 0;
        const slot = isNext ? limiter.take(isRun, ahead) : undefined;
        if (typeof slot === 'object') return { slot, waitedMs };
        if (waitedMs + (slot ?? 0) > maxMs) throw lastFailure() ?? this.#noRoom();
        const before = clock.elapsed();
        if (slot === undefined) await limiter.change(signal, isNext);
        else {
          wait.reason = `for the rate limit (${rateText(limiter.rateInUse)})`;
          await this.#countdown.tick(wait, slot, signal);
        }
        signal.throwIfAborted();
        const time = clock.elapsed() - before;
        // A tick lasts a second at most, unless the process is stopped, as by Ctrl-Z.
        waitedMs += slot === undefined ? time : Math.min(time, slot, 1000);
      }
    } finally {
      line.splice(line.indexOf(wait), 1);
      this.#countdown.stop(wait);
      if (line.length > 0) limiter.wake();
    }
  }

  #noRoom(): Failure {
    const { limiter, maxWaitMs } = this.#options;
    const limit = `the rate limit (${rateText(limiter.rateInUse)})`;
    return new Failure('rate_limited', `${limit} leaves no room within ${maxWaitMs / 1000} s`, {
      hint: 'allow more time with --max-wait <seconds>',
      retryable: true,
    });
  }
}

/**
 * Full jitter under a bound that doubles, and no less than Retry-After. If that is longer than
 * `leftMs`, a last attempt is made at its end.
 *
 * @param earlier the attempts before the failed one
 * @returns milliseconds; undefined when there is no next attempt
 */
function retryDelay(
  { failure, isCongested }: FailedAttempt,
  earlier: readonly FailedAttempt[],
  leftMs: number,
  random: number,
): number | undefined {
  const count = earlier.filter((one) => one.isCongested === isCongested).length + 1;
  const { attempts, firstMs, maxMs } = isCongested ? whenCongested : whenTransient;
  const { retryable, retryAfter } = failure.details;
  if (!retryable || count >= attempts || leftMs <= 0 || (retryAfter ?? 0) > leftMs)
    return undefined;
  const jitter = random * Math.min(maxMs, firstMs * 2 ** (count - 1));
  const floor = retryAfter === undefined ? 0 : retryAfter + Math.min(jitter, spreadMs);
  return Math.min(leftMs, Math.max(jitter, floor));
}

function afterAttempts(failures: readonly FailedAttempt[], ms: number): Failure | undefined {
  const last = failures.at(-1)?.failure;
  if (failures.length < 2) return last;
  return last?.saying(`${last.message}, ${failures.length} attempts in ${durationText(ms)}`);
}
