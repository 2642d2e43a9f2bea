import type CliTable from 'cli-table3';
import { type Cell, painted, type Screen, shownText } from './cell.ts';
import { cut, prepareToMeasure, widthOf, wrapped } from './measure.ts';

export interface Column<Row> {
  title: string;
  cell(row: Row): Cell;
  /** The cell by what was asked only: its width is known before the answer. */
  asked?: (asked: object) => Cell;
  align?: 'right' | undefined;
  /** At least this wide, where its rows are not known yet. */
  width?: number | undefined;
  /** It is never left out. */
  isChosen?: true | undefined;
  /** Its importance where there is no room for all; 0 is the highest. */
  rank: number;
  /** Cut where there is little room. Other texts are whole: a wider one pushes those after it. */
  isCut?: true | undefined;
  /** Broken into lines where there is little room. For the last column. */
  isWhole?: true | undefined;
}

/** A column and its width. A column is left out instead of being narrower than its least width. */
interface Extent<Row> {
  column: Column<Row>;
  width: number;
  least: number;
}

const gap = '  ';

/** Holds most names. */
const leastOfFirst = 28;

/** Holds a price, a date and most words of a service. */
const leastOfOthers = 20;

/** In less room the text of the last column stands below its row. */
const leastBeside = 16;

const indent = '    ';

const leastOfCut = 12;

/** Of a first column whose names are not known yet. */
const widthOfUnknown = 24;

const noFrame = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((part) => [part, '']),
);

/** A table of rows that are all known. */
export async function drawTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  screen: Screen,
): Promise<string> {
  const table = await Table.of(columns, screen, rows);
  let text = await table.header();
  for (const row of rows) text += await table.row(row);
  return text;
}

/** The widths are fixed first, so that rows can be drawn one by one. */
export class Table<Row> {
  readonly #library: typeof CliTable;
  readonly #screen: Screen;
  readonly #extents: readonly Extent<Row>[];

  private constructor(library: typeof CliTable, screen: Screen, extents: readonly Extent<Row>[]) {
    this.#library = library;
    this.#screen = screen;
    this.#extents = extents;
  }

  /**
   * @param rows those known by now
   * @param asked what the rows to come will be about; both decide how wide the columns are
   */
  static async of<Row>(
    columns: readonly Column<Row>[],
    screen: Screen,
    rows: readonly Row[],
    asked: readonly object[] = [],
  ): Promise<Table<Row>> {
    const { default: library } = await import('cli-table3');
    const filled = columns.map((column) => {
      const cells = [
        ...rows.map((row) => column.cell(row)),
        ...asked.flatMap((one) => column.asked?.(one) ?? []),
      ];
      const texts = cells.map((cell) => shownText(cell, screen));
      return { column, texts, isEmpty: rows.length > 0 && texts.every((text) => text === '') };
    });
    const shown = filled.filter(({ isEmpty }) => !isEmpty);
    await prepareToMeasure(shown.flatMap(({ texts }) => texts));
    const extents = shown.map(({ column, texts }): Extent<Row> => {
      if (column.isWhole) return { column, width: 0, least: 0 };
      const isOpen = column.rank === 0 && rows.length + asked.length === 0;
      const start = rows.length > 0 ? 0 : isOpen ? widthOfUnknown : (column.width ?? 0);
      const width = [column.title, ...texts].reduce(
        (most, text) => Math.max(most, widthOf(text)),
        start,
      );
      const least = column.isCut ? leastOfCut : column.rank === 0 ? leastOfFirst : leastOfOthers;
      return { column, width, least: Math.min(width, least) };
    });
    return new Table(library, screen, within(extents, screen.columns));
  }

  async header(): Promise<string> {
    const drawn = await this.#drawn(({ title }) => ({ text: title, style: 'dim' }));
    // A title has no place below the others.
    return `${drawn.split('\n')[0]}\n`;
  }

  row(row: Row): Promise<string> {
    return this.#drawn((column) => column.cell(row));
  }

  async #drawn(cellOf: (column: Column<Row>) => Cell): Promise<string> {
    const cells = this.#extents.map(({ column }) => cellOf(column));
    const texts = cells.map((cell) => shownText(cell, this.#screen));
    await prepareToMeasure(texts);
    let room = this.#screen.columns;
    let below: string[] = [];
    const placed = this.#extents.map(({ column, width: usual }, at) => {
      const text = texts[at] ?? '';
      const hasNoRoom = room < leastBeside && widthOf(text) > room;
      const isBelow = column.isWhole && text !== '' && hasNoRoom;
      if (isBelow) below = wrapped(text, this.#screen.columns - indent.length);
      const lines = isBelow ? [''] : this.#lines(column, text, column.isWhole ? room : usual);
      const width = lines.reduce((most, line) => Math.max(most, widthOf(line)), usual);
      room -= width + gap.length;
      const paint = (line: string) => painted({ ...cells[at], text: line }, this.#screen);
      below = isBelow ? below.map((line) => indent + paint(line)) : below;
      const content = lines.map(paint).join('\n');
      return { content, width, align: column.align ?? ('left' as const) };
    });
    const table = new this.#library({
      chars: { ...noFrame, middle: gap },
      // Its own sign would have to be measured; nothing is wider than its column here.
      truncate: '.',
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
      colWidths: placed.map(({ width }) => width),
      colAligns: placed.map(({ align }) => align),
    });
    table.push(placed.map(({ content }) => content));
    const drawn = table.toString().replace(/ +$/gm, '');
    return [drawn, ...below].map((line) => `${line}\n`).join('');
  }

  #lines({ isCut, isWhole }: Column<Row>, text: string, width: number): string[] {
    if (isWhole) return wrapped(text, width);
    const isFitted = isCut && widthOf(text) > width;
    return [isFitted ? cut(text, width, this.#screen.isUnicode ? '…' : '...') : text];
  }
}

/** The columns that have room, as wide as there is room: cut ones give way first, the first one last. */
function within<Row>(extents: readonly Extent<Row>[], total: number): Extent<Row>[] {
  const kept: Extent<Row>[] = [];
  for (const extent of extents.toSorted((one, other) => one.column.rank - other.column.rank)) {
    const least = lineWidth([...kept, extent].map((one) => one.least));
    const isNeeded = kept.length === 0 || extent.column.isWhole || extent.column.isChosen;
    if (isNeeded || least <= total) kept.push(extent);
  }
  let surplus = Math.max(0, lineWidth(kept.map(({ width }) => width)) - total);
  const widths = new Map<Column<Row>, number>();
  for (const { column, width, least } of kept.toReversed()) {
    const given = Math.min(surplus, width - least);
    surplus -= given;
    widths.set(column, width - given);
  }
  return extents.flatMap((extent) => {
    const width = widths.get(extent.column);
    return width === undefined ? [] : [{ ...extent, width }];
  });
}

function lineWidth(widths: readonly number[]): number {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((sum, width) => sum + width + gap.length, -gap.length);
}
