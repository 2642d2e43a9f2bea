import { toDay } from '../core/dates.ts';
import type { Notice } from '../core/notices.ts';
import { escapeForTerminal, toSafeJson } from '../core/text.ts';
import { type Failure, fileFailure, systemCode } from '../errors.ts';
import type { WaitStatus } from '../platform/countdown.ts';
import type { System } from '../platform/surroundings.ts';
import { type ColorChoice, type Paint, painter, type Style } from './color.ts';
import type { Screen } from './kind.ts';
import { wrapped } from './measure.ts';
import { Progress, SpinnerLine, waitingText } from './progress.ts';

/** The reader of stdout has gone, as after `| head -1`: not a failure, and nothing more to say. */
export class ReaderGone extends Error {}

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
  /** False where a file has the answers, so that the run goes on when the reader is gone. */
  failsOnBrokenPipe = true;
  /** Under `--json` stderr has one line if the command fails, so notes wait for the answer. */
  #heldNotes: string[] = [];
  #hasFailed = false;
  #waitNote: Promise<void> | undefined;
  #isAbandoned = false;
  /** Ends the wait for a reader who may never read. */
  #giveUp = () => {};

  constructor(system: System, options: OutputOptions) {
    const { stdout, stderr, env, clock } = system;
    const { isQuiet, isVerbose } = options;
    const isFree = !isQuiet && !isVerbose && !stdout.isPiped;
    const isLive = stderr.isTTY && isFree && env.TERM !== 'dumb';
    const line = isLive ? new SpinnerLine(stderr, clock) : undefined;
    this.progress = new Progress(line, (waiting) => this.#tellOfLongWait(waiting));
    this.system = system;
    this.options = options;
    this.isTerminal = stdout.isTTY;
  }

  async screen(): Promise<Screen> {
    const { stdout, clock } = this.system;
    return {
      paint: await this.painter(),
      columns: stdout.isTTY ? stdout.columns : Number.POSITIVE_INFINITY,
      today: toDay(clock.now()),
      notes: [],
    };
  }

  painter(name: 'stdout' | 'stderr' = 'stdout'): Promise<Paint> {
    const { [name]: sink, env } = this.system;
    const { isJson, color } = this.options;
    return painter(sink, env, isJson ? 'never' : color());
  }

  /** Writes a text that has been made safe. @throws ReaderGone, or Failure `io` */
  async answer(text: string): Promise<void> {
    if (text === '' || this.#isAbandoned) return;
    await this.flush();
    try {
      await new Promise<void>((resolve, reject) => {
        this.#giveUp = resolve;
        this.system.stdout.write(text).then(resolve, reject);
      });
    } catch (error) {
      if (systemCode(error) !== 'EPIPE') throw fileFailure('io', 'cannot write to stdout', error);
      if (this.failsOnBrokenPipe) throw new ReaderGone();
      this.abandonOutput();
    }
  }

  abandonOutput(): void {
    this.#isAbandoned = true;
    this.#giveUp();
  }

  async note(text: string): Promise<void> {
    if (!this.options.isQuiet) await this.#mention('dim', 'note:', text);
  }

  /** Warnings are never hidden, since they change how the answer must be read. */
  async warning(text: string): Promise<void> {
    await this.#mention('warn', 'warning:', text);
  }

  async report(notices: readonly Notice[]): Promise<void> {
    for (const { level, text } of notices) await this[level](text);
  }

  async hint(steps: readonly string[]): Promise<void> {
    if (this.options.isJson) return;
    for (const step of steps)
      await this.#tell(await this.#labelled('strong', 'hint:', unbroken(step)));
  }

  async trace(text: string): Promise<void> {
    if (!this.options.isVerbose) return;
    const paint = await this.painter('stderr');
    await this.#tell(paint('dim', escapeForTerminal(text)));
  }

  async aside(lines: readonly string[]): Promise<void> {
    if (!this.options.isQuiet) await this.#tell(lines.map(escapeForTerminal).join('\n'));
  }

  async failure(failure: Failure): Promise<void> {
    if (failure.details.isSilent) return;
    this.#hasFailed = true;
    if (this.options.isJson) return this.#tell(toSafeJson({ error: failure.record() }));
    await this.#tell(await this.#labelled('bad', 'error:', failure.text));
    await this.#next(failure);
  }

  async bug(failure: Failure): Promise<void> {
    await this.warning(failure.text);
    await this.flush();
    await this.#next(failure);
  }

  #tellOfLongWait(waiting: WaitStatus): void {
    if (waiting.isAnnounced && !this.options.isQuiet) return;
    // A long wait is told once in a run, also where only the answer is wanted.
    this.#waitNote ??= this.#mention('dim', 'note:', waitingText(waiting));
  }

  async flush(): Promise<void> {
    await this.#waitNote;
    const held = this.#heldNotes;
    this.#heldNotes = [];
    // A run that was stopped may go on until the process ends, and has said its last.
    for (const line of this.#hasFailed ? [] : held) await this.#tell(line);
  }

  async #next({ details: { cause }, hints }: Failure): Promise<void> {
    const [, ...calls] = cause?.stack?.split('\n') ?? [];
    for (const call of calls) await this.#tell(escapeForTerminal(call));
    await this.hint(hints);
  }

  async #mention(style: Style, label: string, text: string): Promise<void> {
    const line = await this.#labelled(style, label, unbroken(text));
    if (this.options.isJson) this.#heldNotes.push(line);
    else await this.#tell(line);
  }

  async #labelled(style: Style, label: string, text: string): Promise<string> {
    const paint = await this.painter('stderr');
    return `${paint(style, label)} ${escapeForTerminal(text)}`;
  }

  async #tell(text: string): Promise<void> {
    const { stderr } = this.system;
    const isWrapped = stderr.isTTY && !this.options.isJson;
    const lines = isWrapped ? await wrapped(text, stderr.columns) : [text];
    // When stderr itself is gone or full, there is nobody left to tell.
    await stderr.write(`${lines.join('\n').replaceAll(hardSpace, ' ')}\n`).catch(() => {});
  }
}

const hardSpace = '\u00a0';

/** Keeps a line to type on one line of the screen, so that it can be copied. */
function unbroken(text: string): string {
  return text.replace(/\bdotaf .*?(?=;|, |$)/g, (line) => line.replaceAll(' ', hardSpace));
}
