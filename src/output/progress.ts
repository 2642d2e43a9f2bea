import { durationText } from '../core/durations.ts';
import { safeText } from '../core/text.ts';
import type { Waiting } from '../platform/countdown.ts';
import type { LinePart, spinnerLine } from './spinner-line.ts';

type LiveLine = ReturnType<typeof spinnerLine>;

/** Texts that say how much of a long run is done, and how much remains. */
export interface WorkParts {
  /** The most important first. */
  main: readonly string[];
  /** After the reason of a pause. */
  more: readonly string[];
}

/** Nobody wonders why nothing happens for less. */
const longWaitMs = 5000;

export class Progress {
  #line: LiveLine | undefined;
  readonly #tellOfLongWait: (waiting: Waiting) => void;
  readonly #tasks: string[] = [];
  #work: (() => WorkParts) | undefined;
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

  /** @param parts shown in place of the task */
  work(parts: (() => WorkParts) | undefined): void {
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
    this.#line?.hide();
    this.#line = undefined;
  }

  #draw(): void {
    if (this.#line === undefined) return;
    const waiting = this.#waiting === undefined ? [] : [waitingTexts(this.#waiting)];
    const work = this.#work?.();
    const tasks = this.#tasks.slice(-1).map(alone);
    const parts: LinePart[] =
      work === undefined
        ? [...waiting, ...tasks].slice(0, 1)
        : [...work.main.map(alone), ...waiting, ...work.more.map(alone)];
    if (parts.length === 0) this.#line.hide();
    else this.#line.show(parts.map((forms) => forms.map(safeText)));
  }
}

/** The long form first: `waiting 47 s for the rate limit (60 requests a minute)`. */
export function waitingTexts({ leftMs, reason, account }: Waiting): readonly [string, string] {
  const time = durationText(1000 * Math.max(1, Math.ceil(leftMs / 1000)));
  const short = `${account === undefined ? '' : `${account}: `}waiting ${time}`;
  return [`${short} ${reason}`, short];
}

function alone(text: string): LinePart {
  return [text];
}
