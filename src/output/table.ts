import type CliTable from 'cli-table3';
import { type Cell, painted, type Screen, shownText } from './cell.ts';
import { cut, prepareToMeasure, widthOf, wrapped } from './measure.ts';

export interface Column<Row> {
  title: string;
  cell(row: Row): Cell;
  /** The cell by what was asked only: its width is known before the answer. */
  asked?: ((asked: object) => Cell) | undefined;
  align?: 'right' | undefined;
  /** At least this wide, where its rows are not known yet. */
  width?: number | undefined;
  /** The first column may become as narrow as this. */
  least?: number | undefined;
  /** Its importance where there is no room for all; 0 is the highest. */
  rank: number;
  /** Cut where there is little room. Other texts are whole: a wider one ends its line. */
  isCut?: true | undefined;
  /** Stands below its row if it does not fit beside it. For the last column. */
  isWhole?: true | undefined;
}

interface Placed {
  text: string;
  width: number;
}

interface Extent<Row> {
  column: Column<Row>;
  natural: number;
  /** It is left out instead of being narrower. */
  least: number;
}

const gap = '  ';

const indent = '    ';

/** Holds most names. */
const leastOfFirst = 24;

/** Holds a price, a date and most words of a service. */
const leastOfOthers = 20;

const leastOfCut = 12;

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
  readonly #columns: readonly Column<Row>[];
  readonly #widths: readonly number[];
  readonly #whole: Column<Row> | undefined;

  private constructor(
    library: typeof CliTable,
    screen: Screen,
    columns: readonly Column<Row>[],
    widths: ReadonlyMap<Column<Row>, number>,
  ) {
    this.#library = library;
    this.#screen = screen;
    this.#columns = columns.filter((column) => widths.has(column));
    this.#widths = this.#columns.map((column) => widths.get(column) ?? 0);
    this.#whole = columns.find(({ isWhole }) => isWhole);
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
    const known = columns
      .filter(({ isWhole }) => !isWhole)
      .map((column) => {
        const askedCells = asked.flatMap((one) => column.asked?.(one) ?? []);
        const cells = [
          { text: column.title },
          ...rows.map((row) => column.cell(row)),
          ...askedCells,
        ];
        return { column, cells };
      });
    await prepareToMeasure(
      known.flatMap(({ cells }) => cells.map((cell) => shownText(cell, screen))),
    );
    const widthsOf = (measured: (cell: Cell) => Cell) => {
      const extents = known.map(({ column, cells }): Extent<Row> => {
        const isOpen = column.rank === 0 && rows.length + asked.length === 0;
        const start = rows.length > 0 ? 0 : Math.max(column.width ?? 0, isOpen ? leastOfFirst : 0);
        const [, ...below] = cells;
        const isEmpty = rows.length > 0 && below.every(({ text }) => text === '');
        // A column that says nothing is left out.
        const shown = isEmpty ? [] : cells.map((cell) => shownText(measured(cell), screen));
        const natural = shown.reduce((most, text) => Math.max(most, widthOf(text)), start);
        const usual = column.least ?? (column.rank === 0 ? leastOfFirst : leastOfOthers);
        return { column, natural, least: Math.min(natural, column.isCut ? leastOfCut : usual) };
      });
      return widthsWithin(extents, screen.columns);
    };
    const widths = widthsOf((cell) => cell);
    if (widths.size === known.length) return new Table(library, screen, columns, widths);
    // A name in two scripts may end its line, so that more columns have room.
    const inOneScript = ({ beside: _, ...cell }: Cell): Cell => cell;
    return new Table(library, screen, columns, widthsOf(inOneScript));
  }

  header(): Promise<string> {
    const titleOf = ({ title }: Column<Row>): Cell => ({ text: title, style: 'dim' });
    return this.#lines(titleOf);
  }

  row(row: Row): Promise<string> {
    return this.#lines((column) => column.cell(row));
  }

  /**
   * A text that is wider than its column ends its line, so that those after it keep their places; in
   * a pipe a row is one line, and the others give way.
   */
  async #lines(cellOf: (column: Column<Row>) => Cell): Promise<string> {
    const cells = this.#columns.map(cellOf);
    const whole = this.#whole === undefined ? { text: '' } : cellOf(this.#whole);
    const texts = [...cells, whole].map((cell) => shownText(cell, this.#screen));
    await prepareToMeasure(texts);
    const lines: string[] = [];
    let line: Placed[] = [];
    const endLine = () => {
      if (line.some(({ text }) => text !== '')) lines.push(this.#drawn(line));
      line = this.#widths.slice(0, line.length).map((width) => ({ text: '', width }));
    };
    const hasRoom = (width: number) => lineWidth([...line, { width }]) <= this.#screen.columns;
    for (const [at, { isCut }] of this.#columns.entries()) {
      const width = this.#widths[at] ?? 0;
      const text = isCut ? this.#cut(texts[at] ?? '', width) : (texts[at] ?? '');
      const own = widthOf(text);
      const placed = {
        text: painted({ ...cells[at], text }, this.#screen),
        width: Math.max(own, width),
      };
      if (own > width && !hasRoom(own)) {
        endLine();
        lines.push(placed.text);
        line.push({ text: '', width });
      } else {
        line.push(placed);
        if (own > width && Number.isFinite(this.#screen.columns)) endLine();
      }
    }
    const note = texts.at(-1) ?? '';
    if (hasRoom(widthOf(note))) {
      line.push({ text: painted({ ...whole, text: note }, this.#screen), width: widthOf(note) });
      endLine();
    } else {
      endLine();
      const below = wrapped(note, Math.max(1, this.#screen.columns - indent.length));
      lines.push(...below.map((text) => indent + painted({ ...whole, text }, this.#screen)));
    }
    return lines.map((one) => `${one}\n`).join('');
  }

  #cut(text: string, width: number): string {
    if (widthOf(text) <= width) return text;
    return cut(text, width, this.#screen.isUnicode ? '…' : '...');
  }

  #drawn(line: readonly Placed[]): string {
    const shown = line.filter(({ width }) => width > 0);
    const table = new this.#library({
      chars: { ...noFrame, middle: gap },
      // Its own sign would have to be measured; nothing is wider than its column here.
      truncate: '.',
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
      colWidths: shown.map(({ width }) => width),
      colAligns: shown.map((_, at) => this.#columns[at]?.align ?? 'left'),
    });
    table.push(shown.map(({ text }) => text));
    return table.toString().trimEnd();
  }
}

/** The columns that have room, and how wide they are: cut ones give way first, the first one last. */
function widthsWithin<Row>(
  extents: readonly Extent<Row>[],
  total: number,
): Map<Column<Row>, number> {
  const kept: Extent<Row>[] = [];
  const byRank = extents.toSorted((one, other) => one.column.rank - other.column.rank);
  for (const extent of byRank) {
    const least = [...kept, extent].map(({ least: width }) => ({ width }));
    if (extent.natural > 0 && (kept.length === 0 || lineWidth(least) <= total)) kept.push(extent);
  }
  let surplus = Math.max(0, lineWidth(kept.map(({ natural: width }) => ({ width }))) - total);
  return new Map(
    kept.toReversed().map(({ column, natural, least }) => {
      const given = Math.min(surplus, natural - least);
      surplus -= given;
      return [column, Math.min(natural - given, total)];
    }),
  );
}

function lineWidth(line: readonly { width: number }[]): number {
  const shown = line.filter(({ width }) => width > 0);
  return shown.reduce((sum, { width }) => sum + width, gap.length * Math.max(0, shown.length - 1));
}
