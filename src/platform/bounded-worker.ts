import { once } from 'node:events';
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
  // What the thread prints is nobody's answer.
  const quiet = { stdout: true, stderr: true };
  const worker = new Worker(source, { ...quiet, eval: true, env: {}, workerData });
  await once(worker, 'message');
  worker.unref();
  const start = usedBytes();
  const end = () => void worker.terminate();

  const ask = async (question: unknown): Promise<unknown> => {
    const exceeded = new AbortController();
    const stop = AbortSignal.any([signal, exceeded.signal]);
    let cancel = () => {};
    // The limits of V8 leave out what WebAssembly takes.
    const watch = (leftMs: number) => {
      const isLarge = usedBytes() - start > limits.megabytes * 1_000_000;
      const says = isLarge
        ? `it took more than ${limits.megabytes} MB of memory`
        : `it ran for more than ${limits.ms / 1000} s`;
      if (isLarge || leftMs <= 0) exceeded.abort(new LimitExceeded(says));
      else cancel = clock.timer(tickMs, () => watch(leftMs - tickMs));
    };
    watch(limits.ms);
    try {
      worker.postMessage(question);
      const [answer] = await once(worker, 'message', { signal: stop });
      return answer;
    } catch (error) {
      end();
      throw stop.aborted ? stop.reason : error;
    } finally {
      cancel();
    }
  };

  return { ask, end };
}

/** Where no more files may be opened, the system does not say it. */
function usedBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}
