import type { Output } from './output.ts';

/** Lines that stand around the rows: the header, notes and the live line. */
const otherLines = 5;

/** One screen of rows, where a terminal shows what a file keeps as well. */
export class Screen {
  readonly #output: Pick<Output, 'note'>;
  readonly #file: string;
  #room: number;

  /** @param rows how many lines the terminal has */
  constructor(rows: number, output: Pick<Output, 'note'>, file: string) {
    this.#room = Math.max(1, rows - otherLines);
    this.#output = output;
    this.#file = file;
  }

  /** Tells whether a row is to be shown, and says so once if it is not. */
  async hasRoom(): Promise<boolean> {
    this.#room -= 1;
    if (this.#room === -1) await this.#output.note(`all further rows are only in '${this.#file}'`);
    return this.#room >= 0;
  }
}
