import { once } from 'node:events';
import { systemCode } from '../errors.ts';
import type { Clock } from './surroundings.ts';

interface Host {
  clock: Pick<Clock, 'timer'>;
  signal: AbortSignal;
}

export class LimitExceeded extends Error {}

const tickMs = 50;

/**
 * Starts a thread for work that may never end or take all memory, and then is ended itself.
 *
 * @param source a CommonJS module that posts a message when it is ready, and an answer to each
 *   message, each within the limits
 */
export async function startBoundedWorker(
  source: string,
  workerData: unknown,
  limits: { ms: number; megabytes: number },
  { clock, signal }: Host,
) {
  const { Worker } = await import('node:worker_threads');
  const resourceLimits = { maxOldGenerationSizeMb: limits.megabytes };
  // What the thread prints, as when it runs out of memory, is thrown too.
  const quiet = { stdout: true, stderr: true };
  const options = { ...quiet, eval: true, env: {}, workerData, resourceLimits };
  const worker = new Worker(source, options);
  worker.unref();
  const end = () => void worker.terminate();
  const tooMuch = `it took more than ${limits.megabytes} MB of memory`;

  const message = async (maxMs: number): Promise<unknown> => {
    const exceeded = new AbortController();
    const stop = AbortSignal.any([signal, exceeded.signal]);
    const start = process.memoryUsage.rss();
    let cancel = () => {};
    // The limits of V8 leave out what WebAssembly takes.
    const watch = (leftMs: number) => {
      const megabytes = (process.memoryUsage.rss() - start) / 1_000_000;
      if (megabytes > limits.megabytes) exceeded.abort(new LimitExceeded(tooMuch));
      else if (leftMs > 0) cancel = clock.timer(tickMs, () => watch(leftMs - tickMs));
      else exceeded.abort(new LimitExceeded(`it ran for more than ${maxMs / 1000} s`));
    };
    watch(maxMs);
    try {
      const [answer] = await once(worker, 'message', { signal: stop });
      return answer;
    } catch (error) {
      end();
      if (systemCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') throw new LimitExceeded(tooMuch);
      throw stop.aborted ? stop.reason : error;
    } finally {
      cancel();
    }
  };

  await message(Number.POSITIVE_INFINITY);
  return {
    end,
    ask(question: unknown): Promise<unknown> {
      const answer = message(limits.ms);
      worker.postMessage(question);
      return answer;
    },
  };
}
