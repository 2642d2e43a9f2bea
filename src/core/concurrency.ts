import type { RateLimit } from './periods.ts';

/**
 * Assumed worst-case latency. Concurrency must be high enough to use the full rate limit at this
 * latency.
 */
const assumedLatencyMs = 4000;

/**
 * Returns the number of parallel requests: 4 to 32, but never more than one rate-limit window
 * allows.
 */
export function computeConcurrency({ requests, windowMs }: RateLimit): number {
  const inFlight = Math.ceil((requests * assumedLatencyMs) / windowMs);
  return Math.min(requests, Math.max(4, Math.min(32, inFlight)));
}

/**
 * Maps items concurrently and yields the results in input order.
 * @param concurrency object with the maximum number of parallel calls, which is reread for each
 * item, so that the caller can raise it during the run
 */
export async function* mapInOrder<Item, Result>(
  items: Iterable<Item>,
  concurrency: { readonly limit: number },
  mapper: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = [];
  for (const item of items) {
    const result = mapper(item);
    // Avoid an unhandled rejection: the error is thrown later, when this result is yielded.
    result.catch(() => {});
    pending.push(result);
    if (pending.length >= concurrency.limit) yield* pending.splice(0, 1);
  }
  yield* pending;
}
