import type { TextSink } from '../platform/surroundings.ts';
import type { Output } from './output.ts';

/** Lines that stand around the rows: the header, notes and the live line. */
const otherLines = 5;

/** Holds one screen of rows, where a terminal shows what a file keeps as well. */
export class Screen {
  readonly #output: Pick<Output, 'note'>;
  readonly #file: string | undefined;
  #room: number;

  /** @param file undefined where the terminal is the only place for the rows */
  constructor(
    { isTTY, rows }: Pick<TextSink, 'isTTY' | 'rows'>,
    output: Pick<Output, 'note'>,
    file: string | undefined,
  ) {
    const isBounded = isTTY && file !== undefined;
    this.#room = isBounded ? Math.max(1, rows - otherLines) : Number.POSITIVE_INFINITY;
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
