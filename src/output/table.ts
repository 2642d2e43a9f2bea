import { type Cell, nothing, painted, type Screen, shownText } from './cell.ts';
import { cut, prepareToMeasure, widthOf, wrapped } from './measure.ts';

export interface Column<Row> {
  title: string;
  cell(row: Row): Cell;
  /** Draws what is known before the answer, which fixes the width. */
  asked?(asked: object): Cell;
  align?: 'left' | 'right';
  /** Its importance where a terminal has no room for all; 0 is never left out. */
  rank: number;
  /** A text that is too long pushes the others by default; `below` is for the last column. */
  overlong?: 'cut' | 'below' | 'whole';
}

interface Extent<Row> {
  column: Column<Row>;
  width: number;
  least: number;
}

const gap = '  ';

const indent = '    ';

/** A narrower column is left out. Most names, and most words of a service, fit into these. */
const leastWidth = { cut: 12, below: 0, whole: 20, name: 28 };

/** A column has this width while its rows are not known. */
const usualWidth = { amount: 12, word: 16, name: 24 };

const noFrame = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((part) => [part, '']),
);

export async function drawTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  screen: Screen,
): Promise<string> {
  const { header, draw } = await openTable(columns, screen, rows);
  let text = header;
  for (const row of rows) text += await draw(row);
  return text;
}

/** Fixes the widths first, by `rows` and `asked`, so that rows can be drawn one by one. */
export async function openTable<Row>(
  columns: readonly Column<Row>[],
  screen: Screen,
  rows: readonly Row[],
  asked: readonly object[] = [],
) {
  const { default: Library } = await import('cli-table3');
  const measured: Extent<Row>[] = [];
  for (const column of columns) {
    const { align = 'left', overlong = 'whole', title, rank } = column;
    const answers = asked.flatMap((one) => column.asked?.(one) ?? nothing);
    const cells = [
      ...rows.map((row) => column.cell(row)),
      ...answers.filter((cell) => cell !== nothing),
    ];
    const texts = cells.map((cell) => shownText(cell, screen));
    if (rows.length > 0 && texts.every((text) => text === '')) continue;
    await prepareToMeasure([title, ...texts]);
    const longest = [title, ...texts].reduce(
      (most, text) => Math.max(most, widthOf(text)),
      texts.length === 0
        ? usualWidth[align === 'right' ? 'amount' : rank === 0 ? 'name' : 'word']
        : 0,
    );
    const width = overlong === 'below' ? 0 : longest;
    const least = leastWidth[rank === 0 && overlong === 'whole' ? 'name' : overlong];
    measured.push({ column, width, least: Math.min(width, least) });
  }
  const extents = within(screen.columns, measured);

  const draw = async (cellOf: (column: Column<Row>) => Cell): Promise<string> => {
    const cells = extents.map(({ column }) => cellOf(column));
    const texts = cells.map((cell) => shownText(cell, screen));
    await prepareToMeasure(texts);
    let room = screen.columns;
    let below: string[] = [];
    const placed = extents.map(({ column: { align = 'left', overlong }, width: usual }, at) => {
      const paint = (text: string) => painted({ ...cells[at], text }, screen);
      let text = texts[at] ?? '';
      if (overlong === 'cut') text = cut(text, usual, screen.isUnicode ? '…' : '...');
      if (overlong === 'below' && widthOf(text) > Math.max(0, room)) {
        const lines = wrapped(text, screen.columns - indent.length);
        below = lines.map((line) => `${indent}${paint(line)}\n`);
        text = '';
      }
      const width = Math.max(usual, widthOf(text));
      room -= width + gap.length;
      return { content: paint(text), width, align };
    });
    const line = new Library({
      chars: { ...noFrame, middle: gap },
      // Its own sign would have to be measured; nothing is wider than its column here.
      truncate: '.',
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
      colWidths: placed.map(({ width }) => width),
      colAligns: placed.map(({ align }) => align),
    });
    line.push(placed.map(({ content }) => content));
    return [`${line.toString().trimEnd()}\n`, ...below].join('');
  };
  const titles = await draw(({ title }) => ({ text: title, style: 'dim' }));
  return {
    // A title has no place below the others.
    header: titles.slice(0, titles.indexOf('\n') + 1),
    draw: (row: Row) => draw((column) => column.cell(row)),
  };
}

function within<Row>(total: number, extents: readonly Extent<Row>[]): Extent<Row>[] {
  let room = total + gap.length;
  const kept: Extent<Row>[] = [];
  for (const extent of extents.toSorted((one, other) => one.column.rank - other.column.rank)) {
    const needed = extent.least === 0 ? 0 : extent.least + gap.length;
    if (extent.column.rank > 0 && needed > Math.max(0, room)) continue;
    kept.push(extent);
    room -= needed;
  }
  const widths = new Map<Column<Row>, number>();
  for (const { column, width, least } of kept) {
    const fitting = Math.max(least, Math.min(width, least + room));
    widths.set(column, fitting);
    room -= fitting - least;
  }
  return extents.flatMap((extent) => {
    const width = widths.get(extent.column);
    return width === undefined ? [] : [{ ...extent, width }];
  });
}
