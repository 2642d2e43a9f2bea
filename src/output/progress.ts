import type { Ora } from 'ora';
import type { Clock, TextSink } from '../platform/surroundings.ts';

/** A live line on stderr; what is written meanwhile appears above it. */
export interface Progress {
  /** @param parts the first always shown, the others while there is room for them */
  show(parts: readonly string[]): void;
  hide(): void;
}

export const noProgress: Progress = { show() {}, hide() {} };

/** An answer that comes sooner than this needs no spinner. */
const patienceMs = 150;

/** A spinner for a terminal; ora would print lines even where there is none, so never elsewhere. */
export function terminalProgress(
  sink: TextSink,
  clock: Clock,
  isColored: () => Promise<boolean>,
): Progress {
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
      // Its own guess takes a terminal of a CI job for none, and prints a line for each text.
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
      else if (isNew) cancelStart = clock.timer(patienceMs, () => void start());
    },
    hide() {
      wanted = undefined;
      cancelStart();
      spinner?.stop();
    },
  };
}
