import type { Availability } from '../api/types.ts';
import { counted, durationText, requestsText } from '../core/durations.ts';
import type { Rate } from '../core/periods.ts';
import { availabilityOf } from '../core/service-words.ts';
import type { Output } from '../output/output.ts';
import type { Row } from '../output/row.ts';
import type { Clock } from '../platform/surroundings.ts';

export interface RunPlan {
  /** Counts the rows to come, if that is known, and those that need a request. */
  total: number | undefined;
  requests: number;
  rate: Rate;
}

type ReportOutput = Pick<Output, 'isLive' | 'note' | 'work'>;

const redrawEveryMs = 100;

export class RunReport {
  readonly #plan: RunPlan;
  readonly #output: ReportOutput;
  readonly #clock: Clock;
  #start: number | undefined;
  #drawnAt = Number.NEGATIVE_INFINITY;
  readonly #counts = { available: 0, taken: 0, unknown: 0 };
  #answered = 0;
  #notNames = 0;
  /** Rows that an earlier run has left in the file, and those of them that took a request. */
  readonly #inFile = { rows: 0, requests: 0 };

  constructor(plan: RunPlan, output: ReportOutput, clock: Clock) {
    this.#plan = plan;
    this.#output = output;
    this.#clock = clock;
  }

  /** Comes after the rows that are already in the file. */
  async begin(): Promise<void> {
    this.#start = this.#clock.elapsed();
    const { plan } = this;
    if (this.#output.isLive && plan !== undefined) await this.#output.note(plan);
    this.#draw();
  }

  count(row: Row<Availability>): void {
    const answer = 'value' in row ? row.value : undefined;
    const isName = !('failure' in row) || row.failure.code !== 'invalid_name';
    this.#counts[availabilityOf(answer)] += 1;
    if (answer !== undefined) this.#answered += 1;
    if (!isName) this.#notNames += 1;
    if (row.isKept) {
      this.#inFile.rows += 1;
      if (isName) this.#inFile.requests += 1;
    }
    this.#draw();
  }

  async end(): Promise<void> {
    this.#output.work(undefined);
    const { summary } = this;
    if (summary !== undefined) await this.#output.note(summary);
  }

  get plan(): string | undefined {
    const { total, requests, rate } = this.#plan;
    if (total === undefined) return undefined;
    const inFile =
      this.#inFile.rows > 0 ? `, ${this.#inFile.rows} of them already in the file` : '';
    const left = Math.max(0, requests - this.#inFile.requests);
    return `${counted(total, 'name')} to check${inFile}; ${requestsText(left, rate)}`;
  }

  get progress(): string[] {
    const { total } = this.#plan;
    const { available, taken, unknown } = this.#counts;
    return [
      total === undefined ? `${this.#done} done` : `${this.#done} of ${total}`,
      ...this.#timeLeft(),
      `${available} available, ${taken} taken${unknown > 0 ? `, ${unknown} unknown` : ''}`,
      `${this.#perMinute()} a minute`,
    ];
  }

  get summary(): string | undefined {
    if (this.#start === undefined || this.#done <= 1) return undefined;
    const { total = 0 } = this.#plan;
    const { available, taken, unknown } = this.#counts;
    const names =
      this.#done < total
        ? `${this.#done} of ${counted(total, 'name')}`
        : counted(this.#done, 'name');
    const notNames =
      this.#notNames > 0
        ? ` (${this.#notNames} not ${this.#notNames === 1 ? 'a domain name' : 'domain names'})`
        : '';
    const inFile = this.#inFile.rows > 0 ? `; ${this.#inFile.rows} already in the file` : '';
    return `${names} in ${durationText(this.#elapsed)}: ${this.#answered} answered, ${available} available, ${taken} taken, ${unknown} unknown${notNames}${inFile}`;
  }

  #draw(): void {
    const now = this.#clock.elapsed();
    if (!this.#output.isLive || now - this.#drawnAt < redrawEveryMs) return;
    this.#drawnAt = now;
    this.#output.work(() => this.progress);
  }

  get #elapsed(): number {
    const now = this.#clock.elapsed();
    return now - (this.#start ?? now);
  }

  get #done(): number {
    const { available, taken, unknown } = this.#counts;
    return available + taken + unknown;
  }

  /** By the limit, or by the speed so far if that is slower; nothing of the last window. */
  #timeLeft(): string[] {
    const { total, rate } = this.#plan;
    if (total === undefined) return [];
    const asked = this.#done - this.#inFile.rows;
    const left = total - this.#done;
    const bySpeed = asked > 0 ? (this.#elapsed / asked) * left : 0;
    const ms = Math.max(bySpeed, (left / rate.requests) * rate.windowMs);
    return ms < rate.windowMs ? [] : [`${durationText(ms)} left`];
  }

  /** Over a window at least: the first requests go out at once and say little. */
  #perMinute(): number {
    const { requests, windowMs } = this.#plan.rate;
    const asked = this.#done - this.#inFile.rows;
    const speed = asked / Math.max(this.#elapsed, windowMs);
    return Math.round(60_000 * Math.min(speed, requests / windowMs));
  }
}
