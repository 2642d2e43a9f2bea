import type { Clock } from '../platform/surroundings.ts';

interface Bounds {
  count: number;
  ms: number;
}

/**
 * Waits for the first items, up to a count and a time, so that they are known before any is worked
 * on. A failure of the source is thrown where it belongs, after the items before it.
 *
 * @returns the first items, and all of them
 */
export async function readAhead<Item>(
  source: AsyncGenerator<Item, void>,
  { count, ms }: Bounds,
  clock: Pick<Clock, 'timer'>,
): Promise<{ first: Item[]; all: AsyncGenerator<Item, void> }> {
  const first: Item[] = [];
  let cancel = () => {};
  const timeIsUp = new Promise<undefined>((resolve) => {
    cancel = clock.timer(ms, () => resolve(undefined));
  });
  let next = source.next();
  try {
    while (first.length < count) {
      const found = await Promise.race([next, timeIsUp]);
      if (found === undefined || found.done) break;
      first.push(found.value);
      next = source.next();
    }
  } catch {
    // It is thrown again to whoever reads on.
  } finally {
    cancel();
  }
  return { first, all: allFrom(first, next, source) };
}

async function* allFrom<Item>(
  first: readonly Item[],
  next: Promise<IteratorResult<Item, void>>,
  source: AsyncGenerator<Item, void>,
): AsyncGenerator<Item, void> {
  // Whoever stops before that does not hear of it.
  next.catch(() => {});
  try {
    yield* first;
    const found = await next;
    if (found.done) return;
    yield found.value;
    yield* source;
  } finally {
    await source.return();
  }
}
