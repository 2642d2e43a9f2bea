/**
 * Works on several items at a time and gives the results in the order of the items. Holds no more
 * than `atOnce` of them, however many there are.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = [];
  for await (const item of items) {
    const result = work(item);
    // Whoever takes the result from the queue sees its failure; until then it is not an unseen one.
    result.catch(() => {});
    underWay.push(result);
    if (underWay.length < atOnce) continue;
    const first = underWay.shift();
    if (first) yield await first;
  }
  for (const result of underWay) yield await result;
}
