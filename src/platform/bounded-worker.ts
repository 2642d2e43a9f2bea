import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { systemCode } from '../errors.ts';
import type { Clock } from './surroundings.ts';

export interface WorkerLimits {
  /** For each answer. */
  ms: number;
  megabytes: number;
}

interface Host {
  clock: Pick<Clock, 'timer'>;
  /** Ends the thread at once. */
  signal: AbortSignal;
}

/** What the thread has exceeded. */
export class LimitExceeded extends Error {}

const tickMs = 50;

/** A thread for work that may never end or take all memory, and then is ended itself. */
export class BoundedWorker {
  readonly #worker: Worker;
  readonly #limits: WorkerLimits;
  readonly #host: Host;

  /**
   * @param source a CommonJS module that posts a message when it is ready, and an answer to each
   *   message. @throws as `ask`
   */
  static async start(source: string, workerData: unknown, limits: WorkerLimits, host: Host) {
    const { Worker } = await import('node:worker_threads');
    const resourceLimits = { maxOldGenerationSizeMb: limits.megabytes };
    // What the thread prints, as when it runs out of memory, is thrown too.
    const quiet = { stdout: true, stderr: true };
    const options = { ...quiet, eval: true, env: {}, workerData, resourceLimits };
    const worker = new Worker(source, options);
    worker.unref();
    const bounded = new BoundedWorker(worker, limits, host);
    await bounded.#message(Number.POSITIVE_INFINITY);
    return bounded;
  }

  private constructor(worker: Worker, limits: WorkerLimits, host: Host) {
    this.#worker = worker;
    this.#limits = limits;
    this.#host = host;
  }

  /** @throws LimitExceeded, the reason of the signal, or what went wrong in the thread */
  ask(question: unknown): Promise<unknown> {
    const answer = this.#message(this.#limits.ms);
    this.#worker.postMessage(question);
    return answer;
  }

  end(): void {
    void this.#worker.terminate();
  }

  async #message(maxMs: number): Promise<unknown> {
    const limit = new AbortController();
    const stop = AbortSignal.any([this.#host.signal, limit.signal]);
    const unwatch = this.#watch(maxMs, (text) => limit.abort(new LimitExceeded(text)));
    try {
      const [message] = await once(this.#worker, 'message', { signal: stop });
      return message;
    } catch (error) {
      this.end();
      if (systemCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') throw new LimitExceeded(this.#tooMuch);
      throw stop.aborted ? stop.reason : error;
    } finally {
      unwatch();
    }
  }

  /** The limits of V8 leave out what WebAssembly takes. */
  #watch(maxMs: number, onLimit: (text: string) => void): () => void {
    const start = process.memoryUsage.rss();
    let ticks = 0;
    let cancel = () => {};
    const wait = () => {
      cancel = this.#host.clock.timer(tickMs, tick);
    };
    const tick = () => {
      ticks += 1;
      const megabytes = (process.memoryUsage.rss() - start) / 1_000_000;
      if (megabytes > this.#limits.megabytes) onLimit(this.#tooMuch);
      else if (ticks * tickMs >= maxMs) onLimit(`it ran for more than ${maxMs / 1000} s`);
      else wait();
    };
    wait();
    return () => cancel();
  }

  get #tooMuch(): string {
    return `it took more than ${this.#limits.megabytes} MB of memory`;
  }
}
