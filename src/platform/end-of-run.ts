/** Work that a command leaves for the end: some after a whole answer, the rest also after a failure. */
export class EndOfRun {
  readonly #afterAnswer: (() => unknown)[] = [];
  readonly #closers: (() => Promise<void>)[] = [];
  readonly #closing = new AbortController();
  /** Aborts when the run ends, so that nothing is retried for an answer that nobody takes. */
  readonly closing = this.#closing.signal;

  onClose(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  /** Calls back in turn once the answer has been written, and not after a failure. */
  onAnswered(work: () => unknown): void {
    this.#afterAnswer.push(work);
  }

  async answered(): Promise<void> {
    for (const work of this.#afterAnswer) await work();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#closers.map((close) => close()));
  }
}
