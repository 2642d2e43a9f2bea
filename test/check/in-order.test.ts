import { expect, it } from 'vitest';
import { inOrder } from '../../src/check/in-order.ts';

const soon = () => new Promise((resolve) => setImmediate(resolve));

async function all<Result>(results: AsyncIterable<Result>): Promise<Result[]> {
  const list: Result[] = [];
  for await (const result of results) list.push(result);
  return list;
}

/** Work that is finished by hand. */
function byHand() {
  const finish = new Map<number, (result: string) => void>();
  const work = (item: number) =>
    new Promise<string>((resolve) => {
      finish.set(item, resolve);
    });
  return { finish, work };
}

it('yields results in the order of the items, whichever is ready first', async () => {
  const { finish, work } = byHand();
  const results = all(inOrder([1, 2, 3], { limit: 3 }, work));
  await soon();
  for (const item of [3, 1, 2]) finish.get(item)?.(`result ${item}`);
  expect(await results).toEqual(['result 1', 'result 2', 'result 3']);
});

it('works on exactly as many items at a time as the limit allows', async () => {
  let [atOnce, most] = [0, 0];
  const work = async (item: number) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await soon();
    atOnce -= 1;
    return item;
  };
  const items = Array.from({ length: 50 }, (_, index) => index);
  expect(await all(inOrder(items, { limit: 6 }, work))).toEqual(items);
  expect(most).toBe(6);
});

/** Fails after these results. */
async function failingAfter(results: AsyncIterable<number>, message: string): Promise<number[]> {
  const given: number[] = [];
  const run = async () => {
    for await (const result of results) given.push(result);
  };
  await expect(run()).rejects.toThrow(message);
  return given;
}

it('fails with the first failure in order, and starts nothing after it', async () => {
  const started: number[] = [];
  const work = async (item: number) => {
    started.push(item);
    if (item === 3) throw new Error('three');
    await soon();
    return item;
  };
  const results = inOrder([1, 2, 3, 4, 5, 6, 7, 8, 9], { limit: 2 }, work);
  expect(await failingAfter(results, 'three')).toEqual([1, 2]);
  expect(Math.max(...started)).toBeLessThanOrEqual(4);
});

it('yields what was begun before the items failed, then fails', async () => {
  async function* items() {
    yield* [1, 2];
    throw new Error('the file is gone');
  }
  const results = inOrder(items(), { limit: 6 }, async (item) => item);
  expect(await failingAfter(results, 'gone')).toEqual([1, 2]);
});

it('closes its source when the consumer stops', async () => {
  let isEnded = false;
  async function* items() {
    try {
      for (let item = 0; ; item += 1) yield item;
    } finally {
      isEnded = true;
    }
  }
  for await (const result of inOrder(items(), { limit: 2 }, async (item) => item))
    if (result === 3) break;
  await soon();
  expect(isEnded).toBe(true);
});
