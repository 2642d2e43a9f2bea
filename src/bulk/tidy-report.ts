import type { TidyNotes } from './asked-names.ts';

/** What tidying changed, a note each up to a bound, and the rest as a number. */
export class TidyReport implements TidyNotes {
  readonly #most: number;
  #lines: string[] = [];
  #told = 0;
  #untold = 0;
  #duplicates = 0;

  /** @param most notes to tell one by one */
  constructor(most: number) {
    this.#most = most;
  }

  changed(input: string, names: string): void {
    if (this.#told >= this.#most) this.#untold += 1;
    else this.#lines.push(`'${withoutPassword(input)}' is read as ${names}`);
    this.#told += 1;
  }

  duplicate(): void {
    this.#duplicates += 1;
  }

  /** Tells what has not been told yet. */
  async tell(note: (text: string) => Promise<void>): Promise<void> {
    const lines = this.#lines;
    if (this.#untold > 0) lines.push(`${this.#untold} more were tidied in the same way`);
    if (this.#duplicates > 0) {
      lines.push(
        `${this.#duplicates} ${this.#duplicates === 1 ? 'duplicate is' : 'duplicates are'} left out`,
      );
    }
    this.#lines = [];
    this.#untold = 0;
    this.#duplicates = 0;
    for (const line of lines) await note(line);
  }
}

/** What is pasted may be an address with a password in it. */
export function withoutPassword(input: string): string {
  return input.replace(/^.*@/s, '…@');
}
