import type { Ora } from 'ora';
import type { Clock, JobControl, TextSink } from '../platform/surroundings.ts';

/** A faster answer needs no spinner. */
const delayMs = 150;

const lookAgainMs = 1000;

/** What ora puts before the text, and the last cell, which some terminals do not fill. */
const besideText = 3;

/** A line with a spinner on a terminal; elsewhere ora would print line after line. */
export function spinnerLine(
  sink: TextSink,
  clock: Clock,
  jobControl: JobControl,
  isUnicode: boolean,
  isColored: () => Promise<boolean>,
) {
  let spinner: Ora | undefined;
  let wanted: string | undefined;
  let fitted = (text: string) => text;
  let cancelTimer = () => {};
  let forgetJob: (() => void) | undefined;

  const draw = () => {
    if (spinner === undefined || wanted === undefined || forgetJob === undefined) return;
    if (spinner.isSpinning) spinner.text = fitted(wanted);
    else if (jobControl.isForeground()) spinner.start(fitted(wanted));
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
    const [{ default: ora }, { cut, prepareToMeasure }, inColor] = await Promise.all([
      import('ora'),
      import('./measure.ts'),
      isColored(),
    ]);
    // A text that is shown later may need it, and ora has loaded most of it.
    await prepareToMeasure(['…']);
    fitted = (text) => cut(text, sink.columns - besideText);
    if (wanted === undefined) return;
    spinner ??= ora({
      stream: sink.stream,
      // On its own it would print a line for each text in a CI job, even one with a terminal.
      isEnabled: true,
      discardStdin: false,
      spinner: isUnicode ? 'dots' : 'line',
      color: inColor ? 'cyan' : false,
    });
    forgetJob ??= jobControl.onSuspend(clear, resume);
    draw();
  };

  return {
    show(text: string): void {
      const isNew = wanted === undefined;
      wanted = text;
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
