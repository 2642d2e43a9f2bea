import input from '@inquirer/input';
import password from '@inquirer/password';
import type { Surroundings } from '../core/surroundings.ts';

/** Asks a person on stderr, so that stdout stays the answer alone. */
export class Prompt {
  readonly #context: {
    input: NodeJS.ReadableStream;
    output: NodeJS.WritableStream;
    signal: AbortSignal;
  };

  constructor({ stdin, stderr }: Surroundings, signal: AbortSignal) {
    this.#context = { input: stdin.stream, output: stderr.stream, signal };
  }

  /** @param fault what is wrong with a text, or undefined when it will do */
  ask(message: string, fault: (text: string) => string | undefined): Promise<string> {
    return this.#heeding(
      input({ message, validate: (text) => fault(text) ?? true }, this.#context),
    );
  }

  /** What is typed is not shown, not even its length. */
  askHidden(message: string, fault: (text: string) => string | undefined): Promise<string> {
    return this.#heeding(
      password({ message, mask: false, validate: (text) => fault(text) ?? true }, this.#context),
    );
  }

  /** A prompt that is called off fails with an error of its own: the reason of the signal is ours. */
  async #heeding(answer: Promise<string>): Promise<string> {
    try {
      return (await answer).trim();
    } catch (error) {
      throw this.#context.signal.aborted ? this.#context.signal.reason : error;
    }
  }
}
