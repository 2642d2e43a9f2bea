import type { Ora } from 'ora';
import { durationText } from '../core/durations.ts';
import { safeText } from '../core/text.ts';
import type { Waiting } from '../platform/countdown.ts';
import type { Clock, JobControl, TextSink } from '../platform/surroundings.ts';

/** A faster answer needs no spinner. */
const delayMs = 150;

const lookAgainMs = 1000;

/** Ora puts two cells before the text, and some terminals do not fill the last one. */
const besideText = 3;

/** In a shorter wait nobody wonders why nothing happens. */
const longWaitMs = 5000;

interface LiveLine {
  show(text: string): void;
  hide(): void;
}

export class Progress {
  #line: LiveLine | undefined;
  readonly #tasks: string[] = [];
  #work: (() => readonly string[]) | undefined;
  #waiting: Waiting | undefined;

  /** @param line undefined where nobody would see it */
  constructor(line: LiveLine | undefined) {
    this.#line = line;
  }

  get isLive(): boolean {
    return this.#line !== undefined;
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

  /** @param parts say how far a long run is, the most important first, in place of the task */
  work(parts: (() => readonly string[]) | undefined): void {
    this.#work = parts;
    this.#draw();
  }

  wait(waiting: Waiting | undefined): void {
    this.#waiting = waiting;
    this.#draw();
    const isLong = waiting !== undefined && waiting.leftMs > longWaitMs;
    if (isLong && !this.isLive) this.tellOfLongWait(waiting);
  }

  /** Called once a second where there is no live line. */
  protected tellOfLongWait(_: Waiting): void {}

  hideProgress(): void {
    this.#line?.hide();
  }

  endProgress(): void {
    this.hideProgress();
    this.#line = undefined;
  }

  #draw(): void {
    const waits = this.#waiting === undefined ? [] : [waitingText(this.#waiting)];
    const texts = [...(this.#work?.() ?? []), ...waits];
    const text = texts.length > 0 ? texts.join('; ') : this.#tasks.at(-1);
    if (text === undefined) this.hideProgress();
    else this.#line?.show(safeText(text));
  }
}

/** A line with a spinner on a terminal; elsewhere ora would print line after line. */
export function spinnerLine(
  terminal: Pick<TextSink, 'stream' | 'columns'>,
  clock: Clock,
  jobControl: JobControl,
  isUnicode: boolean,
): LiveLine {
  let spinner: Ora | undefined;
  let wanted: string | undefined;
  let cancelTimer = () => {};
  let forgetJob: (() => void) | undefined;

  const draw = () => {
    if (spinner === undefined || wanted === undefined || forgetJob === undefined) return;
    if (spinner.isSpinning) spinner.text = wanted;
    else if (jobControl.isForeground()) spinner.start(wanted);
    else {
      // A shell need not tell a process that runs already when it comes to the foreground.
      cancelTimer();
      cancelTimer = clock.timer(lookAgainMs, draw);
    }
  };
  const clear = () => {
    if (spinner?.isSpinning) spinner.stop();
  };
  const resume = () => {
    // Whatever the terminal shows now, it is no longer the line that was there.
    clear();
    draw();
  };
  const start = async () => {
    const { default: ora } = await import('ora');
    if (wanted === undefined) return;
    spinner ??= ora({
      stream: terminal.stream,
      // On its own it would print a line for each text in a CI job, even one with a terminal.
      isEnabled: true,
      discardStdin: false,
      spinner: isUnicode ? 'dots' : 'line',
      color: false,
    });
    forgetJob ??= jobControl.onSuspend(clear, resume);
    draw();
  };

  return {
    show(text) {
      const isNew = wanted === undefined;
      wanted = text.slice(0, terminal.columns - besideText);
      if (isNew) cancelTimer = clock.timer(delayMs, () => void start());
      else draw();
    },
    hide() {
      wanted = undefined;
      cancelTimer();
      forgetJob?.();
      forgetJob = undefined;
      clear();
    },
  };
}

export function waitingText({ leftMs, reason, account }: Waiting): string {
  const time = durationText(1000 * Math.max(1, Math.ceil(leftMs / 1000)));
  return `${account === undefined ? '' : `${account}: `}waiting ${time} ${reason}`;
}
