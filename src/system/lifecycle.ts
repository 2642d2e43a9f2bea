export class Lifecycle {
  readonly #callbacks: (() => unknown)[] = [];
  readonly #closeController = new AbortController();
  /** Aborts when the run ends, to close open connections and stop retries. */
  readonly closeSignal = this.#closeController.signal;

  /** Registers a callback to run after the output was written; a failed run skips callbacks. */
  afterOutput(callback: () => unknown): void {
    this.#callbacks.push(callback);
  }

  async runAfterOutput(): Promise<void> {
    for (const callback of this.#callbacks) await callback();
  }

  close(): void {
    this.#closeController.abort();
  }
}
