import { expect, it } from 'vitest';
import { mapInOrder } from '../../src/core/concurrency.ts';

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

async function collectAll<Result>(results: AsyncIterable<Result>): Promise<Result[]> {
  const list: Result[] = [];
  for await (const result of results) list.push(result);
  return list;
}

it('processes items up to the concurrency limit and yields results in order', async () => {
  let [active, maxActive] = [0, 0];
  const work = async (item: number) => {
    active += 1;
    maxActive = Math.max(maxActive, active);
    for (let turn = 0; turn < (item * 7) % 10; turn += 1) await nextTick();
    active -= 1;
    return item;
  };
  const items = Array.from({ length: 50 }, (_, index) => index);
  expect(await collectAll(mapInOrder(items, { limit: 6 }, work))).toEqual(items);
  expect(maxActive).toBe(6);
});

it('rejects with the first error in order and starts no further items', async () => {
  const startedItems: number[] = [];
  const work = async (item: number) => {
    startedItems.push(item);
    if (item === 3) throw new Error('three');
    await nextTick();
    return item;
  };
  const results = mapInOrder([1, 2, 3, 4, 5, 6, 7, 8, 9], { limit: 2 }, work);
  expect(await results.next()).toMatchObject({ value: 1 });
  expect(await results.next()).toMatchObject({ value: 2 });
  await expect(results.next()).rejects.toThrow('three');
  expect(Math.max(...startedItems)).toBeLessThanOrEqual(4);
});
