import { toIsoDate } from '../core/dates.ts';
import type { Notice } from '../core/notices.ts';
import { escapeForTerminal, toTerminalSafeJson } from '../core/text.ts';
import { type Failure, fileFailure, systemErrorCode } from '../errors.ts';
import type { WaitStatus } from '../system/countdown.ts';
import type { System } from '../system/system.ts';
import { type ColorChoice, type Colorizer, createColorizer, type TextStyle } from './color.ts';
import type { RenderContext } from './field-list.ts';
import { formatWait, Progress, SpinnerLine } from './progress.ts';
import { wrapText } from './text-width.ts';

/** Thrown when the reader of stdout exits, as in `| head -1`; dotaf then stops with exit code 0. */
export class BrokenPipeError extends Error {}

interface OutputOptions {
  color: () => ColorChoice;
  isQuiet: boolean;
  isVerbose: boolean;
  isJson: boolean;
}

export class Output {
  readonly isTerminal: boolean;
  readonly progress: Progress;
  readonly system: System;
  readonly options: OutputOptions;
  /** False if the results also go to a file: the command then continues after a broken pipe. */
  failsOnBrokenPipe = true;
  /** With `--json`, notes are queued until output starts: on failure, stderr has only the error. */
  #deferredNotes: string[] = [];
  #hasFailed = false;
  #waitNote: Promise<void> | undefined;
  #isAbandoned = false;
  /** Stops waiting for a pending write to stdout, whose reader may have stalled. */
  #cancelWrite = () => {};

  constructor(system: System, options: OutputOptions) {
    const { stdout, stderr, env, clock } = system;
    const { isQuiet, isVerbose } = options;
    const allowsProgress = !isQuiet && !isVerbose && !stdout.isPiped;
    const showsSpinner = stderr.isTTY && allowsProgress && env.TERM !== 'dumb';
    const spinnerLine = showsSpinner ? new SpinnerLine(stderr, clock) : undefined;
    this.progress = new Progress(spinnerLine, (waitStatus) => this.#noteLongWait(waitStatus));
    this.system = system;
    this.options = options;
    this.isTerminal = stdout.isTTY;
  }

  async renderContext(): Promise<RenderContext> {
    const { stdout, clock } = this.system;
    return {
      colorize: await this.colorizer(),
      columns: stdout.isTTY ? stdout.columns : Number.POSITIVE_INFINITY,
      today: toIsoDate(clock.now()),
      notes: [],
    };
  }

  colorizer(name: 'stdout' | 'stderr' = 'stdout'): Promise<Colorizer> {
    const { [name]: sink, env } = this.system;
    const { isJson, color } = this.options;
    return createColorizer(sink, env, isJson ? 'never' : color());
  }

  /** Writes already escaped text to stdout. @throws BrokenPipeError, or Failure `io` */
  async writeAnswer(text: string): Promise<void> {
    if (text === '' || this.#isAbandoned) return;
    await this.flush();
    try {
      await new Promise<void>((resolve, reject) => {
        this.#cancelWrite = resolve;
        this.system.stdout.write(text).then(resolve, reject);
      });
    } catch (error) {
      if (systemErrorCode(error) !== 'EPIPE')
        throw fileFailure('io', 'cannot write to stdout', error);
      if (this.failsOnBrokenPipe) throw new BrokenPipeError();
      this.abandonOutput();
    }
  }

  abandonOutput(): void {
    this.#isAbandoned = true;
    this.#cancelWrite();
  }

  async note(message: string): Promise<void> {
    if (!this.options.isQuiet) await this.#printMessage('dim', 'note:', message);
  }

  /** Prints a warning even with `--quiet`, since it affects how the output must be read. */
  async warn(message: string): Promise<void> {
    await this.#printMessage('warn', 'warning:', message);
  }

  async printNotices(notices: readonly Notice[]): Promise<void> {
    for (const { level, text } of notices) {
      await (level === 'warning' ? this.warn(text) : this.note(text));
    }
  }

  async hint(steps: readonly string[]): Promise<void> {
    if (this.options.isJson) return;
    for (const step of steps)
      await this.#writeStderr(
        await this.#formatMessage('strong', 'hint:', preventCommandWrapping(step)),
      );
  }

  async trace(message: string): Promise<void> {
    if (!this.options.isVerbose) return;
    const colorize = await this.colorizer('stderr');
    await this.#writeStderr(colorize('dim', escapeForTerminal(message)));
  }

  async info(lines: readonly string[]): Promise<void> {
    if (!this.options.isQuiet) await this.#writeStderr(lines.map(escapeForTerminal).join('\n'));
  }

  async error(failure: Failure): Promise<void> {
    if (failure.details.isSilent) return;
    this.#hasFailed = true;
    if (this.options.isJson)
      return this.#writeStderr(toTerminalSafeJson({ error: failure.toRecord() }));
    await this.#writeStderr(await this.#formatMessage('bad', 'error:', failure.fullMessage));
    await this.#printStackAndHints(failure);
  }

  async reportBug(failure: Failure): Promise<void> {
    await this.warn(failure.fullMessage);
    await this.flush();
    await this.#printStackAndHints(failure);
  }

  #noteLongWait(waitStatus: WaitStatus): void {
    if (waitStatus.isAnnounced && !this.options.isQuiet) return;
    // Announce a long wait once per run, even with `--quiet`.
    this.#waitNote ??= this.#printMessage('dim', 'note:', formatWait(waitStatus));
  }

  async flush(): Promise<void> {
    await this.#waitNote;
    const deferredNotes = this.#deferredNotes;
    this.#deferredNotes = [];
    // Drop queued notes after an error: an aborted command may run on until the process exits.
    for (const line of this.#hasFailed ? [] : deferredNotes) await this.#writeStderr(line);
  }

  async #printStackAndHints({ details: { cause }, hints }: Failure): Promise<void> {
    const [, ...frames] = cause?.stack?.split('\n') ?? [];
    for (const frame of frames) await this.#writeStderr(escapeForTerminal(frame));
    await this.hint(hints);
  }

  async #printMessage(style: TextStyle, label: string, message: string): Promise<void> {
    const line = await this.#formatMessage(style, label, preventCommandWrapping(message));
    if (this.options.isJson) this.#deferredNotes.push(line);
    else await this.#writeStderr(line);
  }

  async #formatMessage(style: TextStyle, label: string, message: string): Promise<string> {
    const colorize = await this.colorizer('stderr');
    return `${colorize(style, label)} ${escapeForTerminal(message)}`;
  }

  async #writeStderr(text: string): Promise<void> {
    const { stderr } = this.system;
    const isWrapped = stderr.isTTY && !this.options.isJson;
    const lines = isWrapped ? await wrapText(text, stderr.columns) : [text];
    // Ignore a failed write: a closed or full stderr leaves no place to report the error.
    await stderr.write(`${lines.join('\n').replaceAll(nbsp, ' ')}\n`).catch(() => {});
  }
}

const nbsp = '\u00a0';

/** Puts no-break spaces into `dotaf …` commands, so that a command to copy is not wrapped. */
function preventCommandWrapping(text: string): string {
  return text.replace(/\bdotaf .*?(?=;|, |$)/g, (commandLine) => commandLine.replaceAll(' ', nbsp));
}
