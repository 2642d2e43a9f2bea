import type { RateLimit } from './dates.ts';

export const domainDetailsConcurrency = { limit: 6 };

/** Assumed response time. If responses are slower, concurrency is too low for the rate limit. */
const assumedLatencyMs = 4000;

export function computeConcurrency({ requests, windowMs }: RateLimit) {
  const inFlight = Math.ceil((requests * assumedLatencyMs) / windowMs);
  return Math.min(requests, Math.max(4, Math.min(32, inFlight)));
}

/** Yields the results in input order. Callers can raise `concurrency.limit` during the run. */
export async function* mapInOrder<Item, Result>(
  items: Iterable<Item>,
  concurrency: { readonly limit: number },
  mapper: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = [];
  for (const item of items) {
    const result = mapper(item);
    // Avoid an unhandled rejection: `yield*` throws the error later, in input order.
    result.catch(() => {});
    pending.push(result);
    if (pending.length >= concurrency.limit) yield* pending.splice(0, 1);
  }
  yield* pending;
}
