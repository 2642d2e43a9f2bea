export class CommandLifecycle {
  readonly #callbacks: (() => unknown)[] = [];
  readonly #closeController = new AbortController();
  readonly closeSignal = this.#closeController.signal;

  /** Registers a callback to run after the output is written; a failed run calls none. */
  afterOutput(callback: () => unknown) {
    this.#callbacks.push(callback);
  }

  async runAfterOutput() {
    for (const callback of this.#callbacks) await callback();
  }

  close() {
    this.#closeController.abort();
  }
}
