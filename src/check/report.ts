import type { Availability } from '../api/answers.ts';
import { counted, durationText, requestsText } from '../core/durations.ts';
import type { Rate } from '../core/periods.ts';
import { availabilityOf } from '../core/service-words.ts';
import type { Output } from '../output/output.ts';
import type { Row } from '../output/row.ts';
import type { Clock } from '../platform/surroundings.ts';
import type { OpenNames } from './names.ts';

const redrawEveryMs = 100;

export class RunReport {
  readonly #rate: Rate;
  readonly #output: Pick<Output, 'isLive' | 'note' | 'work'>;
  readonly #clock: Clock;
  readonly #start: number;
  readonly #rows = { all: 0, inFile: 0, answered: 0, available: 0, taken: 0, unknown: 0 };
  #names: number | undefined;
  #drawnAt = Number.NEGATIVE_INFINITY;

  constructor(rate: Rate, output: Pick<Output, 'isLive' | 'note' | 'work'>, clock: Clock) {
    this.#rate = rate;
    this.#output = output;
    this.#clock = clock;
    this.#start = clock.elapsed();
  }

  /** @param inFile names that need no request */
  async begin(count: OpenNames['count'], inFile: number): Promise<void> {
    if (!this.#output.isLive) return;
    // Whoever reads the list for its names says what is wrong with it.
    this.#names = await count?.().catch(() => undefined);
    if (this.#names === undefined) return;
    const requests = requestsText(Math.max(0, this.#names - inFile), this.#rate);
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
    this.#output.work(() => this.#progress);
  }

  async end(): Promise<void> {
    this.#output.work(undefined);
    const { all, inFile, answered } = this.#rows;
    if (all < 2) return;
    const time = durationText(this.#clock.elapsed() - this.#start);
    const known = inFile > 0 ? `; ${inFile} already in the file` : '';
    await this.#output.note(
      `${all} names in ${time}: ${answered} answered, ${this.#availabilities}${known}`,
    );
  }

  /** How much is done, and the time left: by the limit, or by the speed so far if that is slower. */
  get #progress(): string[] {
    const { all, inFile } = this.#rows;
    if (this.#names === undefined) return [`${all} done`, this.#availabilities];
    const { requests, windowMs } = this.#rate;
    const asked = all - inFile;
    const bySpeed = asked > 0 ? (this.#clock.elapsed() - this.#start) / asked : 0;
    const ms = (this.#names - all) * Math.max(bySpeed, windowMs / requests);
    const done = `${all} of ${this.#names}`;
    const left = ms < windowMs ? [] : [`${durationText(ms)} left`];
    return [done, ...left, this.#availabilities];
  }

  get #availabilities(): string {
    const { available, taken, unknown } = this.#rows;
    return `${available} available, ${taken} taken${unknown > 0 ? `, ${unknown} unknown` : ''}`;
  }
}
