import type { Rate } from '../core/periods.ts';

/** Duration of a slow answer; while one is on its way, the limit lets more be asked. */
const slowAnswerMs = 4000;

/** Enough requests at a time for the pace of the limit, and no more than is polite. */
export function concurrencyFor({ requests, windowMs }: Rate): number {
  const enough = Math.ceil((requests * slowAnswerMs) / windowMs);
  return Math.min(requests, Math.max(4, Math.min(32, enough)));
}

/** @param most is read before each item, so that the limit may grow */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  most: { readonly limit: number },
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const begun: Promise<Result>[] = [];
  for (const item of items) {
    const result = work(item);
    // A failure is thrown when its turn comes.
    result.catch(() => {});
    begun.push(result);
    if (begun.length >= most.limit) yield* begun.splice(0, 1);
  }
  yield* begun;
}
