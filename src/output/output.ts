import type { Notice } from '../core/report.ts';
import { escapeForTerminal, toTerminalSafeJson } from '../core/text.ts';
import { type CliError, exitCodes, fileError, getSystemErrorCode } from '../errors.ts';
import type { System } from '../system/system.ts';
import type { RenderContext } from './field-list.ts';
import { formatWaitStatus, ProgressReporter, Spinner } from './progress.ts';
import {
  type ColorChoice,
  type Colorizer,
  createColorizer,
  type TextStyle,
  wrapText,
} from './terminal-text.ts';

/** Thrown if the reader of stdout exits early, as `head -1` does; dotaf then exits with code 0. */
export class BrokenPipeError extends Error {}

interface OutputOptions {
  color: () => ColorChoice;
  isQuiet: boolean;
  isVerbose: boolean;
  isJson: boolean;
  isHeld: boolean;
}

const waitNoteIntervalMs = 60_000;

export class OutputWriter {
  readonly isTerminal;
  readonly progress;
  readonly system;
  readonly options;
  failsOnBrokenPipe = true;
  /** With `--json`, messages queued until the next write to stdout; dropped if an error occurs. */
  #deferredNotes: string[] = [];
  #waitNote = Promise.resolve();
  #nextWaitNoteAt = 0;
  #isAbandoned = false;
  /** With `--cron`, buffers all output, to print it only if the run fails or has warnings. */
  #held: { answer: string; messages: string } | undefined;
  #hasWarned = false;
  /** Stops waiting for a write to stdout, which cannot complete while the reader is stalled. */
  #cancelWrite = () => {};

  constructor(system: System, options: OutputOptions) {
    const { stdout, stderr, env, clock } = system;
    const { isQuiet, isVerbose, isHeld } = options;
    const allowsProgress = !isQuiet && !isVerbose && !isHeld && !stdout.isPiped;
    const isStatic = env.TERM === 'dumb' || Boolean(env.ACCESSIBLE);
    const showsSpinner = stderr.isTTY && allowsProgress && !isStatic;
    const spinnerLine = showsSpinner ? new Spinner(stderr, clock) : undefined;
    this.progress = new ProgressReporter(spinnerLine, (waitStatus) => {
      const now = clock.elapsed();
      if (isQuiet || now < this.#nextWaitNoteAt) return;
      this.#nextWaitNoteAt = now + waitNoteIntervalMs;
      const print = () => this.#printMessage('dim', 'note:', formatWaitStatus(waitStatus));
      this.#waitNote = this.#waitNote.then(print);
    });
    this.system = system;
    this.options = options;
    this.isTerminal = stdout.isTTY;
    if (isHeld) this.#held = { answer: '', messages: '' };
  }

  async renderContext(): Promise<RenderContext> {
    const { stdout } = this.system;
    return {
      colorize: await this.colorizer(),
      columns: stdout.isTTY ? stdout.columns : Number.POSITIVE_INFINITY,
      today: this.system.today(),
      notes: [],
    };
  }

  colorizer(name: 'stdout' | 'stderr' = 'stdout'): Promise<Colorizer> {
    const { [name]: sink, env } = this.system;
    const { isJson, color } = this.options;
    return createColorizer(sink, env, isJson ? 'never' : color());
  }

  async writeAnswer(text: string) {
    if (text === '' || this.#isAbandoned) return;
    await this.#flush();
    if (this.#held) this.#held.answer += text;
    else await this.#writeStdout(text);
  }

  abandonOutput() {
    this.#isAbandoned = true;
    this.#cancelWrite();
  }

  async note(message: string) {
    if (!this.options.isQuiet) await this.#printMessage('dim', 'note:', message);
  }

  async warn(message: string) {
    this.#hasWarned = true;
    await this.#printMessage('warn', 'warning:', message);
  }

  async printNotices(notices: readonly Notice[]) {
    for (const { level, text } of notices) {
      await (level === 'warning' ? this.warn(text) : this.note(text));
    }
  }

  async trace(message: string) {
    const colorize = await this.colorizer('stderr');
    await this.#writeStderr(colorize('dim', escapeForTerminal(message)));
  }

  async info(lines: readonly string[]) {
    if (!this.options.isQuiet) await this.#writeStderr(lines.map(escapeForTerminal).join('\n'));
  }

  async error(error: CliError) {
    if (error.details.kind === 'silent') return;
    this.#deferredNotes = [];
    await this.#release().catch(() => {});
    if (this.options.isJson)
      return this.#writeStderr(toTerminalSafeJson({ error: error.toRecord() }));
    await this.#writeStderr(await this.#formatMessage('bad', 'error:', error.fullMessage));
    await this.#printStackAndHints(error);
  }

  async reportBug(error: CliError) {
    await this.warn(error.fullMessage);
    await this.#flush();
    await this.#printStackAndHints(error);
  }

  /** Prints queued messages and, if a `--cron` run failed or warned, its buffered output. */
  async finish(exitCode: number) {
    await this.#flush();
    if (exitCode !== exitCodes.success || this.#hasWarned) await this.#release();
  }

  /** True after `finish()` if --cron has suppressed all output. */
  get isSilenced() {
    return this.#held !== undefined;
  }

  async #flush() {
    await this.#waitNote;
    for (const line of this.#deferredNotes.splice(0)) await this.#writeStderr(line);
  }

  async #release() {
    const { answer = '', messages = '' } = this.#held ?? {};
    this.#held = undefined;
    try {
      if (answer !== '') await this.#writeStdout(answer);
    } finally {
      if (messages !== '') await this.system.stderr.write(messages).catch(() => {});
    }
  }

  async #writeStdout(text: string) {
    try {
      await new Promise<void>((resolve, reject) => {
        this.#cancelWrite = resolve;
        this.system.stdout.write(text).then(resolve, reject);
        if (this.#isAbandoned) resolve();
      });
    } catch (error) {
      if (getSystemErrorCode(error) !== 'EPIPE') throw fileError('cannot write to stdout', error);
      if (this.failsOnBrokenPipe) throw new BrokenPipeError();
      this.abandonOutput();
    }
  }

  async #printStackAndHints({ details: { cause }, hints }: CliError) {
    const [, ...frames] = cause?.stack?.split('\n') ?? [];
    for (const frame of frames) await this.#writeStderr(escapeForTerminal(frame));
    if (this.options.isJson) return;
    for (const hint of hints) await this.#printMessage('strong', 'hint:', hint);
  }

  async #printMessage(style: TextStyle, label: string, message: string) {
    // Do not wrap within a suggested command, so that it can be copied.
    const unbroken = message.replace(/\bdotaf .*?(?=;|, |$)/g, (commandLine) =>
      commandLine.replaceAll(' ', nbsp),
    );
    const line = await this.#formatMessage(style, label, unbroken);
    if (this.options.isJson) this.#deferredNotes.push(line);
    else await this.#writeStderr(line);
  }

  async #formatMessage(style: TextStyle, label: string, message: string) {
    const colorize = await this.colorizer('stderr');
    return `${colorize(style, label)} ${escapeForTerminal(message)}`;
  }

  async #writeStderr(text: string) {
    const { stderr } = this.system;
    const isWrapped = stderr.isTTY && !this.options.isJson;
    const lines = isWrapped ? await wrapText(text, stderr.columns) : [text];
    const output = `${lines.join('\n').replaceAll(nbsp, ' ')}\n`;
    if (this.#held) this.#held.messages += output;
    else await stderr.write(output).catch(() => {});
  }
}

const nbsp = '\u00a0';
