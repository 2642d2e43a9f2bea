export class EndOfRun {
  readonly #afterAnswer: (() => unknown)[] = [];
  readonly #closing = new AbortController();
  /** Aborts when the run ends: what is open is closed, and nothing is retried for nobody. */
  readonly closing = this.#closing.signal;

  /** Calls back in turn once the answer has been written, and not after a failure. */
  onAnswered(work: () => unknown): void {
    this.#afterAnswer.push(work);
  }

  async answered(): Promise<void> {
    for (const work of this.#afterAnswer) await work();
  }

  close(): void {
    this.#closing.abort();
  }
}
