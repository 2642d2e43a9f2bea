import { type Readable, Writable } from 'node:stream';
import { Failure } from '../errors.ts';
import type { Surroundings, TextSink } from '../platform/surroundings.ts';

/** What is wrong with a text, or undefined when it will do. */
type Check = (text: string) => string | undefined;

interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  signal: AbortSignal;
}

/** Asks a person on stderr, so that stdout stays the answer alone. */
export class Prompt {
  readonly #stdin: Readable;
  readonly #stderr: TextSink;
  readonly #signal: AbortSignal;

  constructor({ stdin, stderr }: Surroundings, signal: AbortSignal) {
    this.#stdin = stdin.stream;
    this.#stderr = stderr;
    this.#signal = signal;
  }

  /** @throws Failure `interrupted` at Ctrl-C, or when the input ends without an answer */
  async ask(message: string, check: Check): Promise<string> {
    const { default: input } = await import('@inquirer/input');
    return this.#answer((terminal) => input({ message, validate: validation(check) }, terminal));
  }

  /** The same; what is typed is not shown, not even its length. */
  async askHidden(message: string, check: Check): Promise<string> {
    const { default: password } = await import('@inquirer/password');
    return this.#answer((terminal) =>
      password({ message, mask: false, validate: validation(check) }, terminal),
    );
  }

  async #answer(question: (terminal: Terminal) => Promise<string>): Promise<string> {
    this.#signal.throwIfAborted();
    const ended = new AbortController();
    // The line editor lets go of stdin at Ctrl-D and at the end of input, and then never answers.
    const onPause = () => ended.abort();
    this.#stdin.once('pause', onPause);
    try {
      const signal = AbortSignal.any([this.#signal, ended.signal]);
      const output = new Lent(this.#stderr);
      return (await question({ input: this.#stdin, output, signal })).trim();
    } catch (error) {
      this.#signal.throwIfAborted();
      if (ended.signal.aborted || isCalledOff(error)) throw calledOff();
      throw error;
    } finally {
      this.#stdin.off('pause', onPause);
    }
  }
}

/** A question ends the stream that it was asked on, and stderr is to outlive it. */
class Lent extends Writable {
  readonly isTTY = true;
  readonly #sink: TextSink;

  constructor(sink: TextSink) {
    super({ decodeStrings: false });
    this.#sink = sink;
  }

  get columns(): number {
    return this.#sink.columns;
  }

  override _write(text: string, _: BufferEncoding, done: () => void): void {
    this.#sink.write(text).then(done, done);
  }
}

function validation(check: Check): (text: string) => string | true {
  return (text) => check(text) ?? true;
}

/** Ctrl-C is no signal while a prompt reads keys: it arrives as an error of the prompt's own. */
function isCalledOff(error: unknown): boolean {
  return error instanceof Error && error.name === 'ExitPromptError';
}

function calledOff(): Failure {
  return new Failure('interrupted', 'interrupted', { signal: 'SIGINT' });
}
