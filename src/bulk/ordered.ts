export interface Concurrency {
  limit: number;
  /** Whoever raises the limit during the work calls this. */
  onChange?: () => void;
}

interface Work<Result> {
  outcome?: { result: Result } | { failure: unknown };
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
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : eachOf(items);
  const begun: Work<Result>[] = [];
  let isTaking = false;
  let end: { failure?: unknown } | undefined;
  let wake = () => {};

  const begin = (item: Item) => {
    const one: Work<Result> = {};
    const settle = (outcome: NonNullable<Work<Result>['outcome']>) => {
      one.outcome = outcome;
      if (begun[0] === one) wake();
    };
    begun.push(one);
    work(item).then(
      (result) => settle({ result }),
      (failure: unknown) => settle({ failure }),
    );
  };
  const finish = (how: { failure?: unknown }) => {
    end = how;
    onEnd(how.failure);
    wake();
  };
  const take = () => {
    if (isTaking || end !== undefined || begun.length >= concurrency.limit) return;
    isTaking = true;
    source.next().then(
      (next) => {
        isTaking = false;
        if (next.done) return finish({});
        // Nobody wants more: an item that arrives now is not worked on.
        if (end === undefined) begin(next.value);
        take();
      },
      (failure: unknown) => finish({ failure }),
    );
  };
  concurrency.onChange = take;

  try {
    for (;;) {
      const outcome = begun[0]?.outcome;
      if (outcome !== undefined) {
        begun.shift();
        if ('failure' in outcome) throw outcome.failure;
        take();
        yield outcome.result;
      } else if (end !== undefined && begun.length === 0) {
        if ('failure' in end) throw end.failure;
        return;
      } else {
        take();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    end ??= {};
    // A source that waits for its next item ends after it, and nobody waits for that.
    source.return?.(undefined).catch(() => {});
  }
}

async function* eachOf<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
