import { safeJson, safeText } from '../core/safe-text.ts';
import type { Failure } from '../errors.ts';
import type { Clock, Environment, TextSink } from '../platform/surroundings.ts';
import { AnswerWriter } from './answer-writer.ts';
import { type ColorChoice, type Paint, painter, type Style } from './color.ts';
import { noProgress, type Progress, terminalProgress } from './progress.ts';

export interface OutputOptions {
  stdout: TextSink;
  stderr: TextSink;
  env: Environment;
  clock: Clock;
  /** Asked for when something is painted first. */
  color: () => ColorChoice;
  isQuiet: boolean;
  isVerbose: boolean;
  /** One JSON line for a failure, and no colour. */
  isJson: boolean;
}

/** The two streams and how each kind of message looks on them. */
export class Output {
  readonly progress: Progress;
  /** The width that answers must fit into; undefined in a pipe, where they stay whole. */
  readonly fitInto: number | undefined;
  readonly isVerbose: boolean;
  /** Whether somebody sees a live line. */
  readonly isLive: boolean;
  readonly #options: OutputOptions;
  readonly #stdout: AnswerWriter;
  readonly #painters: { stdout?: Promise<Paint>; stderr?: Promise<Paint> } = {};
  /** Under `--json` a failure is one line alone, so notes wait until there is an answer. */
  #held: string[] = [];
  #underWay: (() => readonly string[]) | undefined;
  #standstill: string | undefined;
  #asked = 0;

  constructor(options: OutputOptions) {
    const { stdout, stderr, env, clock, isQuiet, isVerbose } = options;
    this.#options = options;
    this.#stdout = new AnswerWriter(stdout);
    this.isVerbose = isVerbose;
    this.fitInto = stdout.isTTY ? stdout.columns : undefined;
    this.isLive = stderr.isTTY && !isQuiet && !isVerbose && env.TERM !== 'dumb';
    this.progress = this.isLive
      ? terminalProgress(stderr, clock, async () => (await this.#paintError('dim', '.')) !== '.')
      : noProgress;
  }

  /** What colours a text for stdout. */
  painter(): Promise<Paint> {
    return this.#painter('stdout');
  }

  async #paintError(style: Style, text: string): Promise<string> {
    return (await this.#painter('stderr'))(style, text);
  }

  #painter(name: 'stdout' | 'stderr'): Promise<Paint> {
    const { [name]: sink, env, isJson, color } = this.#options;
    this.#painters[name] ??= painter(sink, env, isJson ? 'never' : color());
    return this.#painters[name];
  }

  /** Writes a part of the answer, already made safe. */
  async answer(text: string): Promise<void> {
    await this.flush();
    await this.#stdout.write(text);
  }

  /** Nobody reads the answer any more, and the run goes on all the same. */
  abandonAnswer(): void {
    this.#stdout.abandon();
  }

  /** Writes a part of an answer of many parts; see `AnswerWriter.part`. */
  async part(text: string): Promise<void> {
    if (this.#held.length > 0) await this.flush();
    await this.#stdout.part(text);
  }

  /** Something worth knowing; `--quiet` hides it. */
  async note(text: string): Promise<void> {
    if (!this.#options.isQuiet)
      await this.#mention(`${await this.#paintError('dim', 'note:')} ${safeText(text)}`);
  }

  /** Something that changes how the answer must be read: never hidden. */
  async warning(text: string): Promise<void> {
    await this.#mention(`${await this.#paintError('warn', 'warning:')} ${safeText(text)}`);
  }

  /** The way on from failures that stand in rows of their own. */
  async hint(text: string): Promise<void> {
    if (!this.#options.isJson)
      await this.#tell(`${await this.#paintError('strong', 'hint:')} ${safeText(text)}`);
  }

  /** The redacted trace of `--verbose`. */
  async trace(text: string): Promise<void> {
    if (this.isVerbose) await this.#tell(await this.#paintError('dim', safeText(text)));
  }

  /**
   * What is under way, live on a terminal: the most important first, and as much of it as there is
   * room for. Asked for whenever the line is drawn; undefined when it is done.
   */
  work(parts: (() => readonly string[]) | undefined): void {
    this.#underWay = parts;
    this.#showProgress();
  }

  /** Why it does not go on just now; undefined when it does. */
  wait(text: string | undefined): void {
    this.#standstill = text;
    this.#showProgress();
  }

  /** Shows that an answer is waited for, where nothing more telling is shown. */
  async asking<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#asked += 1;
    this.#showProgress();
    try {
      return await work();
    } finally {
      this.#asked -= 1;
      this.#showProgress();
    }
  }

  #showProgress(): void {
    if (!this.isLive) return;
    const [first, ...others] = this.#underWay?.() ?? (this.#asked > 0 ? ['asking'] : []);
    const head = [first, this.#standstill].filter((part) => part !== undefined).join('; ');
    if (head === '') this.progress.hide();
    else this.progress.show([head, ...others].map(safeText));
  }

  /** @param stack of an error that nobody expected */
  async failure(failure: Failure, stack?: string): Promise<void> {
    if (failure.details.isExpected) return;
    if (this.#options.isJson) {
      await this.#tell(safeJson({ error: failure.record() }));
      return;
    }
    await this.#tell(`${await this.#paintError('bad', 'error:')} ${safeText(failure.message)}`);
    for (const line of stack?.split('\n').slice(1) ?? []) await this.#tell(safeText(line));
    if (failure.details.hint !== undefined) await this.hint(failure.details.hint);
  }

  /** Lines for a person at the side of the answer, such as what to type next. */
  async aside(lines: readonly string[]): Promise<void> {
    if (!this.#options.isQuiet) await this.#tell(lines.map(safeText).join('\n'));
  }

  /** Writes what is still to be written, and lets go of the notes that were held back. */
  async flush(): Promise<void> {
    await this.#stdout.drain();
    const held = this.#held;
    this.#held = [];
    for (const line of held) await this.#tell(line);
  }

  async #mention(line: string): Promise<void> {
    if (this.#options.isJson) this.#held.push(line);
    else await this.#tell(line);
  }

  async #tell(line: string): Promise<void> {
    // It comes after the rows that were there before it; that they fail is told elsewhere.
    await this.#stdout.drain().catch(() => {});
    // Nobody is left to be told when stderr itself is gone or full.
    await this.#options.stderr.write(`${line}\n`).catch(() => {});
  }
}
