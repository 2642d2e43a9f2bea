import { type Cell, shownText, type TableStyle } from './cell.ts';
import type { Style } from './color.ts';
import { TextLines } from './text-lines.ts';
import { columnsWithRoom, type Extent, gap, widthsWithin } from './widths.ts';

export interface Column<Row> {
  /** The name that `--columns` and `--sort` know it by. */
  name: string;
  title: string;
  cell(row: Row): Cell;
  /** The cell by what was asked alone: its width is known before the answer. */
  asked?(asked: object): Cell;
  align?: 'right';
  /** The room that it is given where its rows are not known yet. */
  width?: number;
  /** Its importance, where there is no room for all; 0 is the highest. By default its place. */
  rank?: number;
  /** Cut where there is little room. Other texts are whole: a wider one stands on its own line. */
  isCut?: true;
  /** It is left out instead of being narrower. */
  minWidth?: number;
  /** Stands below its row if it does not fit beside it. For the last column. */
  isWhole?: true;
}

type Ruler = Pick<typeof import('./measure.ts'), 'widthOf' | 'cut'>;

const indent = '    ';

/** Holds most names. */
const leastOfFirst = 24;
/** Holds a price, a date and most words of a service. */
const leastOfOthers = 20;
const leastOfCut = 12;

/** The widths are fixed first, so that a table can be written row by row. */
export class Table<Row> {
  readonly #leftOut: number;
  readonly #columns: readonly Column<Row>[];
  readonly #whole: Column<Row> | undefined;
  readonly #widths: readonly number[];
  readonly #style: TableStyle;

  private constructor(columns: readonly Column<Row>[], extents: Extent[], style: TableStyle) {
    this.#style = style;
    this.#whole = columns.find(({ isWhole }) => isWhole);
    const aligned = columns.filter(isAligned);
    const places = columnsWithRoom(extents, style.fitInto);
    this.#columns = aligned.filter((_, at) => places.includes(at));
    const kept = extents.filter((_, at) => places.includes(at));
    this.#widths = widthsWithin(kept, style.fitInto);
    this.#leftOut = aligned.length - places.length;
  }

  /**
   * @param rows those known by now
   * @param asked what the rows to come will be about; both decide how wide the columns are
   */
  static async of<Row>(
    columns: readonly Column<Row>[],
    style: TableStyle,
    rows: readonly Row[],
    asked: readonly object[] = [],
  ): Promise<Table<Row>> {
    const table = await Table.#of(columns, style, rows, asked, (cell) => cell);
    if (table.#leftOut === 0) return table;
    // A name in two scripts may take a line of its own, so that more columns have room.
    const alone = ({ beside: _, ...cell }: Cell): Cell => cell;
    const narrower = await Table.#of(columns, style, rows, asked, alone);
    return narrower.#leftOut < table.#leftOut ? narrower : table;
  }

  static async #of<Row>(
    columns: readonly Column<Row>[],
    style: TableStyle,
    rows: readonly Row[],
    asked: readonly object[],
    measured: (cell: Cell) => Cell,
  ): Promise<Table<Row>> {
    const aligned = columns.filter(isAligned);
    const ranks = ranksOf(aligned);
    const extents = await Promise.all(
      aligned.map(async (column, at): Promise<Extent> => {
        const known = asked.flatMap((one) => column.asked?.(one) ?? []);
        const cells = [{ text: column.title }, ...known, ...rows.map((row) => column.cell(row))];
        const natural = await widestOf(cells.map(measured), style, column.width);
        const rank = ranks[at] ?? at;
        const least = leastWidth(column, natural, rank);
        return { natural, least, rank, isCut: column.isCut === true };
      }),
    );
    return new Table(columns, extents, style);
  }

  async header(): Promise<string> {
    const titles = this.#columns.map(({ title }): Cell => ({ text: title, style: 'dim' }));
    const lines = await this.#lines(titles);
    const title = this.#whole?.title ?? '';
    if (lines.hasRoom(title.length, this.#end)) {
      lines.place(this.#painted(title, 'dim'), title.length, this.#end);
    }
    return `${lines.text}\n`;
  }

  async row(row: Row): Promise<string> {
    const lines = await this.#lines(this.#columns.map((column) => column.cell(row)));
    const whole = this.#whole?.cell(row);
    if (whole?.text) await this.#addWhole(lines, whole);
    return `${lines.text}\n`;
  }

  async #lines(cells: readonly Cell[]): Promise<TextLines> {
    const { fitInto, isUnicode } = this.#style;
    const texts = cells.map((cell) => shownText(cell, this.#style));
    const { widthOf, cut } = await rulerFor(texts);
    const lines = new TextLines(fitInto);
    let start = 0;
    for (const [at, { isCut, align }] of this.#columns.entries()) {
      const width = this.#widths[at] ?? 0;
      const whole = texts[at] ?? '';
      const text =
        isCut && Number.isFinite(fitInto) ? cut(whole, width, isUnicode ? '…' : '...') : whole;
      const taken = widthOf(text);
      const from = align === 'right' ? start + width - taken : start;
      lines.place(this.#painted(text, cells[at]?.style), taken, from);
      start += width + gap.length;
    }
    return lines;
  }

  async #addWhole(lines: TextLines, cell: Cell): Promise<void> {
    const { fitInto } = this.#style;
    const text = shownText(cell, this.#style);
    const { widthOf } = await rulerFor([text]);
    if (lines.hasRoom(widthOf(text), this.#end)) {
      return lines.place(this.#painted(text, cell.style), widthOf(text), this.#end);
    }
    const { wrapped } = await import('./measure.ts');
    const below = wrapped(text, Math.max(1, fitInto - indent.length));
    for (const part of below) lines.add(indent + this.#painted(part, cell.style));
  }

  /** Where a column behind the others begins. */
  get #end(): number {
    return this.#widths.reduce((sum, width) => sum + width + gap.length, 0);
  }

  #painted(text: string, style: Style = 'plain'): string {
    return text === '' || style === 'plain' ? text : this.#style.paint(style, text);
  }
}

async function widestOf(cells: readonly Cell[], style: TableStyle, least = 0): Promise<number> {
  const texts = cells.map((cell) => shownText(cell, style));
  const { widthOf } = await rulerFor(texts);
  return texts.reduce((widest, text) => Math.max(widest, widthOf(text)), least);
}

function leastWidth(
  { isCut, minWidth }: { isCut?: true; minWidth?: number },
  natural: number,
  rank: number,
): number {
  const usual = rank === 0 ? leastOfFirst : isCut ? leastOfCut : leastOfOthers;
  return Math.min(natural, minWidth ?? usual);
}

/** Ranks the columns among themselves, so that one of them is the most important. */
function ranksOf(columns: readonly { rank?: number }[]): number[] {
  const order = columns
    .map(({ rank }, at) => ({ rank: rank ?? at, at }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ at }) => at);
  return columns.map((_, at) => order.indexOf(at));
}

function isAligned({ isWhole }: { isWhole?: true }): boolean {
  return !isWhole;
}

/** ASCII does not need string-width, which takes 30 ms to load. */
async function rulerFor(texts: readonly string[]): Promise<Ruler> {
  return texts.every((text) => /^[\x20-\x7e]*$/.test(text)) ? plain : import('./measure.ts');
}

const plain: Ruler = {
  widthOf: (text) => text.length,
  cut(text, width, ellipsis = '…') {
    if (text.length <= width) return text;
    const room = width - ellipsis.length;
    return room < 0 ? ellipsis.slice(0, Math.max(0, width)) : text.slice(0, room) + ellipsis;
  },
};
