import type { Ora } from 'ora';
import type { Clock, JobControl, TextSink } from '../platform/surroundings.ts';

/** A text in its forms, of which the first that fits is shown. */
export type LinePart = readonly string[];

/** A faster answer needs no spinner. */
const delayMs = 150;

const lookAgainMs = 1000;

/** A spinner on a terminal; elsewhere ora would print line after line. */
export function spinnerLine(
  sink: TextSink,
  clock: Clock,
  jobControl: JobControl,
  isUnicode: boolean,
  isColored: () => Promise<boolean>,
) {
  let spinner: Ora | undefined;
  let wanted: readonly LinePart[] | undefined;
  let lineOf = ([[first = ''] = []]: readonly LinePart[]) => first;
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
    const [{ default: ora }, measure, inColor] = await Promise.all([
      import('ora'),
      import('./measure.ts'),
      isColored(),
    ]);
    // A text that is shown later may need it, and ora has loaded most of it.
    await measure.prepareToMeasure(['…']);
    lineOf = (parts) => fitted(parts, sink.columns - 3, measure);
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
    show(parts: readonly LinePart[]): void {
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

type Measure = Pick<typeof import('./measure.ts'), 'cut' | 'widthOf'>;

/** The parts that fit, each in its first form that does; of the first part there is always some. */
function fitted(
  [first = [], ...others]: readonly LinePart[],
  room: number,
  { cut, widthOf }: Measure,
): string {
  const fits = (text: string) => widthOf(text) <= room;
  let line = first.find(fits) ?? cut(first.at(-1) ?? '', room);
  for (const forms of others) line = forms.map((form) => `${line}; ${form}`).find(fits) ?? line;
  return line;
}
