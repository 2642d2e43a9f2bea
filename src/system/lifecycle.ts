export class Lifecycle {
  readonly #callbacks: (() => unknown)[] = [];
  readonly #closeController = new AbortController();
  /** Aborts when the run ends: what is open is closed, and nothing is retried for nobody. */
  readonly closeSignal = this.#closeController.signal;

  /** Calls back in turn once the answer has been written, and not after a failure. */
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
