import type { Waiting } from '../platform/countdown.ts';
import { Output } from './output.ts';

/** What one of several accounts has to say, with its name before it. */
export class LabelledOutput extends Output {
  readonly #all: Output;
  readonly #label: string;

  constructor(all: Output, label: string) {
    super(all.options);
    this.#all = all;
    this.#label = label;
  }

  override note(text: string): Promise<void> {
    return this.#all.note(`${this.#label}: ${text}`);
  }

  override warning(text: string): Promise<void> {
    return this.#all.warning(`${this.#label}: ${text}`);
  }

  override trace(text: string): Promise<void> {
    return this.#all.trace(`${this.#label} ${text}`);
  }

  override wait(waiting: Waiting | undefined): void {
    this.#all.wait(waiting && { ...waiting, account: this.#label });
  }
}
