export class CommandLifecycle {
  readonly #callbacks: (() => unknown)[] = [];
  readonly #closeController = new AbortController();
  /** Signal that is aborted when the run ends, to close open connections and stop retries. */
  readonly closeSignal = this.#closeController.signal;

  /**
   * Registers a callback that runs after the output is written. Failed runs call no callbacks.
   */
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
