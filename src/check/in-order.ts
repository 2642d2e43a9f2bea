import type { Rate } from '../core/periods.ts';

/** Enough for the pace of the limit if answers take four seconds, and no more than is polite. */
export function concurrencyFor({ requests, windowMs }: Rate): number {
  const enough = Math.ceil((requests * 4000) / windowMs);
  return Math.min(requests, Math.max(4, Math.min(32, enough)));
}

/** @param most is read before each item, so that the limit may grow */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  most: { readonly limit: number },
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const source = eachOf(items);
  const begun: Promise<{ result: Result } | undefined>[] = [];
  let isOver = false;

  const nextResult = async () => {
    const next = await source.next();
    if (next.done) isOver = true;
    return next.done || isOver ? undefined : { result: await work(next.value) };
  };
  const begin = () => {
    while (!isOver && begun.length < most.limit) {
      const one = nextResult();
      begun.push(one);
      // A failure is thrown when its turn comes.
      one.catch(() => {});
    }
  };

  try {
    begin();
    while (begun.length > 0) {
      const done = await begun[0];
      begun.shift();
      begin();
      if (done !== undefined) yield done.result;
    }
  } finally {
    isOver = true;
    // A source that waits for its next item ends after it, and nobody waits for that.
    source.return(undefined).catch(() => {});
  }
}

async function* eachOf<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
