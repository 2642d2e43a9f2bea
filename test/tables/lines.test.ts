import { expect, it } from 'vitest';
import { linesOf } from '../../src/tables/lines.ts';
import { delimiterOf, recordsOf, rowsIn } from '../../src/tables/records.ts';

async function* from<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

it.each([
  ['line feeds', ['a\nb\n'], ['a', 'b']],
  ['both, apart', ['a\r', '\nb\r\n'], ['a', 'b']],
  ['no end', ['a\nb'], ['a', 'b']],
  ['pieces', ['a', 'b', 'c\n'], ['abc']],
  ['nothing', [], []],
])('lines with %s', async (_, chunks, lines) => {
  expect(await all(linesOf(from(chunks)))).toEqual(lines);
});

it('gives each line as soon as it is whole', async () => {
  const lines = linesOf(
    (async function* () {
      yield 'a\nb';
      await new Promise(() => {});
    })(),
  );
  expect(await lines.next()).toEqual({ value: 'a', done: false });
});

it.each([
  ['a,b', ','],
  ['a;b;"c,d,e,f"', ';'],
  ['a\tb', '\t'],
  ['DOMAIN  STATUS  PRICE, 1 YEAR', '  '],
])('the cells of %j are parted by %j', (header, delimiter) => {
  expect(delimiterOf(header)).toBe(delimiter);
});

it.each([
  ['a, b ,c', [['a', 'b', 'c']]],
  [
    '"a, b";x\n"c\nd";y',
    [
      ['a, b', 'x'],
      ['c\nd', 'y'],
    ],
  ],
  ['"a ""b""";5" disk', [['a "b"', '5" disk']]],
  ["'=1+1;'-x.af;-5", [['=1+1', '-x.af', '-5']]],
])('records of %j', async (text, cells) => {
  const records = await all(recordsOf(from(text.split('\n')), text.includes(';') ? ';' : ','));
  expect(records).toEqual(cells);
});

it.each([
  ['csv', ['a,b', '1,"x', 'y"', '2'], [{ a: '1', b: 'x\ny' }, { a: '2' }]],
  ['jsonl', ['{"a":1}', '[]', 'torn'], [{ a: 1 }, {}, {}]],
] as const)('rows of %s', async (kind, lines, rows) => {
  expect(await all(rowsIn(from(lines), kind))).toEqual(rows);
});

it('does not search far for the end of a quoted cell', async () => {
  const lines = Array.from({ length: 3000 }, () => 'a');
  await expect(all(recordsOf(from(['"open', ...lines]), ','))).rejects.toThrow(
    `the quotation mark in '"open' is never closed`,
  );
});
