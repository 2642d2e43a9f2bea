import type { Ora } from 'ora';
import { escapeForTerminal, formatDuration } from '../core/text.ts';
import type { WaitStatus } from '../system/countdown.ts';
import type { Clock, TextSink } from '../system/system.ts';

/** Delays the spinner, so that it does not flash when a response is fast. */
const spinnerDelayMs = 150;

/** Columns for the spinner, a space, and the last column, which some terminals cannot use. */
const reservedColumns = 3;

const longWaitMs = 5000;

type StatusLine = Pick<Spinner, 'show' | 'hide'>;

export class ProgressReporter {
  #statusLine: StatusLine | undefined;
  #isBusy = false;
  #getStatus: (() => readonly string[]) | undefined;
  #waitStatus: WaitStatus | undefined;
  readonly #onLongWait: (waitStatus: WaitStatus) => void;

  constructor(statusLine: StatusLine | undefined, onLongWait: (waitStatus: WaitStatus) => void) {
    this.#statusLine = statusLine;
    this.#onLongWait = onLongWait;
  }

  async withSpinner<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#isBusy = true;
    this.#draw();
    try {
      return await work();
    } finally {
      this.#isBusy = false;
      this.#draw();
    }
  }

  setStatus(getStatus: (() => readonly string[]) | undefined) {
    this.#getStatus = getStatus;
    this.#draw();
  }

  setWait(waitStatus: WaitStatus | undefined) {
    this.#waitStatus = waitStatus;
    this.#draw();
    if (!waitStatus || this.#statusLine) return;
    const { remainingMs = Number.POSITIVE_INFINITY } = waitStatus;
    if (remainingMs > longWaitMs) this.#onLongWait(waitStatus);
  }

  hide() {
    this.#statusLine?.hide();
  }

  stop() {
    this.hide();
    this.#statusLine = undefined;
  }

  #draw() {
    const phrases = [...(this.#getStatus?.() ?? [])];
    if (this.#waitStatus) phrases.push(formatWaitStatus(this.#waitStatus));
    if (phrases.length === 0 && this.#isBusy) phrases.push('asking');
    if (phrases.length === 0) this.hide();
    else this.#statusLine?.show(phrases.map(escapeForTerminal));
  }
}

export class Spinner {
  readonly #terminal;
  readonly #clock;
  #spinner: Ora | undefined;
  #text: string | undefined;
  #cancelStart = () => {};

  constructor(terminal: TextSink, clock: Clock) {
    this.#terminal = terminal;
    this.#clock = clock;
  }

  show(phrases: readonly string[]) {
    const isNew = this.#text === undefined;
    const width = this.#terminal.columns - reservedColumns;
    this.#text = fitPhrases(phrases, width);
    if (isNew) this.#cancelStart = this.#clock.timer(spinnerDelayMs, () => void this.#start());
    else if (this.#spinner) this.#spinner.text = this.#text;
  }

  hide() {
    this.#text = undefined;
    this.#cancelStart();
    this.#spinner?.stop();
    this.#spinner = undefined;
  }

  async #start() {
    const { default: ora } = await import('ora');
    if (this.#text === undefined || this.#spinner) return;
    this.#spinner = ora({
      text: this.#text,
      stream: this.#terminal.stream,
      isEnabled: true,
      discardStdin: false,
      spinner: 'dots',
      color: false,
    }).start();
  }
}

/** Shortens the status line. The first phrase (`3 of 10`) and the last (wait time) stay longest. */
function fitPhrases(phrases: readonly string[], width: number) {
  const kept = [...phrases];
  while (kept.length > 1 && kept.join('; ').length > width) kept.splice(-2, 1);
  return kept.join('; ').slice(0, width);
}

export function formatWaitStatus({ remainingMs, reason }: WaitStatus) {
  if (remainingMs === undefined) return `waiting ${reason}`;
  const time = formatDuration(1000 * Math.max(1, Math.ceil(remainingMs / 1000)));
  return `waiting ${time} ${reason}`;
}
