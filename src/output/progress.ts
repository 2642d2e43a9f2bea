import type { Ora } from 'ora';
import { safeText } from '../core/text.ts';
import type { Clock, TextSink } from '../platform/surroundings.ts';

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

/** A spinner on a terminal; elsewhere ora would print line after line. */
export function spinnerLine(sink: TextSink, clock: Clock, isColored: () => Promise<boolean>) {
  let spinner: Ora | undefined;
  let wanted: readonly string[] | undefined;
  let lineOf = ([first = '']: readonly string[]) => first;
  let cancelStart = () => {};

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
    spinner.start(lineOf(wanted));
  };

  return {
    show(parts: readonly string[]): void {
      const isNew = wanted === undefined;
      wanted = parts;
      if (spinner?.isSpinning) spinner.text = lineOf(parts);
      else if (isNew) cancelStart = clock.timer(delayMs, () => void start());
    },
    hide(): void {
      wanted = undefined;
      cancelStart();
      spinner?.stop();
    },
  };
}
