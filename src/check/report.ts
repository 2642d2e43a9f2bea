import type { Availability } from '../api/types.ts';
import { counted, durationText, requestsText } from '../core/durations.ts';
import type { Rate } from '../core/periods.ts';
import { availabilityOf } from '../core/service-words.ts';
import type { Output } from '../output/output.ts';
import type { WorkParts } from '../output/progress.ts';
import type { Row } from '../output/row.ts';
import type { Clock } from '../platform/surroundings.ts';

/** What a list holds, when it is counted. */
export interface Size {
  names: number;
  /** Those of them that the file holds, and those that take a request. */
  inFile: number;
  requests: number;
}

export interface RunPlan {
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

const barWidth = 10;

/** Says what a run is going to do, how far it is, and at last what came of it. */
export class RunReport {
  readonly #plan: RunPlan;
  readonly #output: ReportOutput;
  readonly #clock: Clock;
  readonly #rows = { all: 0, inFile: 0, asked: 0, answered: 0, notNames: 0 };
  readonly #found = { available: 0, taken: 0, unknown: 0 };
  #size: Size | undefined;
  /** While the run lasts. */
  #start: number | undefined;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #cancelNote = () => {};

  constructor(plan: RunPlan, output: ReportOutput, clock: Clock) {
    this.#plan = plan;
    this.#output = output;
    this.#clock = clock;
  }

  async begin(): Promise<void> {
    this.#start = this.#clock.elapsed();
    if (this.#output.live !== undefined) {
      await this.#countNames();
      if (this.#size !== undefined) await this.#output.note(planText(this.#size, this.#plan.rate));
      this.#draw();
    } else if (!this.#output.isQuiet) this.#noteLater();
  }

  count(row: Row<Availability>): void {
    const answer = 'value' in row ? row.value : undefined;
    const isName = !('failure' in row) || row.failure.code !== 'invalid_name';
    this.#found[availabilityOf(answer)] += 1;
    this.#rows.all += 1;
    if (answer !== undefined) this.#rows.answered += 1;
    if (!isName) this.#rows.notNames += 1;
    if (row.isKept) this.#rows.inFile += 1;
    else if (isName) this.#rows.asked += 1;
    this.#draw();
  }

  async end(): Promise<void> {
    this.#cancelNote();
    this.#output.work(undefined);
    const summary = this.#start !== undefined && this.#rows.all > 1 ? this.#summary : undefined;
    this.#start = undefined;
    if (summary !== undefined) await this.#output.note(summary);
  }

  #draw(): void {
    const now = this.#clock.elapsed();
    if (this.#output.live === undefined || now - this.#drawnAt < redrawEveryMs) return;
    this.#drawnAt = now;
    this.#output.work(() => this.#progress);
  }

  #noteLater(): void {
    this.#cancelNote = this.#clock.timer(noteEveryMs, async () => {
      // Only a run that takes so long reads its list twice, if the list is still there.
      await this.#countNames().catch(() => {});
      if (this.#start === undefined) return;
      this.#noteLater();
      await this.#output.note([this.#done, ...this.#timeLeft, this.#availabilities].join('; '));
    });
  }

  async #countNames(): Promise<void> {
    if (this.#size !== undefined || this.#plan.count === undefined) return;
    const size = await this.#plan.count();
    // A name of the file that has come by now is counted as one to ask.
    this.#size = { ...size, requests: size.requests - this.#rows.inFile };
  }

  get #progress(): WorkParts {
    const keeps = this.#plan.isKept ? ['Ctrl-C keeps everything'] : [];
    return {
      main: [this.#bar + this.#done, ...this.#timeLeft],
      more: [...keeps, this.#availabilities],
    };
  }

  get #summary(): string {
    const { all, inFile, answered, notNames } = this.#rows;
    const { available, taken, unknown } = this.#found;
    const isCut = this.#size !== undefined && all < this.#size.names;
    const names = isCut ? `${all} of ${this.#size?.names} names` : counted(all, 'name');
    const parts = [
      `${names} in ${durationText(this.#elapsed)}: ${answered} answered`,
      `${available} available, ${taken} taken, ${unknown} unknown`,
    ];
    const are = notNames === 1 ? 'a domain name' : 'domain names';
    const faults = notNames > 0 ? ` (${notNames} not ${are})` : '';
    return parts.join(', ') + faults + (inFile > 0 ? `; ${inFile} already in the file` : '');
  }

  get #bar(): string {
    if (this.#size === undefined || this.#output.live === undefined) return '';
    const share = Math.min(1, this.#rows.all / this.#size.names);
    const filled = Math.floor(share * barWidth);
    const [full, empty] = this.#output.live.isUnicode ? ['█', '░'] : ['#', '.'];
    const percent = String(Math.floor(share * 100)).padStart(3);
    return `${full.repeat(filled)}${empty.repeat(barWidth - filled)}${percent}% `;
  }

  get #done(): string {
    const { all } = this.#rows;
    return this.#size === undefined ? `${all} done` : `${all} of ${this.#size.names}`;
  }

  get #availabilities(): string {
    const { available, taken, unknown } = this.#found;
    return `${available} available, ${taken} taken${unknown > 0 ? `, ${unknown} unknown` : ''}`;
  }

  get #elapsed(): number {
    const now = this.#clock.elapsed();
    return now - (this.#start ?? now);
  }

  /** By the limit, or by the speed so far if that is slower; nothing of the last window. */
  get #timeLeft(): string[] {
    const { requests, windowMs } = this.#plan.rate;
    if (this.#size === undefined) return [];
    const { asked } = this.#rows;
    const left = this.#size.requests - asked;
    const bySpeed = asked > 0 ? (this.#elapsed / asked) * left : 0;
    const ms = Math.max(bySpeed, (left / requests) * windowMs);
    return ms < windowMs ? [] : [`${durationText(ms)} left`];
  }
}

function planText({ names, inFile, requests }: Size, rate: Rate): string {
  const known = inFile > 0 ? `, ${inFile} of them already in the file` : '';
  return `${counted(names, 'name')} to check${known}; ${requestsText(requests, rate)}`;
}
