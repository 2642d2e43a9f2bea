/** How many items are worked on at a time; it may change on the way. */
export interface Width {
  readonly atOnce: number;
  /** Calls back whenever it has grown. */
  onGrowth?(listener: () => void): void;
  /** No item comes after those that are worked on now. @param failure why, if that is not the end */
  noMore?(failure?: unknown): void;
}

/** Work that has begun, and what came of it. */
interface Work<Result> {
  outcome?: { result: Result } | { failure: unknown };
}

/**
 * Works on several items at a time and gives the results in the order of the items, each as soon
 * as it is known, also while the next item is waited for. Holds no more than `atOnce` of them,
 * however many there are.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  width: Width,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const source = iteratorOf(items);
  const begun: Work<Result>[] = [];
  let isTaking = false;
  let end: { failure?: unknown } | undefined;
  let goOn = () => {};

  const begin = (item: Item) => {
    const one: Work<Result> = {};
    const settle = (outcome: NonNullable<Work<Result>['outcome']>) => {
      one.outcome = outcome;
      if (begun[0] === one) goOn();
    };
    begun.push(one);
    work(item).then(
      (result) => settle({ result }),
      (failure: unknown) => settle({ failure }),
    );
  };
  const ended = (how: { failure?: unknown }) => {
    end = how;
    width.noMore?.(how.failure);
    goOn();
  };
  const take = () => {
    if (isTaking || end !== undefined || begun.length >= width.atOnce) return;
    isTaking = true;
    source.next().then(
      (next) => {
        isTaking = false;
        if (next.done) return ended({});
        // Nobody wants more: an item that arrives now is not worked on.
        if (end === undefined) begin(next.value);
        take();
      },
      (failure: unknown) => ended({ failure }),
    );
  };
  width.onGrowth?.(take);

  try {
    for (;;) {
      const outcome = begun[0]?.outcome;
      if (outcome !== undefined) {
        begun.shift();
        if ('failure' in outcome) throw outcome.failure;
        take();
        yield outcome.result;
      } else if (end !== undefined && begun.length === 0) {
        // What was begun before the items failed has been given by now.
        if ('failure' in end) throw end.failure;
        return;
      } else {
        take();
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      }
    }
  } finally {
    end ??= {};
    // A source that waits for its next item ends after it, and nobody waits for that.
    source.return?.(undefined).catch(() => {});
  }
}

function iteratorOf<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncIterator<Item> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : eachOf(items);
}

async function* eachOf<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
