import type { Day } from '../core/dates.ts';
import { type Cell, nothing, painted, type Screen, shownText } from './cell.ts';
import { cellOf, type Field, type FieldType, labelOf, plainCell } from './kind.ts';
import { cut, prepareToMeasure, widthOf, wrapped } from './measure.ts';
import type { Row } from './row.ts';

interface Column<Value> {
  field: Field<Value>;
  title: string;
  /** Its importance where a terminal has no room for all; 0 is never left out. */
  rank: number;
  align: 'left' | 'right';
  /** A text that is too long pushes the others by default; `below` is for the last column. */
  overlong: Overlong;
  width: number;
  /** In less room the column is left out. */
  least: number;
}

type Overlong = 'cut' | 'below' | 'whole';

const gap = '  ';

const indent = '    ';

/** Most names, and most words of a service, fit into these. */
const leastWidths = { cut: 12, below: 0, whole: 20 };
const leastNameWidth = 28;

/** A column has this width while its rows are not known. */
const usualWidths = { amount: 12, word: 16, name: 24 };

const noFrame = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((part) => [part, '']),
);

export async function drawTable<Value extends object>(
  fields: readonly Field<Value>[],
  values: readonly Value[],
  today: Day,
  screen: Screen,
): Promise<string> {
  const rows = values.map((value) => ({ value }));
  const { header, draw } = await openTable(fields, today, screen, rows);
  let text = header;
  for (const row of rows) text += await draw(row);
  return text;
}

/** Fixes the widths first, by `rows` and `asked`, so that rows can be drawn one by one. */
export async function openTable<Value extends object>(
  fields: readonly Field<Value>[],
  today: Day,
  screen: Screen,
  rows: readonly Row<Value>[],
  asked: readonly object[] = [],
) {
  const { default: Library } = await import('cli-table3');
  const all: Column<Value>[] = [];
  for (const [place, field] of fields.entries()) {
    const answers = asked.map((one) => plainCell(field, one)).filter((cell) => cell !== nothing);
    const cells = [...rows.map((row) => cellOf(field, row, today)), ...answers];
    const texts = cells.map((cell) => shownText(cell, screen));
    if (rows.length > 0 && texts.every((text) => text === '')) continue;
    all.push(await columnOf(field, place, texts));
  }
  const columns = withRoom(all, screen.columns);

  const draw = async (cells: readonly Cell[]): Promise<string> => {
    const texts = cells.map((cell) => shownText(cell, screen));
    await prepareToMeasure(texts);
    let room = screen.columns;
    let below = '';
    const placed = columns.map((column, at) => {
      const paint = (text: string) => painted({ ...cells[at], text }, screen);
      let text = texts[at] ?? '';
      if (column.overlong === 'cut') text = cut(text, column.width, screen.isUnicode ? '…' : '...');
      if (column.overlong === 'below' && widthOf(text) > Math.max(0, room)) {
        const lines = wrapped(text, screen.columns - indent.length);
        below = lines.map((line) => `${indent}${paint(line)}\n`).join('');
        text = '';
      }
      const width = Math.max(column.width, widthOf(text));
      room -= width + gap.length;
      return { content: paint(text), width };
    });
    const line = new Library({
      chars: { ...noFrame, middle: gap },
      // Its own sign would have to be measured; nothing is wider than its column here.
      truncate: '.',
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
      colWidths: placed.map(({ width }) => width),
      colAligns: columns.map(({ align }) => align),
    });
    line.push(placed.map(({ content }) => content));
    return `${line.toString().trimEnd()}\n${below}`;
  };

  const titles = await draw(columns.map(({ title }) => ({ text: title, style: 'dim' })));
  return {
    // A title has no place below the others.
    header: titles.slice(0, titles.indexOf('\n') + 1),
    draw: (row: Row<Value>) => draw(columns.map(({ field }) => cellOf(field, row, today))),
  };
}

/** @param texts of its cells, as far as they are known */
async function columnOf<Value>(
  field: Field<Value>,
  place: number,
  texts: readonly string[],
): Promise<Column<Value>> {
  const { type = 'text', rank = place } = field;
  const title = labelOf(field).toUpperCase();
  const align = type === 'money' || type === 'count' ? 'right' : 'left';
  const overlong = overlongOf(type);
  const isName = rank === 0 && overlong === 'whole';
  await prepareToMeasure([title, ...texts]);
  const widths = [title, ...texts].map(widthOf);
  if (texts.length === 0) {
    const word = rank === 0 ? 'name' : 'word';
    widths.push(usualWidths[align === 'right' ? 'amount' : word]);
  }
  const longest = widths.reduce((most, width) => Math.max(most, width));
  const width = overlong === 'below' ? 0 : longest;
  const least = Math.min(width, isName ? leastNameWidth : leastWidths[overlong]);
  return { field, title, rank, align, overlong, width, least };
}

function overlongOf(type: FieldType): Overlong {
  if (type === 'sentence') return 'below';
  return type === 'names' || type === 'extra' ? 'cut' : 'whole';
}

/** Leaves out the least important columns, and gives the others what room there is. */
function withRoom<Value>(columns: Column<Value>[], total: number): Column<Value>[] {
  let room = total + gap.length;
  const kept = new Set<Column<Value>>();
  for (const column of columns.toSorted((one, other) => one.rank - other.rank)) {
    const needed = column.least === 0 ? 0 : column.least + gap.length;
    if (column.rank > 0 && needed > Math.max(0, room)) continue;
    kept.add(column);
    room -= needed;
  }
  for (const column of kept) {
    const more = Math.max(0, Math.min(column.width - column.least, room));
    column.width = column.least + more;
    room -= more;
  }
  return columns.filter((column) => kept.has(column));
}
