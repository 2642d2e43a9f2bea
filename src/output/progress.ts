import type { Ora } from 'ora';
import { safeText } from '../core/text.ts';
import type { Clock, JobControl, TextSink } from '../platform/surroundings.ts';

type LiveLine = ReturnType<typeof spinnerLine>;

export class Progress {
  readonly #line: LiveLine | undefined;
  readonly #tasks: string[] = [];
  #details: (() => readonly string[]) | undefined;
  #pause: string | undefined;

  /** @param line undefined where nobody would see it */
  constructor(line: LiveLine | undefined) {
    this.#line = line;
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

  /** @param details shown in place of the task, the most important first */
  detail(details: (() => readonly string[]) | undefined): void {
    this.#details = details;
    this.#draw();
  }

  /** @param reason why the work is paused */
  pause(reason: string | undefined): void {
    this.#pause = reason;
    this.#draw();
  }

  hide(): void {
    this.#line?.hide();
  }

  #draw(): void {
    if (this.#line === undefined) return;
    const [first = this.#tasks.at(-1), ...others] = this.#details?.() ?? [];
    const head = [first, this.#pause].filter((part) => part !== undefined).join('; ');
    if (head === '') this.#line.hide();
    else this.#line.show([head, ...others].map(safeText));
  }
}

/** A faster answer needs no spinner. */
const delayMs = 150;

const lookAgainMs = 1000;

/** A spinner on a terminal; elsewhere ora would print line after line. */
export function spinnerLine(
  sink: TextSink,
  clock: Clock,
  jobControl: JobControl,
  isColored: () => Promise<boolean>,
) {
  let spinner: Ora | undefined;
  let wanted: readonly string[] | undefined;
  let lineOf = ([first = '']: readonly string[]) => first;
  let cancelTimer = () => {};
  let forgetJob: (() => void) | undefined;

  const draw = () => {
    if (spinner === undefined || wanted === undefined || forgetJob === undefined) return;
    if (spinner.isSpinning) spinner.text = lineOf(wanted);
    else if (jobControl.isForeground()) spinner.start(lineOf(wanted));
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
    const [{ default: ora }, { fitted }, inColor] = await Promise.all([
      import('ora'),
      import('./measure.ts'),
      isColored(),
    ]);
    lineOf = (parts) => fitted(parts, sink.columns - 3);
    if (wanted === undefined) return;
    spinner ??= ora({
      stream: sink.stream,
      // On its own it would print a line for each text in a CI job, even one with a terminal.
      isEnabled: true,
      discardStdin: false,
      color: inColor ? 'cyan' : false,
    });
    forgetJob ??= jobControl.onSuspend(clear, resume);
    draw();
  };

  return {
    show(parts: readonly string[]): void {
      const isNew = wanted === undefined;
      wanted = parts;
      if (isNew) cancelTimer = clock.timer(delayMs, () => void start());
      else draw();
    },
    hide(): void {
      wanted = undefined;
      cancelTimer();
      forgetJob?.();
      forgetJob = undefined;
      clear();
    },
  };
}
