import type { Ora } from 'ora';
import type { Clock, TextSink } from '../core/surroundings.ts';
import { cut, widthOf } from './measure.ts';

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
export function terminalProgress(sink: TextSink, clock: Clock, isColored: () => boolean): Progress {
  let spinner: Ora | undefined;
  let wanted: string | undefined;
  let cancelStart = () => {};

  const start = async () => {
    const { default: ora } = await import('ora');
    if (wanted === undefined) return;
    spinner ??= ora({
      stream: sink.stream,
      // Its own guess takes a terminal of a CI job for none, and prints a line for each text.
      isEnabled: true,
      discardStdin: false,
      color: isColored() ? 'cyan' : false,
    });
    spinner.start(wanted);
  };

  return {
    show(parts) {
      const isNew = wanted === undefined;
      wanted = fitted(parts, sink.columns - 3);
      if (spinner?.isSpinning) spinner.text = wanted;
      else if (isNew) cancelStart = clock.timer(patienceMs, () => void start());
    },
    hide() {
      wanted = undefined;
      cancelStart();
      spinner?.stop();
    },
  };
}

/** As many parts as fit, whole; the first is cut when even that does not. */
function fitted([first = '', ...others]: readonly string[], room: number): string {
  let line = cut(first, room);
  for (const part of others) {
    const longer = `${line}; ${part}`;
    if (widthOf(longer) <= room) line = longer;
  }
  return line;
}
