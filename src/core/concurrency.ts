import type { RateLimit } from './dates.ts';

/** Parallel requests for the details of domains. */
export const detailConcurrency = { limit: 6 };

/** Concurrency must use the full rate limit even at this latency. */
const assumedLatencyMs = 4000;

/** Returns 4 to 32 parallel requests, but no more than one rate-limit window allows. */
export function computeConcurrency({ requests, windowMs }: RateLimit) {
  const inFlight = Math.ceil((requests * assumedLatencyMs) / windowMs);
  return Math.min(requests, Math.max(4, Math.min(32, inFlight)));
}

/** Yields results in input order. The limit is reread for each item, since it may rise. */
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
