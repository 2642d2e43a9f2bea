import { Failure } from '../errors.ts';
import type { Clock } from '../platform/surroundings.ts';
import type { Limiter, Place } from './limiter.ts';

export interface PaceOptions {
  limiter: Limiter;
  /** All waiting of one request, for the limit and for retries, in milliseconds. */
  maxWaitMs: number;
  clock: Clock;
  random: () => number;
  signal: AbortSignal;
  /** Told about once a second while a request waits, and with undefined when it goes on. */
  onWait: (text: string | undefined) => void;
}

/**
 * Attempts at one request, the last included: while the service keeps putting it off, and for
 * faults that a moment may mend.
 */
const mostAttempts = { putOff: 10, fault: 3 };

/** Sends requests as fast as the limit allows, and again when a failure may pass. */
export class Pace {
  readonly #options: PaceOptions;
  /** When each wait ends, and why it is. */
  readonly #waits = new Map<symbol, { end: number; reason: string }>();

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /**
   * @param isBulk one of many: its wait for the limit has no bound, only that for retries has
   * @throws Failure of the last attempt, or `rate_limited` when the limit leaves no room in time
   */
  async run<Result>(attempt: () => Promise<Result>, isBulk = false): Promise<Result> {
    const { limiter, maxWaitMs } = this.#options;
    let waited = 0;
    const failures = { putOff: 0, fault: 0 };
    for (;;) {
      this.#options.signal.throwIfAborted();
      const place = limiter.reserve();
      const forLimit = await this.#turn(place, isBulk ? undefined : maxWaitMs - waited);
      if (!isBulk) waited += forLimit;
      const failure = await this.#once(place, attempt);
      if (!(failure instanceof Failure)) return failure.result;
      const isPutOff = failure.code === 'rate_limited';
      const kind = isPutOff ? 'putOff' : 'fault';
      failures[kind] += 1;
      if (failures[kind] >= mostAttempts[kind]) throw failure;
      const left = maxWaitMs - waited;
      if (left <= 0 || (failure.details.retryAfter ?? 0) > left) throw failure;
      // What is left is waited out, for a last attempt at its end.
      const delay = Math.min(left, this.#delayAfter(failures[kind], failure));
      if (isPutOff) limiter.pause(delay);
      waited += delay;
      await this.#wait(delay, isPutOff ? 'the rate limit is exceeded' : failure.message);
    }
  }

  /** One attempt in its place of the window: its result, or the failure that another may mend. */
  async #once<Result>(
    place: Place,
    attempt: () => Promise<Result>,
  ): Promise<{ result: Result } | Failure> {
    try {
      const result = await attempt();
      place.answered();
      return { result };
    } catch (error) {
      const failure = error instanceof Failure ? error : undefined;
      if (failure?.details.isUnsent) place.withdraw();
      // What is cut off may still arrive there: nobody can say that its answer has come.
      else if (failure?.code !== 'interrupted') place.answered();
      if (failure?.details.retryable) return failure;
      throw error;
    }
  }

  /** Waits for the turn of a place. @returns for how long */
  async #turn(place: Place, mostMs: number | undefined): Promise<number> {
    const { clock, limiter, signal } = this.#options;
    let wait = place.wait();
    if (wait === 0) return 0;
    const start = clock.elapsed();
    const waited = () => clock.elapsed() - start;
    const one = Symbol('wait');
    try {
      for (; wait !== 0; wait = place.wait()) {
        signal.throwIfAborted();
        if (waited() + (wait ?? 0) > (mostMs ?? Number.POSITIVE_INFINITY)) throw this.#noRoom(wait);
        if (wait === undefined) await limiter.change(signal);
        else await this.#tick(one, wait, waited() + wait, 'the rate limit is reached');
      }
      place.sent();
      return waited();
    } catch (error) {
      place.withdraw();
      throw error;
    } finally {
      this.#waits.delete(one);
      this.#tell();
    }
  }

  /** Full jitter under a doubling bound, and never before the service allows it. */
  #delayAfter(failures: number, { code, details }: Failure): number {
    const { random } = this.#options;
    const [first, most] = code === 'rate_limited' ? [2000, 30_000] : [500, 8000];
    const jitter = random() * Math.min(most, first * 2 ** (failures - 1));
    if (details.retryAfter === undefined) return jitter;
    return Math.max(jitter, details.retryAfter + Math.min(jitter, 250));
  }

  async #wait(ms: number, reason: string): Promise<void> {
    const { clock } = this.#options;
    const end = clock.elapsed() + ms;
    const one = Symbol('wait');
    try {
      for (let left = ms; left > 0; left = end - clock.elapsed()) {
        await this.#tick(one, left, ms, reason);
      }
    } finally {
      this.#waits.delete(one);
      this.#tell();
    }
  }

  /** A second of waiting, or what is left; a wait that is shorter in all is not told of. */
  async #tick(one: symbol, left: number, inAll: number, reason: string): Promise<void> {
    const { clock, signal } = this.#options;
    if (inAll >= 1000) {
      this.#waits.set(one, { end: clock.elapsed() + left, reason });
      this.#tell();
    }
    await clock.sleep(Math.min(left, 1000), signal);
  }

  /** Of all that wait, the one that goes on first. */
  #tell(): void {
    const { clock, onWait } = this.#options;
    const [first] = [...this.#waits.values()].sort((one, other) => one.end - other.end);
    if (first === undefined) onWait(undefined);
    else {
      const seconds = Math.max(1, Math.ceil((first.end - clock.elapsed()) / 1000));
      onWait(`${first.reason}; going on in ${seconds} s`);
    }
  }

  #noRoom(wait: number | undefined): Failure {
    const { limiter, maxWaitMs } = this.#options;
    const { requests, windowMs } = limiter.rate;
    const room =
      wait === undefined
        ? 'leaves no room within'
        : `leaves room only in ${Math.ceil(wait / 1000)} s, later than`;
    return new Failure(
      'rate_limited',
      `the limit of ${requests} requests in ${windowMs / 1000} s ${room} --max-wait ${maxWaitMs / 1000}`,
      { hint: 'allow more time with --max-wait <seconds>', retryable: true },
    );
  }
}
