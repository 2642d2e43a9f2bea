import type { Availability } from '../api/types.ts';
import { counted, durationText, requestsText } from '../core/durations.ts';
import type { Rate } from '../core/periods.ts';
import { availabilityOf } from '../core/service-words.ts';
import type { Output } from '../output/output.ts';
import type { WorkParts } from '../output/progress.ts';
import type { Row } from '../output/row.ts';
import type { Clock } from '../platform/surroundings.ts';

export interface Size {
  /** Counts the rows to come, and those of them that need a request. */
  total: number;
  requests: number;
}

export interface RunPlan {
  /** Undefined for a list, until it is counted. */
  size?: Size | undefined;
  /** Undefined for a list that can be read only once. */
  count?: (() => Promise<Size>) | undefined;
  rate: Rate;
  /** A file keeps the rows. */
  isKept: boolean;
}

type ReportOutput = Pick<Output, 'live' | 'isQuiet' | 'note' | 'work'>;

const redrawEveryMs = 100;

/** Where nobody sees a line move. */
const noteEveryMs = 60_000;

export class RunReport {
  readonly #plan: RunPlan;
  readonly #output: ReportOutput;
  readonly #clock: Clock;
  #size: Size | undefined;
  #start: number | undefined;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #cancelNote = () => {};
  #isOver = false;
  readonly #counts = { available: 0, taken: 0, unknown: 0 };
  #answered = 0;
  #notNames = 0;
  /** Rows that an earlier run has left in the file, and those of them that took a request. */
  readonly #inFile = { rows: 0, requests: 0 };

  constructor(plan: RunPlan, output: ReportOutput, clock: Clock) {
    this.#plan = plan;
    this.#size = plan.size;
    this.#output = output;
    this.#clock = clock;
  }

  /** Comes after the rows that are already in the file. */
  async begin(): Promise<void> {
    this.#start = this.#clock.elapsed();
    if (this.#output.live !== undefined) {
      this.#size ??= await this.#plan.count?.();
      const { plan } = this;
      if (plan !== undefined) await this.#output.note(plan);
      this.#draw();
    } else if (!this.#output.isQuiet) this.#noteLater();
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
    this.#isOver = true;
    this.#cancelNote();
    this.#output.work(undefined);
    const { summary } = this;
    if (summary !== undefined) await this.#output.note(summary);
  }

  get plan(): string | undefined {
    if (this.#size === undefined) return undefined;
    const { total, requests } = this.#size;
    const inFile =
      this.#inFile.rows > 0 ? `, ${this.#inFile.rows} of them already in the file` : '';
    const left = Math.max(0, requests - this.#inFile.requests);
    return `${counted(total, 'name')} to check${inFile}; ${requestsText(left, this.#plan.rate)}`;
  }

  get progress(): WorkParts {
    return {
      main: [this.#bar() + this.#doneText, ...this.#timeLeft()],
      more: [
        ...(this.#plan.isKept ? ['Ctrl-C keeps everything'] : []),
        this.#countsText,
        `${this.#perMinute()} a minute`,
      ],
    };
  }

  get summary(): string | undefined {
    if (this.#start === undefined || this.#done <= 1) return undefined;
    const { total = 0 } = this.#size ?? {};
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
    if (this.#output.live === undefined || now - this.#drawnAt < redrawEveryMs) return;
    this.#drawnAt = now;
    this.#output.work(() => this.progress);
  }

  #noteLater(): void {
    this.#cancelNote = this.#clock.timer(noteEveryMs, async () => {
      // Only a run that takes so long reads its list twice, if the list is still there.
      this.#size ??= await this.#plan.count?.().catch(() => undefined);
      if (this.#isOver) return;
      this.#noteLater();
      const parts = [this.#doneText, ...this.#timeLeft(), this.#countsText];
      await this.#output.note(parts.join('; '));
    });
  }

  #bar(): string {
    const { columns, isUnicode } = this.#output.live ?? {};
    if (this.#size === undefined || columns === undefined) return '';
    const share = Math.min(1, this.#done / this.#size.total);
    const width = columns < 60 ? 6 : columns < 100 ? 10 : 20;
    const filled = Math.floor(share * width);
    const [full, empty] = isUnicode ? ['█', '░'] : ['#', '.'];
    const percent = String(Math.floor(share * 100)).padStart(3);
    return `${full.repeat(filled)}${empty.repeat(width - filled)}${percent}% `;
  }

  get #doneText(): string {
    return this.#size === undefined ? `${this.#done} done` : `${this.#done} of ${this.#size.total}`;
  }

  get #countsText(): string {
    const { available, taken, unknown } = this.#counts;
    return `${available} available, ${taken} taken${unknown > 0 ? `, ${unknown} unknown` : ''}`;
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
    const { rate } = this.#plan;
    if (this.#size === undefined) return [];
    const { total } = this.#size;
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
