import type { Ora } from 'ora';
import { safeText } from '../core/safe-text.ts';
import type { Clock, TextSink } from '../platform/surroundings.ts';

/** A line that is drawn again and again; what is written meanwhile appears above it. */
export interface LiveLine {
  /** @param parts the first is always shown, the others while there is room for them */
  show(parts: readonly string[]): void;
  hide(): void;
}

/** Shows what is under way. */
export class Progress {
  readonly #line: LiveLine | undefined;
  /** The work that is under way, the latest last. */
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

  /**
   * Shows these parts in place of the task.
   *
   * @param details asked for whenever the line is drawn, the most important part first; undefined
   *   when there are none any more
   */
  detail(details: (() => readonly string[]) | undefined): void {
    this.#details = details;
    this.#draw();
  }

  /** @param reason why the work does not go on just now; undefined when it does */
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

/** An answer that comes sooner than this needs no spinner. */
const delayMs = 150;

/** A spinner on a terminal; elsewhere ora would print line after line. */
export function spinnerLine(
  sink: TextSink,
  clock: Clock,
  isColored: () => Promise<boolean>,
): LiveLine {
  let spinner: Ora | undefined;
  let wanted: readonly string[] | undefined;
  let lineOf: (parts: readonly string[]) => string = ([first = '']) => first;
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
    show(parts) {
      const isNew = wanted === undefined;
      wanted = parts;
      if (spinner?.isSpinning) spinner.text = lineOf(parts);
      else if (isNew) cancelStart = clock.timer(delayMs, () => void start());
    },
    hide() {
      wanted = undefined;
      cancelStart();
      spinner?.stop();
    },
  };
}
