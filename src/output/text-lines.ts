import { gap } from './widths.ts';

/**
 * The lines of one row. A text that does not fit where it belongs begins a line, so that those
 * beside it keep their places; in a pipe a row is one line, and the others give way.
 */
export class TextLines {
  readonly #fitInto: number;
  readonly #done: string[] = [];
  #line = '';
  #used = 0;

  /** @param fitInto infinite in a pipe */
  constructor(fitInto: number) {
    this.#fitInto = fitInto;
  }

  /**
   * @param text as it is printed, with its colour
   * @param width the cells that it takes
   * @param wanted the cell where it should begin
   */
  place(text: string, width: number, wanted: number): void {
    if (width === 0) return;
    const free = this.#used === 0 ? 0 : this.#used + gap.length;
    let from = Math.max(0, Math.min(wanted, this.#fitInto - width));
    if (from < free) {
      if (Number.isFinite(this.#fitInto)) this.#break();
      else from = free;
    }
    this.#line += ' '.repeat(from - this.#used) + text;
    this.#used = from + width;
  }

  hasRoom(width: number, wanted: number): boolean {
    const free = this.#used === 0 ? 0 : this.#used + gap.length;
    return Math.max(free, wanted) + width <= this.#fitInto;
  }

  /** @param line as it is printed */
  add(line: string): void {
    this.#break();
    this.#line = line;
    this.#used = Number.POSITIVE_INFINITY;
  }

  get text(): string {
    return [...this.#done, this.#line].join('\n');
  }

  #break(): void {
    if (this.#used > 0) this.#done.push(this.#line);
    this.#line = '';
    this.#used = 0;
  }
}
