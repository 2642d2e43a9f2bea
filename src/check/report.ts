import type { Availability } from '../api/answers.ts';
import { counted, durationText, requestsText } from '../core/durations.ts';
import type { Rate } from '../core/periods.ts';
import { availabilityOf } from '../core/service-words.ts';
import type { Output } from '../output/output.ts';
import type { WorkParts } from '../output/progress.ts';
import type { Row } from '../output/row.ts';
import type { Clock } from '../platform/surroundings.ts';

/** The counts of a list. */
export interface Size {
  names: number;
  /** Those of them that the file holds. */
  inFile: number;
}

export interface RunPlan {
  /** Undefined for a list that can be read only once. */
  count?: (() => Promise<Size>) | undefined;
  rate: Rate;
  /** A file keeps the rows. */
  isKept: boolean;
}

const redrawEveryMs = 100;

/** Where nobody sees a line move. */
const noteEveryMs = 60_000;

const barWidth = 10;

/** Says what a run is going to do, how far it is, and at last what came of it. */
export class RunReport {
  readonly #plan: RunPlan;
  readonly #output: Pick<Output, 'live' | 'note' | 'work'>;
  readonly #clock: Clock;
  readonly #rows = { all: 0, inFile: 0, answered: 0 };
  readonly #found = { available: 0, taken: 0, unknown: 0 };
  #size: Size | undefined;
  #start = 0;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #cancelNote = () => {};

  constructor(plan: RunPlan, output: Pick<Output, 'live' | 'note' | 'work'>, clock: Clock) {
    this.#plan = plan;
    this.#output = output;
    this.#clock = clock;
  }

  async begin(): Promise<void> {
    this.#start = this.#clock.elapsed();
    if (this.#output.live === undefined) return this.#noteLater();
    this.#size = await this.#plan.count?.();
    if (this.#size !== undefined) await this.#output.note(planText(this.#size, this.#plan.rate));
    this.#draw();
  }

  count(row: Row<Availability>): void {
    const answer = 'value' in row ? row.value : undefined;
    this.#found[availabilityOf(answer)] += 1;
    this.#rows.all += 1;
    if (answer !== undefined) this.#rows.answered += 1;
    if (row.isKept) this.#rows.inFile += 1;
    this.#draw();
  }

  async end(): Promise<void> {
    this.#cancelNote();
    this.#output.work(undefined);
    const { all, inFile, answered } = this.#rows;
    if (all < 2) return;
    const names = this.#size !== undefined && all < this.#size.names ? this.#done : String(all);
    const time = durationText(this.#clock.elapsed() - this.#start);
    const known = inFile > 0 ? `; ${inFile} already in the file` : '';
    await this.#output.note(
      `${names} names in ${time}: ${answered} answered, ${this.#availabilities}${known}`,
    );
  }

  #draw(): void {
    const now = this.#clock.elapsed();
    if (this.#output.live === undefined || now - this.#drawnAt < redrawEveryMs) return;
    this.#drawnAt = now;
    this.#output.work(() => this.#progress);
  }

  #noteLater(): void {
    this.#cancelNote = this.#clock.timer(noteEveryMs, async () => {
      this.#noteLater();
      // Only a run that takes so long reads its list twice, if the list is still there.
      this.#size ??= await this.#plan.count?.().catch(() => undefined);
      await this.#output.note([this.#done, ...this.#timeLeft, this.#availabilities].join('; '));
    });
  }

  get #progress(): WorkParts {
    const keeps = this.#plan.isKept ? ['Ctrl-C keeps everything'] : [];
    return {
      main: [this.#bar + this.#done, ...this.#timeLeft],
      more: [...keeps, this.#availabilities],
    };
  }

  get #bar(): string {
    if (this.#size === undefined) return '';
    const share = Math.min(1, this.#rows.all / this.#size.names);
    const filled = Math.floor(share * barWidth);
    const [full, empty] = this.#output.live?.isUnicode ? ['█', '░'] : ['#', '.'];
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

  /** By the limit, or by the speed so far if that is slower; nothing of the last window. */
  get #timeLeft(): string[] {
    if (this.#size === undefined) return [];
    const { requests, windowMs } = this.#plan.rate;
    const { all, inFile } = this.#rows;
    const asked = all - inFile;
    const bySpeed = asked > 0 ? (this.#clock.elapsed() - this.#start) / asked : 0;
    const ms = (this.#size.names - all) * Math.max(bySpeed, windowMs / requests);
    return ms < windowMs ? [] : [`${durationText(ms)} left`];
  }
}

function planText({ names, inFile }: Size, rate: Rate): string {
  const known = inFile > 0 ? `, ${inFile} of them already in the file` : '';
  return `${counted(names, 'name')} to check${known}; ${requestsText(names - inFile, rate)}`;
}
