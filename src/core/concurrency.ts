import type { RateLimit } from './periods.ts';

/** Assumed worst latency; concurrency must cover the rate limit at this latency. */
const assumedLatencyMs = 4000;

/** Returns 4 to 32 parallel requests, but never more than one rate-limit window allows. */
export function computeConcurrency({ requests, windowMs }: RateLimit): number {
  const inFlight = Math.ceil((requests * assumedLatencyMs) / windowMs);
  return Math.min(requests, Math.max(4, Math.min(32, inFlight)));
}

/**
 * Maps items concurrently and yields the results in input order.
 * @param concurrency `limit` is read again for each item, so it may grow during the run
 */
export async function* mapInOrder<Item, Result>(
  items: Iterable<Item>,
  concurrency: { readonly limit: number },
  mapper: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = [];
  for (const item of items) {
    const result = mapper(item);
    // Avoid an unhandled rejection; the error is thrown when this result is yielded.
    result.catch(() => {});
    pending.push(result);
    if (pending.length >= concurrency.limit) yield* pending.splice(0, 1);
  }
  yield* pending;
}
