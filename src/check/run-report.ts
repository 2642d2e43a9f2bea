import type { Availability } from '../api/answers.ts';
import { durationText } from '../core/durations.ts';
import type { Rate } from '../core/periods.ts';
import { availabilityOf } from '../core/service-words.ts';
import type { Output } from '../output/output.ts';
import type { Progress } from '../output/progress.ts';
import type { Row } from '../output/row.ts';
import type { Clock } from '../platform/surroundings.ts';

interface RunReportOptions {
  rate: Rate;
  output: Pick<Output, 'note'>;
  progress: Pick<Progress, 'work'>;
  clock: Clock;
  names: number;
}

export class RunReport {
  readonly #options: RunReportOptions;
  readonly #start: number;
  readonly #states = { available: 0, taken: 0, unknown: 0 };
  #rows = 0;
  #answered = 0;

  constructor(options: RunReportOptions) {
    this.#options = options;
    this.#start = options.clock.elapsed();
  }

  count(row: Row<Availability>): void {
    const answer = 'value' in row ? row.value : undefined;
    this.#states[availabilityOf(answer)] += 1;
    this.#rows += 1;
    if (answer !== undefined) this.#answered += 1;
    this.#options.progress.work(() => this.#progress());
  }

  async end(): Promise<void> {
    const { output, progress, clock } = this.#options;
    progress.work(undefined);
    if (this.#rows < 2) return;
    const took = durationText(clock.elapsed() - this.#start);
    await output.note(
      `${this.#rows} names in ${took}: ${this.#answered} answered, ${this.#availabilities}`,
    );
  }

  #progress(): string[] {
    const { rate, names } = this.#options;
    const left = names - this.#rows;
    const leftMs = (left * rate.windowMs) / rate.requests;
    const time = this.#answered > 0 ? [`${durationText(leftMs)} left`] : [];
    return [`${this.#rows} of ${names}`, ...time, this.#availabilities];
  }

  get #availabilities(): string {
    const { available, taken, unknown } = this.#states;
    const others = unknown > 0 ? `, ${unknown} unknown` : '';
    return `${available} available, ${taken} taken${others}`;
  }
}
