import type { Rate } from '../core/periods.ts';

export interface Concurrency {
  limit: number;
  /** Whoever raises the limit during the work calls this. */
  onChange?: () => void;
}

/** The work on one item; its outcome is there when it is done. */
interface Work<Result> {
  outcome?: { result: Result } | { failure: unknown };
}

/** Enough for the pace of the limit if an answer takes four seconds, and no more than is polite. */
export function concurrencyFor({ requests, windowMs }: Rate): number {
  const enough = Math.ceil((requests * 4000) / windowMs);
  return Math.min(requests, Math.max(4, Math.min(32, enough)));
}

/**
 * Gives results in the order of the items, each as soon as it is known, and holds no more items
 * than the limit. Calls `onEnd` when the last item has begun, or with the failure of the items.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  concurrency: Concurrency,
  work: (item: Item) => Promise<Result>,
  onEnd: (failure?: unknown) => void = () => {},
): AsyncGenerator<Result> {
  const source = eachOf(items);
  const begun: Work<Result>[] = [];
  let end: { failure?: unknown } | undefined;
  let isTaking = false;
  let wake = () => {};

  const begin = async (item: Item) => {
    const one: Work<Result> = {};
    begun.push(one);
    try {
      one.outcome = { result: await work(item) };
    } catch (failure) {
      one.outcome = { failure };
    }
    if (begun[0] === one) wake();
  };
  const finish = (how: { failure?: unknown }) => {
    end = how;
    onEnd(how.failure);
    wake();
  };
  const take = async () => {
    if (isTaking) return;
    isTaking = true;
    try {
      while (end === undefined && begun.length < concurrency.limit) {
        const next = await source.next();
        if (next.done) finish({});
        // Nobody wants more: an item that arrives now is not worked on.
        else if (end === undefined) void begin(next.value);
      }
    } catch (failure) {
      finish({ failure });
    }
    isTaking = false;
  };
  concurrency.onChange = take;

  try {
    while (end === undefined || begun.length > 0) {
      const outcome = begun[0]?.outcome;
      if (outcome === undefined) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        void take();
        await woken;
        continue;
      }
      begun.shift();
      if ('failure' in outcome) throw outcome.failure;
      void take();
      yield outcome.result;
    }
    if ('failure' in end) throw end.failure;
  } finally {
    end ??= {};
    // A source that waits for its next item ends after it, and nobody waits for that.
    source.return(undefined).catch(() => {});
  }
}

async function* eachOf<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
