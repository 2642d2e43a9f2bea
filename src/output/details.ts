import { readableText } from '../core/text.ts';
import type { Cell, TableStyle } from './cell.ts';
import { type Column, Table } from './table.ts';
import { gap } from './widths.ts';

export type Pair = readonly [label: string, cell: Cell];

/** In less room a value is easier to read below its label. */
const leastRoom = 16;

const columns: Column<Pair>[] = [
  { name: 'label', title: '', cell: ([label]) => ({ text: label, style: 'dim' }) },
  { name: 'value', title: '', cell: ([, cell]) => cell, minWidth: 1 },
];

/** A line for each pair, and further ones for a value of many words. */
export async function details(pairs: readonly Pair[], style: TableStyle): Promise<string> {
  const labels = pairs.map(([label]) => label.length);
  const room = style.fitInto - Math.max(0, ...labels) - gap.length;
  const lines = (await Promise.all(pairs.map((pair) => within(room, pair)))).flat();
  const table = await Table.of(columns, style, lines);
  return (await Promise.all(lines.map((line) => table.row(line)))).join('');
}

async function within(room: number, pair: Pair): Promise<Pair[]> {
  const [label, cell] = pair;
  const text = readableText(cell.text);
  if (text.length <= room || room < leastRoom || !text.includes(' ')) return [pair];
  const { wrapped } = await import('./measure.ts');
  return wrapped(text, room).map((part, at) => [at === 0 ? label : '', { ...cell, text: part }]);
}
