import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { stripVTControlCharacters } from 'node:util';
import { safeText } from '../core/text.ts';
import { Failure } from '../errors.ts';
import type { JobControl, Surroundings, TextSink } from '../platform/surroundings.ts';
import type { Paint } from './color.ts';
import { messageLines } from './message-lines.ts';

interface Question {
  message: string;
  /** Says why an answer will not do. */
  faultOf: (text: string) => string | undefined;
  /** The answer of an empty line. */
  default?: string | undefined;
}

type Terminal = Parameters<typeof import('@inquirer/input').default>[1];

/** Asks a person on stderr, so that stdout holds the answer only. */
export class Prompt {
  readonly #stdin: Surroundings['stdin'];
  readonly #stderr: TextSink;
  readonly #jobControl: JobControl;
  readonly #signal: AbortSignal;

  constructor({ stdin, stderr, jobControl }: Surroundings, signal: AbortSignal) {
    this.#stdin = stdin;
    this.#stderr = stderr;
    this.#jobControl = jobControl;
    this.#signal = signal;
  }

  /** @throws Failure `interrupted` at Ctrl-C, or when the input ends without an answer */
  async ask({ message, faultOf, default: usual }: Question): Promise<string> {
    const { default: input } = await import('@inquirer/input');
    const validate = (text: string) => faultOf(text) ?? true;
    const question = { message, validate, ...(usual !== undefined && { default: usual }) };
    return this.#answer((terminal) => input(question, terminal));
  }

  /** Shows how many characters were typed, and no others. @throws as `ask` */
  async askHidden(question: Omit<Question, 'default'>): Promise<string> {
    const { secretPrompt } = await import('./secret-prompt.ts');
    return this.#answer((terminal) => secretPrompt(question, terminal));
  }

  /** Says why something is asked again, also under `--json` and `-q`: the person has to answer. */
  async explain({ text, hints }: Failure, paint: Paint): Promise<void> {
    await this.#tell(paint('bad', 'error:'), 'error:', text);
    for (const step of hints) await this.#tell(paint('strong', 'hint:'), 'hint:', step);
  }

  async #tell(painted: string, label: string, text: string): Promise<void> {
    const lines = await messageLines(label, safeText(text), this.#stderr);
    await this.#stderr.write(`${painted} ${lines.join('\n')}\n`);
  }

  async #answer(question: (terminal: Terminal) => Promise<string>): Promise<string> {
    this.#signal.throwIfAborted();
    const ended = new AbortController();
    const output = new PromptOutput(this.#stderr);
    let wasSuspended = false;
    // The line editor lets go of stdin at Ctrl-D and at the end of input, and then never answers.
    // It does so after Ctrl-Z as well, and expects its user to go on.
    const onPause = () => {
      if (wasSuspended) this.#stdin.stream.resume();
      else ended.abort();
      wasSuspended = false;
    };
    this.#stdin.stream.on('pause', onPause);
    const forgetJob = this.#jobControl.onSuspend(
      () => {
        wasSuspended = true;
      },
      () => this.#jobControl.isForeground() && output.repeat(),
    );
    try {
      const signal = AbortSignal.any([this.#signal, ended.signal]);
      return (await question({ input: this.#stdin.stream, output, signal })).trim();
    } catch (error) {
      this.#signal.throwIfAborted();
      // Ctrl-C sends no signal while a prompt reads keys.
      const isCtrlC = error instanceof Error && error.name === 'ExitPromptError';
      if (!isCtrlC && !ended.signal.aborted) throw error;
      throw new Failure('interrupted', 'interrupted', { signal: 'SIGINT' });
    } finally {
      forgetJob();
      this.#stdin.stream.off('pause', onPause);
      // What comes next must not be written between the last states of the question.
      await finished(output);
    }
  }
}

/** A prompt ends the stream that it writes to, and stderr must stay open. */
class PromptOutput extends Writable {
  readonly isTTY = true;
  readonly #stderr: TextSink;
  #question = '';

  constructor(stderr: TextSink) {
    super({ decodeStrings: false });
    this.#stderr = stderr;
  }

  get columns(): number {
    return this.#stderr.columns;
  }

  /** The shell has written below the question, which is drawn as a whole each time. */
  repeat(): void {
    this.write(this.#question);
  }

  override _write(text: string, _: BufferEncoding, done: () => void): void {
    if (stripVTControlCharacters(text).trim() !== '') this.#question = text;
    const written = () => done();
    // When stderr is gone the input ends, too, which calls the question off.
    this.#stderr.write(text).then(written, written);
  }
}
