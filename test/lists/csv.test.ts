import { expect, it } from 'vitest';
import { decodeLines } from '../../src/lists/input-file.ts';
import { parseRecords } from '../../src/lists/table.ts';

function parseCsv(lines: readonly string[], delimiter: string) {
  const rows = lines.map((text, index) => ({ cells: [{ text }], line: index + 1 }));
  return [...parseRecords(rows, delimiter)].map(({ cells }) => cells.map(({ text }) => text));
}

it.each([
  ['half a mark of UTF-16', [0xff, 0x61]],
  ['the other half', [0xfe, 0x61]],
  ['a letter of Latin-1', [0x61, 0xe4]],
])('rejects %s as text', (_, bytes) => {
  expect(() => decodeLines(Buffer.from(bytes))).toThrow('it is not text in UTF-8');
});

it('accepts a cell of up to 20 lines', () => {
  const cellOf = (lines: number) => `"${'a\n'.repeat(lines - 1)}",x`.split('\n');
  expect(parseCsv(cellOf(20), ',')).toHaveLength(1);
  expect(() => parseCsv(cellOf(21), ',')).toThrow('line 1');
  expect(() => parseCsv(['x', 'y', ...cellOf(21)], ',')).toThrow('line 3');
  expect(parseCsv(['x', 'y', ...cellOf(20)], ',')).toHaveLength(3);
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
])('parses %j into records', (text, cells) => {
  const records = parseCsv(text.split('\n'), text.includes(';') ? ';' : ',');
  expect(records).toEqual(cells);
});
