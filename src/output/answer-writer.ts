import { fileFailure, systemCode } from '../errors.ts';
import type { Clock, TextSink } from '../platform/surroundings.ts';

/** The reader of stdout has gone, as after `| head -1`: not a failure, and nothing more to say. */
export class ReaderGone extends Error {}

const longestDelayed = 65_536;

export class AnswerWriter {
  readonly #stdout: TextSink;
  readonly #clock: Clock;
  /** Written together when this turn of the event loop ends. */
  #parts = '';
  #isDue = false;
  #broken: { error: unknown } | undefined;
  #isAbandoned = false;
  /** Ends the waits for a reader who may never read. */
  readonly #giveUp = new Set<() => void>();

  constructor(stdout: TextSink, clock: Clock) {
    this.#stdout = stdout;
    this.#clock = clock;
  }

  abandon(): void {
    this.#isAbandoned = true;
    this.#broken = undefined;
    for (const giveUp of this.#giveUp) giveUp();
  }

  /** @throws ReaderGone, or Failure `io` */
  async write(text: string): Promise<void> {
    if (text === '' || this.#isAbandoned) return;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#giveUp.add(resolve);
        const done = () => this.#giveUp.delete(resolve);
        this.#stdout.write(text).then(resolve, reject).finally(done);
      });
    } catch (error) {
      if (systemCode(error) === 'EPIPE') throw new ReaderGone();
      throw fileFailure('io', 'cannot write to stdout', error);
    }
  }

  /** Writes a part soon. @throws as `write`, and what went wrong with an earlier part */
  async part(text: string): Promise<void> {
    this.#parts += text;
    if (this.#broken !== undefined || this.#parts.length > longestDelayed) return this.drain();
    if (this.#isDue) return;
    this.#isDue = true;
    this.#clock.immediate(() => {
      this.#isDue = false;
      this.drain().catch((error: unknown) => {
        this.#broken = { error };
      });
    });
  }

  /** @throws as `part` */
  async drain(): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken.error;
    const parts = this.#parts;
    this.#parts = '';
    await this.write(parts);
  }
}
