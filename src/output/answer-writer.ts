import { fileFailure, systemCode } from '../errors.ts';
import type { TextSink } from '../platform/surroundings.ts';

/** The reader of stdout has gone, as after `| head -1`: not a failure, and nothing more to say. */
export class ReaderGone extends Error {}

/** Parts of an answer that are written without waiting for the turn to end. */
const mostCharacters = 65_536;

/** Writes answers to stdout: whole, or in parts as they come. */
export class AnswerWriter {
  readonly #stdout: TextSink;
  /** Parts that go out at the end of this turn. */
  #parts = '';
  #isDue = false;
  #broken: { error: unknown } | undefined;
  #isAbandoned = false;

  constructor(stdout: TextSink) {
    this.#stdout = stdout;
  }

  /** Nobody reads any more: what is written from now on goes nowhere. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#broken = undefined;
  }

  /** @throws ReaderGone, or Failure `io` */
  async write(text: string): Promise<void> {
    if (text === '' || this.#isAbandoned) return;
    try {
      await this.#stdout.write(text);
    } catch (error) {
      if (systemCode(error) === 'EPIPE') throw new ReaderGone();
      throw fileFailure('io', 'cannot write to stdout', error);
    }
  }

  /**
   * Writes a part; those of one turn go out together. A write that fails is told with a later part,
   * or by `drain`.
   */
  async part(text: string): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken.error;
    this.#parts += text;
    if (this.#parts.length > mostCharacters) await this.drain();
    else if (!this.#isDue) {
      this.#isDue = true;
      setImmediate(() => {
        this.#isDue = false;
        this.drain().catch((error: unknown) => {
          this.#broken = { error };
        });
      });
    }
  }

  /** Writes what is still to be written. */
  async drain(): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken.error;
    const parts = this.#parts;
    this.#parts = '';
    await this.write(parts);
  }
}
