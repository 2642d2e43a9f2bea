/**
 * Works on several items at a time and gives the results in the order of the items, each as soon
 * as it is known, also while the next item is waited for. Holds no more than `atOnce` of them,
 * however many there are.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const source = eachOf(items);
  const underWay: Promise<Result>[] = [];
  let coming = observed(source.next());
  let end: Arrival<Item> | undefined;
  try {
    while (end === undefined || underWay.length > 0) {
      const event = await Promise.race([
        ...(end === undefined && underWay.length < atOnce ? [arrival(coming)] : []),
        ...underWay.slice(0, 1).map((first) => first.then((result) => ({ result }))),
      ]);
      if ('result' in event) {
        underWay.shift();
        yield event.result;
      } else if ('next' in event && !event.next.done) {
        underWay.push(observed(work(event.next.value)));
        coming = observed(source.next());
      } else {
        end = event;
      }
    }
  } finally {
    // A source that waits for its next item ends after it, and nobody waits for that.
    observed(source.return(undefined));
  }
  // What was answered before the items failed has been given by now.
  if ('failure' in end) throw end.failure;
}

type Arrival<Item> = { next: IteratorResult<Item> } | { failure: unknown };

function arrival<Item>(coming: Promise<IteratorResult<Item>>): Promise<Arrival<Item>> {
  return coming.then(
    (next) => ({ next }),
    (failure) => ({ failure }),
  );
}

async function* eachOf<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

/** Whoever takes its result sees its failure; until then it is not an unseen one. */
function observed<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {});
  return promise;
}
