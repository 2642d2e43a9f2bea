import type { Ora } from 'ora';
import { escapeForTerminal, formatDuration } from '../core/text.ts';
import type { WaitStatus } from '../platform/countdown.ts';
import type { Clock, TextSink } from '../platform/surroundings.ts';

/** A faster answer needs no spinner. */
const delayMs = 150;

/** Ora puts two cells before the text, and some terminals do not fill the last one. */
const besideText = 3;

/** In a shorter wait, nobody wonders why nothing happens. */
const longWaitMs = 5000;

type LiveLine = Pick<SpinnerLine, 'show' | 'hide'>;

export class Progress {
  #line: LiveLine | undefined;
  #isAsking = false;
  #work: (() => readonly string[]) | undefined;
  #waiting: WaitStatus | undefined;
  readonly #tellOfLongWait: (waiting: WaitStatus) => void;

  constructor(line: LiveLine | undefined, tellOfLongWait: (waiting: WaitStatus) => void) {
    this.#line = line;
    this.#tellOfLongWait = tellOfLongWait;
  }

  async withSpinner<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isAsking = true;
    this.#draw();
    try {
      return await work();
    } finally {
      this.#isAsking = false;
      this.#draw();
    }
  }

  /** @param parts say how far a long run is, the most important first */
  work(parts: (() => readonly string[]) | undefined): void {
    this.#work = parts;
    this.#draw();
  }

  wait(waiting: WaitStatus | undefined): void {
    this.#waiting = waiting;
    this.#draw();
    if (!waiting || this.#line) return;
    const { remainingMs = Number.POSITIVE_INFINITY } = waiting;
    if (remainingMs > longWaitMs) this.#tellOfLongWait(waiting);
  }

  hide(): void {
    this.#line?.hide();
  }

  end(): void {
    this.hide();
    this.#line = undefined;
  }

  #draw(): void {
    const phrases = [...(this.#work?.() ?? [])];
    if (this.#waiting) phrases.push(waitingText(this.#waiting));
    if (phrases.length === 0 && this.#isAsking) phrases.push('asking');
    if (phrases.length === 0) this.hide();
    else this.#line?.show(phrases.map(escapeForTerminal));
  }
}

/** A line with a spinner, for a terminal: elsewhere ora would print line after line. */
export class SpinnerLine {
  readonly #terminal: Pick<TextSink, 'stream' | 'columns'>;
  readonly #clock: Clock;
  #spinner: Ora | undefined;
  #wanted: string | undefined;
  #cancelStart = () => {};

  constructor(terminal: Pick<TextSink, 'stream' | 'columns'>, clock: Clock) {
    this.#terminal = terminal;
    this.#clock = clock;
  }

  /** @param phrases the most important first; those that find no room are left out */
  show(phrases: readonly string[]): void {
    const isNew = this.#wanted === undefined;
    const room = this.#terminal.columns - besideText;
    const counts = phrases.map((_, index) => phrases.slice(0, index + 1).join('; '));
    const text = counts.findLast(({ length }) => length <= room) ?? phrases[0] ?? '';
    this.#wanted = text.slice(0, room);
    if (isNew) this.#cancelStart = this.#clock.timer(delayMs, () => void this.#start());
    else if (this.#spinner) this.#spinner.text = this.#wanted;
  }

  hide(): void {
    this.#wanted = undefined;
    this.#cancelStart();
    this.#spinner?.stop();
    this.#spinner = undefined;
  }

  async #start(): Promise<void> {
    const { default: ora } = await import('ora');
    if (this.#wanted === undefined || this.#spinner) return;
    this.#spinner = ora({
      text: this.#wanted,
      stream: this.#terminal.stream,
      // Otherwise ora prints a line for each text in a CI job, even one with a terminal.
      isEnabled: true,
      discardStdin: false,
      spinner: 'dots',
      color: false,
    }).start();
  }
}

export function waitingText({ remainingMs, reason }: WaitStatus): string {
  if (remainingMs === undefined) return `waiting ${reason}`;
  const time = formatDuration(1000 * Math.max(1, Math.ceil(remainingMs / 1000)));
  return `waiting ${time} ${reason}`;
}
