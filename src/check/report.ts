import { durationText } from '../core/duration.ts';
import type { Rate } from '../core/periods.ts';
import type { AvailabilityWord } from '../core/service-words.ts';
import type { Clock } from '../platform/surroundings.ts';

export interface RunPlan {
  /** How many rows there will be, if that can be known beforehand. */
  total: number | undefined;
  /** How many of them need a request. */
  requests: number;
  rate: Rate;
}

export interface RowFacts {
  isAnswered: boolean;
  /** Whether there was a name to ask for. */
  isName: boolean;
  /** The row was there before this run. */
  isKept: boolean;
}

/** How far a run over many names has come, in words. */
export class RunReport {
  readonly #plan: RunPlan;
  readonly #clock: Clock;
  #start: number | undefined;
  readonly #counts = { available: 0, taken: 0, unknown: 0 };
  #answered = 0;
  #noNames = 0;
  /** Rows of an earlier run, and those of them that took a request. */
  #kept = 0;
  #keptRequests = 0;

  constructor(plan: RunPlan, clock: Clock) {
    this.#plan = plan;
    this.#clock = clock;
  }

  /** From now on names are asked. */
  begin(): void {
    this.#start = this.#clock.elapsed();
  }

  count(word: AvailabilityWord, { isAnswered, isName, isKept }: RowFacts): void {
    this.#counts[word] += 1;
    if (isAnswered) this.#answered += 1;
    if (!isName) this.#noNames += 1;
    if (!isKept) return;
    this.#kept += 1;
    if (isName) this.#keptRequests += 1;
  }

  /** What is about to happen. */
  get plan(): string | undefined {
    if (this.#plan.total === undefined) return undefined;
    const left = Math.max(0, this.#plan.requests - this.#keptRequests);
    const { requests, windowMs } = this.#plan.rate;
    const wait = (Math.ceil(left / requests) - 1) * windowMs;
    const time = wait > 0 ? `, about ${durationText(wait)}` : '';
    const kept = this.#kept > 0 ? `, ${this.#kept} of them done already` : '';
    return `${names(this.#plan.total)} to check${kept}; ${left} ${left === 1 ? 'request' : 'requests'}${time} at ${requests} in ${durationText(windowMs)}`;
  }

  /** How far it has come, the most important first. */
  get progress(): string[] {
    const { total } = this.#plan;
    const done = this.#done;
    const ran = this.#ran;
    const { available, taken, unknown } = this.#counts;
    return [
      total === undefined ? `${done} done` : `${done} of ${total}`,
      ...this.#timeLeft(ran),
      `${available} available, ${taken} taken${unknown > 0 ? `, ${unknown} unknown` : ''}`,
      `${this.#aMinute(ran)} a minute`,
    ];
  }

  /** What came of it; undefined for a row that speaks for itself. */
  get summary(): string | undefined {
    if (this.#start === undefined || this.#done <= 1) return undefined;
    const { total } = this.#plan;
    const { available, taken, unknown } = this.#counts;
    const done = this.#done;
    const count = total === undefined || done >= total ? names(done) : `${done} of ${names(total)}`;
    const kept =
      this.#kept > 0 ? `; ${this.#kept} ${this.#kept === 1 ? 'was' : 'were'} there already` : '';
    const noNames =
      this.#noNames > 0
        ? ` (${this.#noNames} no domain ${this.#noNames === 1 ? 'name' : 'names'})`
        : '';
    const time = durationText(this.#ran);
    return `${count} in ${time}: ${this.#answered} answered, ${available} available, ${taken} taken, ${unknown} unknown${noNames}${kept}`;
  }

  /** For how long names have been asked. */
  get #ran(): number {
    const now = this.#clock.elapsed();
    return now - (this.#start ?? now);
  }

  get #done(): number {
    const { available, taken, unknown } = this.#counts;
    return available + taken + unknown;
  }

  /** Within the last window it is the limit that tells, and how much of it others have used. */
  #timeLeft(ran: number): string[] {
    if (this.#plan.total === undefined) return [];
    const left = this.#left(ran);
    return left < this.#plan.rate.windowMs ? [] : [`${durationText(left)} left`];
  }

  /** By the limit, or by how fast it has been if that is slower. */
  #left(ran: number): number {
    const { total = 0, rate } = this.#plan;
    const asked = this.#done - this.#kept;
    const left = total - this.#done;
    const byPace = asked > 0 ? (ran / asked) * left : 0;
    return Math.max(byPace, (left / rate.requests) * rate.windowMs);
  }

  /** Over a window at least: the first ones go out at once and say little. */
  #aMinute(ran: number): number {
    const { requests, windowMs } = this.#plan.rate;
    const asked = this.#done - this.#kept;
    const pace = asked / Math.max(ran, windowMs);
    return Math.round(60_000 * Math.min(pace, requests / windowMs));
  }
}

function names(count: number): string {
  return count === 1 ? '1 name' : `${count} names`;
}
