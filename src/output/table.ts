import { safeText } from '../core/safe-text.ts';
import type { Paint, Style } from './color.ts';
import { measureFor } from './plain.ts';
import { columnsWithRoom, gap, isPlain, type Placed, shrunk } from './widths.ts';

/** What stands in one cell: text as it came, made safe when it is laid out, and its style. */
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
  /** Cells to keep free in a table whose rows are not known yet. */
  width?: number;
  /**
   * For the last column: never cut. Where there is a width to fit into, what does not fit beside
   * its row stands below it.
   */
  isWhole?: true;
}

/** A label and what stands beside it. */
export type Pair = readonly [label: string, cell: Cell];

export interface TableStyle {
  paint: Paint;
  /** The width to fit into; undefined leaves every cell whole. */
  fitInto: number | undefined;
}

const indent = '    ';

/** A table without a frame that can be written row by row: its widths are settled beforehand. */
export class Table<Row> {
  /** The names of columns that there is no room for. */
  readonly leftOut: readonly string[];
  readonly #columns: readonly Column<Row>[];
  readonly #whole: Column<Row> | undefined;
  readonly #widths: readonly number[];
  readonly #style: TableStyle;

  private constructor(columns: readonly Column<Row>[], style: TableStyle, natural: number[]) {
    const { fitInto = Number.POSITIVE_INFINITY } = style;
    this.#style = style;
    this.#whole = columns.find(({ isWhole }) => isWhole);
    const aligned = columns.filter(isAligned);
    const count = columnsWithRoom(natural, fitInto);
    this.#columns = aligned.slice(0, count);
    this.#widths = shrunk(natural.slice(0, count), fitInto);
    this.leftOut = aligned.filter((_, at) => at >= count && natural[at] !== 0).map(nameOf);
  }

  /** @param rows those known by now; later ones must do with the widths of these and of the columns */
  static async of<Row>(
    columns: readonly Column<Row>[],
    style: TableStyle,
    rows: readonly Row[],
  ): Promise<Table<Row>> {
    const natural: number[] = [];
    for (const column of columns.filter(isAligned)) natural.push(await naturalWidth(column, rows));
    return new Table(columns, style, natural);
  }

  async header(): Promise<string> {
    const titles = this.#columns.map(({ title }): Cell => ({ text: title, style: 'dim' }));
    return `${(await this.#line(titles)).trimEnd()}\n`;
  }

  async row(row: Row): Promise<string> {
    const line = await this.#line(this.#columns.map((column) => column.cell(row)));
    const whole = this.#whole?.cell(row);
    if (whole === undefined || whole.text === '') return `${line.trimEnd()}\n`;
    return `${await this.#withWhole(line, whole)}\n`;
  }

  async #line(cells: readonly Cell[]): Promise<string> {
    const safe = cells.map((cell) => safeText(cell.text));
    const { widthOf, cut } = await measureFor(safe);
    const widths = this.#widthsFor(safe.map(widthOf));
    const placed = safe.map((text, at): Placed => {
      const width = widths[at] ?? 0;
      const short = cut(text, width);
      const painted = this.#painted(short, cells[at]?.style);
      return { text: short, painted, width, align: this.#columns[at]?.align ?? 'left' };
    });
    // Each character is one cell wide in nearly every row of a million.
    if (placed.every(({ text }) => isPlain(text))) return placed.map(padded).join(gap);
    const { wideLine } = await import('./wide-line.ts');
    return wideLine(placed);
  }

  /** A row whose texts are wider than was foreseen takes the room that it needs, if there is any. */
  #widthsFor(texts: readonly number[]): readonly number[] {
    const { fitInto = Number.POSITIVE_INFINITY } = this.#style;
    const wanted = texts.map((width, at) => Math.max(this.#widths[at] ?? 0, width));
    return shrunk(wanted, fitInto);
  }

  async #withWhole(line: string, { text, style }: Cell): Promise<string> {
    const { fitInto } = this.#style;
    const safe = safeText(text);
    const beside = line + gap + this.#painted(safe, style);
    if (fitInto === undefined) return beside;
    const { widthOf, wrapped } = await import('./measure.ts');
    if (widthOf(beside) <= fitInto) return beside;
    const below = wrapped(safe, Math.max(1, fitInto - indent.length));
    return [line.trimEnd(), ...below.map((part) => indent + this.#painted(part, style))].join('\n');
  }

  #painted(text: string, style: Style = 'plain'): string {
    return text === '' ? '' : this.#style.paint(style, text);
  }
}

/** Pairs of label and cell, one a line, the labels aligned. */
export async function details(pairs: readonly Pair[], paint: Paint): Promise<string> {
  const columns: Column<Pair>[] = [
    { name: 'label', title: '', cell: ([label]) => ({ text: label, style: 'dim' }) },
    { name: 'value', title: '', cell: ([, cell]) => cell },
  ];
  const table = await Table.of(columns, { paint, fitInto: undefined }, pairs);
  const lines: string[] = [];
  for (const pair of pairs) lines.push(await table.row(pair));
  return lines.join('');
}

async function naturalWidth<Row>(column: Column<Row>, rows: readonly Row[]): Promise<number> {
  const texts = [column.title, ...rows.map((row) => safeText(column.cell(row).text))];
  const { widthOf } = await measureFor(texts);
  return texts.reduce((widest, text) => Math.max(widest, widthOf(text)), column.width ?? 0);
}

function padded({ text, painted, width, align }: Placed): string {
  const space = ' '.repeat(Math.max(0, width - text.length));
  return align === 'right' ? space + painted : painted + space;
}

function isAligned({ isWhole }: { isWhole?: true }): boolean {
  return !isWhole;
}

function nameOf({ name }: { name: string }): string {
  return name;
}
