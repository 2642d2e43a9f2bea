import { durationText } from '../core/durations.ts';
import type { Failure } from '../errors.ts';
import type { Clock } from '../platform/surroundings.ts';
import type { ApiRequest } from './transport.ts';

interface AttemptsOptions {
  request: ApiRequest;
  maxWaitMs: number;
  clock: Clock;
  random: () => number;
}

/** With pauses that double, more than anybody waits for. */
const mostRefusals = 10;

/** A fault of a moment is over by then; any other is told soon. */
const mostTransientFailures = 3;

const firstDelayMs = 500;

/** Keeps clients that got the same Retry-After from coming back at the same moment. */
const spreadMs = 250;

/** The failed attempts of one request, and how long it may still wait. */
export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #start: number;
  readonly #failures: Failure[] = [];
  #leftMs: number;
  #answers = 0;

  constructor(options: AttemptsOptions) {
    this.#options = options;
    this.#start = options.clock.elapsed();
    this.#leftMs = options.maxWaitMs;
  }

  /** A bulk run waits for the limit however long it takes. */
  get mostWaitMs(): number {
    return this.#options.request.isBulk ? Number.POSITIVE_INFINITY : this.#leftMs;
  }

  waited(ms: number): void {
    if (!this.#options.request.isBulk) this.#leftMs -= ms;
  }

  /**
   * Full jitter under a bound that doubles, and no less than Retry-After or the pause of a refusal.
   *
   * @param answers how many requests of this process have been answered so far
   * @returns milliseconds; undefined when there is no next attempt
   */
  delayAfter(failure: Failure, answers: number): number | undefined {
    const { request, maxWaitMs, random } = this.#options;
    this.#failures.push(failure);
    // While others of a bulk run are answered, this one is worth the wait.
    if (request.isBulk && answers > this.#answers) this.#leftMs = maxWaitMs;
    this.#answers = answers;
    if (request.isOnce || !this.#mayRepeat(failure)) return undefined;
    const chance = random();
    const { retryAfter = 0 } = failure.details;
    const jitter = isRefusal(failure) ? 0 : chance * firstDelayMs * 2 ** (this.#count(failure) - 1);
    const delayMs = Math.max(jitter, retryAfter + chance * spreadMs);
    const mostMs = Math.min(this.#leftMs, delayMs);
    this.#leftMs -= mostMs;
    return mostMs;
  }

  get nextReason(): string {
    const last = this.#failures.at(-1);
    const status = last?.details.status;
    const cause = status === undefined ? last?.message : `the service answered ${status}`;
    return `before attempt ${this.#failures.length + 1} (${cause})`;
  }

  /** The last failure, and after several attempts how many there were. */
  get failure(): Failure | undefined {
    const last = this.#failures.at(-1);
    const count = this.#failures.length;
    if (count < 2) return last;
    const time = durationText(this.#options.clock.elapsed() - this.#start);
    return last?.saying(`${last.message}, ${count} attempts in ${time}`);
  }

  #mayRepeat(failure: Failure): boolean {
    const { retryable, retryAfter = 0 } = failure.details;
    const most = isRefusal(failure) ? mostRefusals : mostTransientFailures;
    const isInTime = this.#leftMs > 0 && retryAfter <= this.#leftMs;
    return retryable === true && isInTime && this.#count(failure) < most;
  }

  /** Counts the failures of the same kind. */
  #count(failure: Failure): number {
    return this.#failures.filter((one) => isRefusal(one) === isRefusal(failure)).length;
  }
}

function isRefusal({ code }: Failure): boolean {
  return code === 'rate_limited';
}
