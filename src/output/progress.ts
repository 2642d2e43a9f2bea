import { durationText } from '../core/durations.ts';
import { safeText } from '../core/text.ts';
import type { Waiting } from '../platform/countdown.ts';
import type { spinnerLine } from './spinner-line.ts';

type LiveLine = ReturnType<typeof spinnerLine>;

/** Nobody wonders why nothing happens for less. */
const longWaitMs = 5000;

export class Progress {
  #line: LiveLine | undefined;
  readonly #tellOfLongWait: (waiting: Waiting) => void;
  readonly #tasks: string[] = [];
  #work: (() => readonly string[]) | undefined;
  #waiting: Waiting | undefined;

  /**
   * @param line undefined where nobody would see it
   * @param tellOfLongWait called in place of it, once a second
   */
  constructor(line: LiveLine | undefined, tellOfLongWait: (waiting: Waiting) => void) {
    this.#line = line;
    this.#tellOfLongWait = tellOfLongWait;
  }

  async whileWorking<Result>(task: string, work: () => Promise<Result>): Promise<Result> {
    this.#tasks.push(task);
    this.#draw();
    try {
      return await work();
    } finally {
      this.#tasks.splice(this.#tasks.lastIndexOf(task), 1);
      this.#draw();
    }
  }

  /** @param parts how far a long run is, the most important first; shown in place of the task */
  work(parts: (() => readonly string[]) | undefined): void {
    this.#work = parts;
    this.#draw();
  }

  wait(waiting: Waiting | undefined): void {
    this.#waiting = waiting;
    this.#draw();
    const isLong = waiting !== undefined && waiting.leftMs > longWaitMs;
    if (isLong && this.#line === undefined) this.#tellOfLongWait(waiting);
  }

  hide(): void {
    this.#line?.hide();
  }

  /** From now on nothing is drawn. */
  silence(): void {
    this.hide();
    this.#line = undefined;
  }

  #draw(): void {
    const waiting = this.#waiting && waitingText(this.#waiting);
    const texts = [...(this.#work?.() ?? []), waiting].filter((text) => text !== undefined);
    const text = texts.length > 0 ? texts.join('; ') : this.#tasks.at(-1);
    if (text === undefined) this.hide();
    else this.#line?.show(safeText(text));
  }
}

/** As `waiting 47 s for the rate limit (60 requests a minute)`. */
export function waitingText({ leftMs, reason, account }: Waiting): string {
  const time = durationText(1000 * Math.max(1, Math.ceil(leftMs / 1000)));
  return `${account === undefined ? '' : `${account}: `}waiting ${time} ${reason}`;
}
