import { Failure } from '../errors.ts';
import { Countdown, type WaitStatus } from '../platform/countdown.ts';
import type { Clock } from '../platform/surroundings.ts';
import type { Slot } from '../rate-limit/board.ts';
import type { Limiter } from '../rate-limit/limiter.ts';
import { Attempts } from './attempts.ts';
import { type AcceptedReply, type Answer, accepted, openEnvelope } from './envelope.ts';
import type { CredentialsOrigin } from './refusal.ts';
import type { ApiRequest, Transport } from './transport.ts';
import { WaitingLine } from './waiting-line.ts';

interface ClientOptions {
  transport: Pick<Transport, 'send'>;
  limiter: Limiter;
  origin: CredentialsOrigin;
  maxWaitMs: number;
  clock: Clock;
  random: () => number;
  signal: AbortSignal;
  /** Called once a second during a wait, and with undefined when nothing waits any longer. */
  onWait: (waiting: WaitStatus | undefined) => void;
}

/** A command that sends more requests than this counts as a bulk run. */
const maxSingleRequests = 8;

export class Client {
  readonly #options: ClientOptions;
  readonly #countdown: Countdown;
  readonly #line: WaitingLine;
  #requests = 0;
  #answers = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#countdown = new Countdown(options.clock, options.onWait);
    this.#line = new WaitingLine(options, this.#countdown);
  }

  async request(request: ApiRequest): Promise<Answer> {
    return openEnvelope(await this.reply(request), request);
  }

  /** @throws Failure of the last attempt, or `rate_limited` if the limit leaves no room in time */
  async reply(request: ApiRequest): Promise<AcceptedReply> {
    const { signal, clock } = this.#options;
    const attempts = new Attempts({ ...this.#options, request });
    this.#requests += 1;
    const isBulk = request.isBulk === true || this.#requests > maxSingleRequests;
    for (;;) {
      const start = clock.elapsed();
      const slot = await this.#line.slot(isBulk, attempts.mostWaitMs);
      attempts.waited(clock.elapsed() - start);
      if (slot === undefined) throw attempts.failure ?? this.#noRoom();
      const outcome = await this.#attempt(request, slot);
      if (!(outcome instanceof Failure)) return outcome;
      const delayMs = attempts.delayAfter(outcome, this.#answers);
      if (delayMs === undefined) throw attempts.failure;
      await this.#countdown.wait(delayMs, signal, { reason: attempts.nextReason });
    }
  }

  /** @returns a Failure, of which `retryAfter` is the pause that a 429 has begun */
  async #attempt(request: ApiRequest, slot: Slot): Promise<AcceptedReply | Failure> {
    const { limiter, transport, origin } = this.#options;
    try {
      const reply = accepted(await transport.send(request), request, origin);
      limiter.markAnswered(slot);
      this.#answers += 1;
      return reply;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return this.#failed(slot, error);
    } finally {
      this.#line.move();
    }
  }

  #failed(slot: Slot, failure: Failure): Failure {
    const { limiter } = this.#options;
    const { code, details } = failure;
    if (code === 'rate_limited') {
      return failure.with({ retryAfter: limiter.handleRateLimited(slot, details.retryAfter) });
    }
    if (details.isUnsent) limiter.release(slot);
    // A request that was cut off may still arrive: nobody can say when the service answered it.
    else if (code !== 'interrupted') limiter.markAnswered(slot);
    return failure;
  }

  #noRoom(): Failure {
    return new Failure(
      'rate_limited',
      `${this.#line.limitText} leaves no room within ${this.#options.maxWaitMs / 1000} s`,
      {
        hint: 'allow more time with --max-wait <seconds>',
        retryable: true,
      },
    );
  }
}
