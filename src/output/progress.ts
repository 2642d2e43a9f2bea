import type { Ora } from 'ora';
import type { Clock, TextSink } from '../core/surroundings.ts';
import { cut } from './measure.ts';

/** A live line on stderr; what is written meanwhile appears above it. */
export interface Progress {
  show(text: string): void;
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
    show(text) {
      const isNew = wanted === undefined;
      wanted = cut(text, sink.columns - 3);
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
