import { safeText, safeTexts } from '../core/text.ts';
import type { Paint, Style } from './color.ts';
import { columnsWithRoom, gap, type Limits, type Placed, shrunk } from './widths.ts';

/** The text is as it came; the table makes it safe. */
export interface Cell {
  text: string;
  style?: Style;
}

export interface Column<Row> {
  /** The name that `--columns` and `--sort` know it by. */
  name: string;
  title: string;
  cell(row: Row): Cell;
  align?: 'right';
  /** Least width in a table whose rows are not known yet. */
  width?: number;
  /** Its importance, where there is no room for all; 0 is the highest. By default its place. */
  rank?: number;
  /** It is never cut below this, and left out instead: `Infinity` never cuts. */
  minWidth?: number;
  /** Never cut; stands below its row if it does not fit beside it. For the last column. */
  isWhole?: true;
}

export type Pair = readonly [label: string, cell: Cell];

export interface TableStyle {
  paint: Paint;
  fitInto: number;
}

type Typesetting = typeof import('./wide-line.ts');

const indent = '    ';

/** The widths are fixed first, so that a table can be written row by row. */
export class Table<Row> {
  readonly leftOut: readonly string[];
  readonly #columns: readonly Column<Row>[];
  readonly #whole: Column<Row> | undefined;
  readonly #widths: readonly number[];
  readonly #limits: readonly Limits[];
  readonly #style: TableStyle;

  private constructor(columns: readonly Column<Row>[], natural: number[], style: TableStyle) {
    this.#style = style;
    this.#whole = columns.find(({ isWhole }) => isWhole);
    const aligned = columns.filter(isAligned);
    const places = columnsWithRoom(natural, limitsOf(aligned), style.fitInto);
    this.#columns = aligned.filter((_, at) => places.includes(at));
    this.#limits = limitsOf(this.#columns);
    const kept = natural.filter((_, at) => places.includes(at));
    this.#widths = shrunk(kept, this.#limits, style.fitInto);
    this.leftOut = aligned
      .filter((_, at) => !places.includes(at) && natural[at] !== 0)
      .flatMap(({ name }) => name || []);
  }

  /** @param rows those known by now, which decide how wide the columns are */
  static async of<Row>(
    columns: readonly Column<Row>[],
    style: TableStyle,
    rows: readonly Row[],
  ): Promise<Table<Row>> {
    const aligned = columns.filter(isAligned);
    const natural = await Promise.all(aligned.map((column) => naturalWidth(column, rows)));
    return new Table(columns, natural, style);
  }

  async header(): Promise<string> {
    const titles = this.#columns.map(({ title }): Cell => ({ text: title, style: 'dim' }));
    return `${(await this.#line(titles)).trimEnd()}\n`;
  }

  async row(row: Row): Promise<string> {
    const line = await this.#line(this.#columns.map((column) => column.cell(row)));
    const whole = this.#whole?.cell(row);
    return `${whole?.text ? await this.#withWhole(line, whole) : line.trimEnd()}\n`;
  }

  async #line(cells: readonly Cell[]): Promise<string> {
    const texts = safeTexts(cells.map(({ text }) => text));
    const { widthOf, cut, join } = await typesettingFor(texts);
    // A text that is wider than its column takes the room that it needs, if there is any.
    const wanted = texts.map((text, at) => Math.max(this.#widths[at] ?? 0, widthOf(text)));
    const { fitInto } = this.#style;
    const widths = Number.isFinite(fitInto) ? shrunk(wanted, this.#limits, fitInto) : wanted;
    const placed = texts.map((whole, at): Placed => {
      const width = widths[at] ?? 0;
      const text = cut(whole, width);
      const painted = this.#painted(text, cells[at]?.style);
      return { text, painted, width, align: this.#columns[at]?.align ?? 'left' };
    });
    return join(placed);
  }

  async #withWhole(line: string, { text, style }: Cell): Promise<string> {
    const safe = safeText(text);
    const beside = line + gap + this.#painted(safe, style);
    const { fitInto } = this.#style;
    if (!Number.isFinite(fitInto)) return beside;
    const { widthOf, wrapped } = await import('./measure.ts');
    if (widthOf(beside) <= fitInto) return beside;
    const below = wrapped(safe, Math.max(1, fitInto - indent.length));
    return [line.trimEnd(), ...below.map((part) => indent + this.#painted(part, style))].join('\n');
  }

  #painted(text: string, style: Style = 'plain'): string {
    return text === '' || style === 'plain' ? text : this.#style.paint(style, text);
  }
}

export async function details(pairs: readonly Pair[], paint: Paint): Promise<string> {
  const columns: Column<Pair>[] = [
    { name: 'label', title: '', cell: ([label]) => ({ text: label, style: 'dim' }) },
    { name: 'value', title: '', cell: ([, cell]) => cell },
  ];
  const table = await Table.of(columns, { paint, fitInto: Number.POSITIVE_INFINITY }, pairs);
  return (await Promise.all(pairs.map((pair) => table.row(pair)))).join('');
}

async function naturalWidth<Row>(column: Column<Row>, rows: readonly Row[]): Promise<number> {
  const texts = safeTexts([column.title, ...rows.map((row) => column.cell(row).text)]);
  const { widthOf } = await typesettingFor(texts);
  return texts.reduce((widest, text) => Math.max(widest, widthOf(text)), column.width ?? 0);
}

/** Ranks the columns among themselves, so that one of them is the most important. */
function limitsOf(columns: readonly { rank?: number; minWidth?: number }[]): Limits[] {
  const order = columns
    .map(({ rank }, at) => ({ rank: rank ?? at, at }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ at }) => at);
  return columns.map(({ minWidth }, at) => ({ rank: order.indexOf(at), minWidth }));
}

function isAligned({ isWhole }: { isWhole?: true }): boolean {
  return !isWhole;
}

/** ASCII does not need string-width, which takes 30 ms to load. */
async function typesettingFor(texts: readonly string[]): Promise<Typesetting> {
  return texts.every((text) => /^[\x20-\x7e]*$/.test(text)) ? plain : import('./wide-line.ts');
}

/** Padded by hand: cli-table3, by row or by batch, makes a run over 20,000 names 1.9 times as long. */
const plain: Typesetting = {
  widthOf: (text) => text.length,
  cut(text, width) {
    if (text.length <= width) return text;
    return width < 1 ? '' : `${text.slice(0, width - 1)}…`;
  },
  join: (cells) => cells.map(padded).join(gap),
};

function padded({ text, painted, width, align }: Placed): string {
  const space = ' '.repeat(Math.max(0, width - text.length));
  return align === 'right' ? space + painted : painted + space;
}
