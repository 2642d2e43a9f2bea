import { safeJson, safeText } from '../core/text.ts';
import type { Failure } from '../errors.ts';
import type { Waiting } from '../platform/countdown.ts';
import type { Environment, Surroundings } from '../platform/surroundings.ts';
import { AnswerWriter } from './answer-writer.ts';
import type { Screen } from './cell.ts';
import { type ColorChoice, type Paint, painter, type Style } from './color.ts';
import { Progress, waitingText } from './progress.ts';
import { spinnerLine } from './spinner-line.ts';

/** The options of the command line that are about output. */
export interface OutputOptions {
  color: () => ColorChoice;
  /** Only the answer is wanted. */
  isQuiet: boolean;
  isVerbose: boolean;
  isJson: boolean;
}

export class Output {
  readonly progress: Progress;
  /** True when stdout is a terminal, and no pipe or file. */
  readonly isTerminal: boolean;
  /** Tells whether there is a live line. */
  readonly isLive: boolean;
  readonly surroundings: Surroundings;
  readonly options: OutputOptions;
  readonly #stdout: AnswerWriter;
  readonly #painters: { stdout?: Promise<Paint>; stderr?: Promise<Paint> } = {};
  /** Under `--json` stderr has one line if the command fails, so notes wait for the answer. */
  #heldNotes: string[] = [];
  #hasFailed = false;
  #waitNote: Promise<void> | undefined;

  constructor(surroundings: Surroundings, options: OutputOptions) {
    const { stdout, stderr, env, platform, clock, jobControl } = surroundings;
    const { isQuiet, isVerbose } = options;
    this.surroundings = surroundings;
    this.options = options;
    this.#stdout = new AnswerWriter(stdout, clock);
    this.isTerminal = stdout.isTTY;
    this.isLive = stderr.isTTY && !isQuiet && !isVerbose && env.TERM !== 'dumb';
    const isColored = async () => (await this.#paintError('dim', '.')) !== '.';
    const line = () => spinnerLine(stderr, clock, jobControl, isUnicode(env, platform), isColored);
    this.progress = new Progress(this.isLive ? line() : undefined, (waiting) => {
      if (waiting.isTold && !isQuiet) return;
      // Once in a run, also where only the answer is wanted.
      this.#waitNote ??= this.#mention('dim', 'note:', waitingText(waiting));
    });
  }

  /** Where answers are laid out. */
  async screen(): Promise<Screen> {
    const { stdout, env, platform } = this.surroundings;
    const paint = await this.painter();
    const columns = stdout.isTTY ? stdout.columns : Number.POSITIVE_INFINITY;
    return { paint, columns, isUnicode: !stdout.isTTY || isUnicode(env, platform) };
  }

  painter(name: 'stdout' | 'stderr' = 'stdout'): Promise<Paint> {
    const { [name]: sink, env } = this.surroundings;
    const { isJson, color } = this.options;
    this.#painters[name] ??= painter(sink, env, isJson ? 'never' : color());
    return this.#painters[name];
  }

  /** Writes a text that has been made safe. @throws ReaderGone, or Failure `io` */
  async answer(text: string): Promise<void> {
    await this.flush();
    await this.#stdout.write(text);
  }

  async part(text: string): Promise<void> {
    if (this.#heldNotes.length > 0) await this.flush();
    await this.#stdout.part(text);
  }

  abandonAnswer(): void {
    this.#stdout.abandon();
  }

  async note(text: string): Promise<void> {
    if (!this.options.isQuiet) await this.#mention('dim', 'note:', text);
  }

  /** Never hidden, since it changes how the answer must be read. */
  async warning(text: string): Promise<void> {
    await this.#mention('warn', 'warning:', text);
  }

  async hint(steps: readonly string[]): Promise<void> {
    if (this.options.isJson) return;
    for (const step of steps) await this.#tell(await this.#labelled('strong', 'hint:', step));
  }

  async trace(text: string): Promise<void> {
    if (this.options.isVerbose) await this.#tell(await this.#paintError('dim', safeText(text)));
  }

  async aside(lines: readonly string[]): Promise<void> {
    if (!this.options.isQuiet) await this.#tell(lines.map(safeText).join('\n'));
  }

  async failure(failure: Failure): Promise<void> {
    if (failure.details.isExpected) return;
    this.#hasFailed = true;
    if (this.options.isJson) {
      await this.#tell(safeJson({ error: failure.record() }));
      return;
    }
    await this.#tell(await this.#labelled('bad', 'error:', failure.text));
    await this.#stack(failure);
    await this.hint(failure.hints);
  }

  async bug(failure: Failure): Promise<void> {
    await this.warning(failure.message);
    await this.flush();
    await this.#stack(failure);
    await this.hint(failure.hints);
  }

  async #stack({ details: { cause } }: Failure): Promise<void> {
    const [, ...calls] = cause?.stack?.split('\n') ?? [];
    for (const call of calls) await this.#tell(safeText(call));
  }

  whileWorking<Result>(task: string, work: () => Promise<Result>): Promise<Result> {
    return this.progress.whileWorking(task, work);
  }

  work(parts: (() => readonly string[]) | undefined): void {
    this.progress.work(parts);
  }

  wait(waiting: Waiting | undefined): void {
    this.progress.wait(waiting);
  }

  async flush(): Promise<void> {
    await this.#waitNote;
    await this.#stdout.drain();
    const held = this.#heldNotes;
    this.#heldNotes = [];
    // A run that was stopped may go on until the process ends, and has said its last.
    for (const line of this.#hasFailed ? [] : held) await this.#tell(line);
  }

  async #mention(style: Style, label: string, text: string): Promise<void> {
    const line = await this.#labelled(style, label, text);
    if (this.options.isJson) this.#heldNotes.push(line);
    else await this.#tell(line);
  }

  async #labelled(style: Style, label: string, text: string): Promise<string> {
    return `${await this.#paintError(style, label)} ${safeText(text)}`;
  }

  async #tell(line: string): Promise<void> {
    // The line comes after rows that were there first; if they cannot be written, `part` throws.
    await this.#stdout.drain().catch(() => {});
    // When stderr itself is gone or full, there is nobody left to tell.
    await this.surroundings.stderr.write(`${line}\n`).catch(() => {});
  }

  async #paintError(style: Style, text: string): Promise<string> {
    return (await this.painter('stderr'))(style, text);
  }
}

/** What one of several accounts has to say, with its name before it. */
export class LabelledOutput extends Output {
  readonly #all: Output;
  readonly #label: string;

  constructor(all: Output, label: string) {
    super(all.surroundings, all.options);
    this.#all = all;
    this.#label = label;
  }

  override note(text: string): Promise<void> {
    return this.#all.note(`${this.#label}: ${text}`);
  }

  override warning(text: string): Promise<void> {
    return this.#all.warning(`${this.#label}: ${text}`);
  }

  override trace(text: string): Promise<void> {
    return this.#all.trace(`${this.#label} ${text}`);
  }

  override wait(waiting: Waiting | undefined): void {
    this.#all.wait(waiting && { ...waiting, account: this.#label });
  }
}

/** The first of these variables that is set decides, as in the C library. */
function isUnicode({ LC_ALL, LC_CTYPE, LANG }: Environment, platform: NodeJS.Platform): boolean {
  return platform === 'win32' || /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}
