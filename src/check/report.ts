import type { Availability } from '../api/answers.ts';
import { counted, durationText, requestsText } from '../core/durations.ts';
import type { Rate } from '../core/periods.ts';
import { availabilityOf } from '../core/service-words.ts';
import type { Output } from '../output/output.ts';
import type { Row } from '../output/row.ts';
import type { Clock } from '../platform/surroundings.ts';

export interface RunPlan {
  rate: Rate;
  count?: (() => Promise<number | undefined>) | undefined;
  /** Names that need no request. */
  inFile: number;
}

const redrawEveryMs = 100;

/** Where nobody sees a line move. */
const noteEveryMs = 60_000;

/** Says what a run is going to do, how far it is, and at last what came of it. */
export class RunReport {
  readonly #plan: RunPlan;
  readonly #output: Pick<Output, 'isLive' | 'note' | 'work'>;
  readonly #clock: Clock;
  readonly #start: number;
  readonly #rows = { all: 0, inFile: 0, answered: 0, available: 0, taken: 0, unknown: 0 };
  /** Undefined while they have not been counted. */
  #names: number | undefined;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #cancelNote = () => {};

  constructor(plan: RunPlan, output: Pick<Output, 'isLive' | 'note' | 'work'>, clock: Clock) {
    this.#plan = plan;
    this.#output = output;
    this.#clock = clock;
    this.#start = clock.elapsed();
  }

  async begin(): Promise<void> {
    if (!this.#output.isLive) return this.#noteLater();
    await this.#countNames();
    if (this.#names === undefined) return;
    const { rate, inFile } = this.#plan;
    const requests = requestsText(Math.max(0, this.#names - inFile), rate);
    await this.#output.note(`${counted(this.#names, 'name')} to check; ${requests}`);
  }

  count(row: Row<Availability>): void {
    const answer = 'value' in row ? row.value : undefined;
    this.#rows[availabilityOf(answer)] += 1;
    this.#rows.all += 1;
    if (answer !== undefined) this.#rows.answered += 1;
    if (row.isKept) this.#rows.inFile += 1;
    const now = this.#clock.elapsed();
    if (!this.#output.isLive || now - this.#drawnAt < redrawEveryMs) return;
    this.#drawnAt = now;
    this.#output.work(() => ({ main: this.#progress, more: [this.#availabilities] }));
  }

  async end(): Promise<void> {
    this.#cancelNote();
    this.#output.work(undefined);
    const { all, inFile, answered } = this.#rows;
    if (all < 2) return;
    const time = durationText(this.#clock.elapsed() - this.#start);
    const known = inFile > 0 ? `; ${inFile} already in the file` : '';
    await this.#output.note(
      `${all} names in ${time}: ${answered} answered, ${this.#availabilities}${known}`,
    );
  }

  #noteLater(): void {
    this.#cancelNote = this.#clock.timer(noteEveryMs, async () => {
      this.#noteLater();
      // Only a run that takes so long reads its list twice.
      await this.#countNames();
      await this.#output.note([...this.#progress, this.#availabilities].join('; '));
    });
  }

  async #countNames(): Promise<void> {
    // Whoever reads the list for its names says what is wrong with it.
    this.#names ??= await this.#plan.count?.().catch(() => undefined);
  }

  /** How much is done, and the time left: by the limit, or by the speed so far if that is slower. */
  get #progress(): string[] {
    const { all, inFile } = this.#rows;
    if (this.#names === undefined) return [`${all} done`];
    const { requests, windowMs } = this.#plan.rate;
    const asked = all - inFile;
    const bySpeed = asked > 0 ? (this.#clock.elapsed() - this.#start) / asked : 0;
    const ms = (this.#names - all) * Math.max(bySpeed, windowMs / requests);
    const done = `${all} of ${this.#names}`;
    return ms < windowMs ? [done] : [done, `${durationText(ms)} left`];
  }

  get #availabilities(): string {
    const { available, taken, unknown } = this.#rows;
    return `${available} available, ${taken} taken${unknown > 0 ? `, ${unknown} unknown` : ''}`;
  }
}
