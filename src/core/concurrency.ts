import type { RateLimit } from './periods.ts';

/** Duration of a slow answer; while one is on its way, the limit lets more be asked. */
const assumedLatencyMs = 4000;

/** Enough requests at a time for the pace of the limit, and no more than is polite. */
export function computeConcurrency({ requests, windowMs }: RateLimit): number {
  const inFlight = Math.ceil((requests * assumedLatencyMs) / windowMs);
  return Math.min(requests, Math.max(4, Math.min(32, inFlight)));
}

/** @param concurrency is read before each item, so that the limit may grow */
export async function* mapInOrder<Item, Result>(
  items: Iterable<Item>,
  concurrency: { readonly limit: number },
  mapper: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const pending: Promise<Result>[] = [];
  for (const item of items) {
    const result = mapper(item);
    // A failure is thrown when its turn comes.
    result.catch(() => {});
    pending.push(result);
    if (pending.length >= concurrency.limit) yield* pending.splice(0, 1);
  }
  yield* pending;
}
