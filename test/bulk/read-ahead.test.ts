import { expect, it } from 'vitest';
import { readAhead } from '../../src/bulk/read-ahead.ts';
import { deferred } from '../support/deferred.ts';
import { TestClock } from '../test-clock.ts';

async function* from<Item>(items: readonly (Item | Promise<Item>)[]): AsyncGenerator<Item, void> {
  yield* items;
}

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const bounds = { count: 3, ms: 100 };

it.each([[[]], [[1]], [[1, 2, 3]], [[1, 2, 3, 4, 5]]])(
  'knows the first of %j, and gives all of them',
  async (items) => {
    const { first, all } = await readAhead(from(items), bounds, new TestClock());
    expect(first).toEqual(items.slice(0, 3));
    expect(await allOf(all)).toEqual(items);
  },
);

it('waits no longer than it may, and loses nothing that comes later', async () => {
  const clock = new TestClock();
  const late = deferred();
  const reading = readAhead(from([1, late.promise.then(() => 2), 3]), bounds, clock);
  for (let turn = 0; turn < 5; turn += 1) await new Promise((next) => setImmediate(next));
  clock.advance(100);
  const { first, all } = await reading;
  expect(first).toEqual([1]);
  late.resolve();
  expect(await allOf(all)).toEqual([1, 2, 3]);
});

it('throws a failure of the source behind the items before it', async () => {
  async function* source(): AsyncGenerator<number, void> {
    yield 1;
    throw new Error('gone');
  }
  const { first, all } = await readAhead(source(), bounds, new TestClock());
  expect(first).toEqual([1]);
  expect(await all.next()).toEqual({ done: false, value: 1 });
  await expect(all.next()).rejects.toThrow('gone');
});

it('lets go of the source of which nobody wants more', async () => {
  let isOpen = true;
  async function* source(): AsyncGenerator<number, void> {
    try {
      for (let item = 1; ; item += 1) yield item;
    } finally {
      isOpen = false;
    }
  }
  const { all } = await readAhead(source(), bounds, new TestClock());
  for await (const item of all) if (item === 5) break;
  expect(isOpen).toBe(false);
});
