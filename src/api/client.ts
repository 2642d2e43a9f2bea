import { EventEmitter, once } from 'node:events';
import { rateText } from '../core/periods.ts';
import { Failure } from '../errors.ts';
import { Countdown, type Waiting } from '../platform/countdown.ts';
import type { Clock } from '../platform/surroundings.ts';
import type { Slot } from '../rate-limit/board.ts';
import type { Limiter } from '../rate-limit/limiter.ts';
import { Attempts } from './attempts.ts';
import { type Answer, acceptedBody, openEnvelope } from './envelope.ts';
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

type Open<Result> = (reply: ApiReply) => Result;

/** A command that asks for more than this is a run, whether or not it says so. */
const maxSingleRequests = 8;

/** Nothing tells this process when another one gets an answer. */
const pollMs = 25;

/** Sends each request until it is answered, has failed for good or may wait no longer. */
export class Client {
  readonly #options: ClientOptions;
  readonly #countdown: Countdown;
  readonly #answered = new EventEmitter();
  /** The last request in each of two lines: that of runs, and that of single look-ups. */
  readonly #last = new Map<boolean, Promise<unknown>>();
  #requests = 0;
  #answers = 0;

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
      acceptedBody(reply, request, this.#options.origin);
      return reply;
    });
  }

  async #perform<Result>(request: ApiRequest, open: Open<Result>): Promise<Result> {
    const { maxWaitMs, random, signal, clock } = this.#options;
    const attempts = new Attempts({ request, maxWaitMs, random, clock });
    this.#requests += 1;
    const isBulk = request.isBulk === true || this.#requests > maxSingleRequests;
    for (;;) {
      const slot = await this.#slot(isBulk, attempts);
      if (slot === undefined) throw attempts.failure ?? this.#noRoom();
      const outcome = await this.#attempt(request, slot, open);
      if (!(outcome instanceof Failure)) return outcome.result;
      const delayMs = attempts.delayAfter(outcome, this.#answers);
      if (delayMs === undefined) throw attempts.failure;
      await this.#countdown.wait(delayMs, signal, { reason: attempts.nextReason });
    }
  }

  /** Waits in line for the rate limit. @returns undefined if it takes longer than it may */
  async #slot(isBulk: boolean, attempts: Attempts): Promise<Slot | undefined> {
    const { clock } = this.#options;
    const start = clock.elapsed();
    const before = this.#last.get(isBulk) ?? Promise.resolve();
    const slot = before.then(() => this.#firstSlot(isBulk, start, attempts.mostWaitMs));
    this.#last.set(
      isBulk,
      slot.catch(() => {}),
    );
    await slot;
    attempts.waited(clock.elapsed() - start);
    return slot;
  }

  /** @param start when the request has joined the line */
  async #firstSlot(isBulk: boolean, start: number, mostMs: number): Promise<Slot | undefined> {
    const { limiter, clock, signal } = this.#options;
    const wait = { start, reason: `for ${this.#limitText}` };
    try {
      for (;;) {
        signal.throwIfAborted();
        const slot = limiter.take(isBulk);
        if (typeof slot === 'object') return slot;
        const waitedMs = clock.elapsed() - start;
        if (waitedMs + (slot ?? 0) > mostMs) return undefined;
        if (slot === undefined) await this.#change();
        else await this.#countdown.tick(wait, slot, signal);
      }
    } finally {
      this.#countdown.stop(wait);
    }
  }

  /** Waits until a request may have been answered. */
  async #change(): Promise<void> {
    const { limiter, clock, signal } = this.#options;
    if (limiter.isAnswerDueElsewhere) await clock.sleep(pollMs, signal);
    else await once(this.#answered, 'answer', { signal }).catch(() => {});
  }

  /** @returns a Failure, of which `retryAfter` is the pause that a 429 has begun */
  async #attempt<Result>(request: ApiRequest, slot: Slot, open: Open<Result>) {
    const { limiter, transport } = this.#options;
    try {
      const result = open(await transport.send(request));
      limiter.answered(slot);
      this.#answers += 1;
      return { result };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return this.#failed(slot, error);
    } finally {
      this.#answered.emit('answer');
    }
  }

  #failed(slot: Slot, failure: Failure): Failure {
    const { limiter } = this.#options;
    const { code, details } = failure;
    if (code === 'rate_limited') {
      return failure.with({ retryAfter: limiter.refused(slot, details.retryAfter) });
    }
    if (details.isUnsent) limiter.withdraw(slot);
    // A request that was cut off may still arrive: nobody can say when its answer came.
    else if (code !== 'interrupted') limiter.answered(slot);
    return failure;
  }

  #noRoom(): Failure {
    const seconds = this.#options.maxWaitMs / 1000;
    return new Failure('rate_limited', `${this.#limitText} leaves no room within ${seconds} s`, {
      hint: 'allow more time with --max-wait <seconds>',
      retryable: true,
    });
  }

  get #limitText(): string {
    return `the rate limit (${rateText(this.#options.limiter.rateInUse)})`;
  }
}
