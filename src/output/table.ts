import CliTable from 'cli-table3';
import { strlen } from 'cli-table3/src/utils.js';
import stringWidth from 'string-width';
import { safeText } from '../core/safe-text.ts';
import type { Paint, Style } from './color.ts';
import { cut, isPlain, widthOf, wrapped } from './measure.ts';
import { columnsWithRoom, gap, shrunk } from './widths.ts';

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

export interface TableStyle {
  paint: Paint;
  /** The width to fit into; undefined leaves every cell whole. */
  fitInto: number | undefined;
}

const indent = '    ';

const noFrame = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((part) => [part, '']),
);

/** A table without a frame that can be written row by row: its widths are settled beforehand. */
export class Table<Row> {
  /** The names of columns that there is no room for. */
  readonly leftOut: readonly string[];
  readonly #columns: readonly Column<Row>[];
  readonly #whole: Column<Row> | undefined;
  readonly #widths: readonly number[];
  readonly #style: TableStyle;

  /** @param rows those known by now; later ones must do with the widths of these and of the columns */
  constructor(columns: readonly Column<Row>[], style: TableStyle, rows: readonly Row[]) {
    const { fitInto = Number.POSITIVE_INFINITY } = style;
    this.#style = style;
    this.#whole = columns.find(({ isWhole }) => isWhole);
    const aligned = columns.filter(({ isWhole }) => !isWhole);
    const natural = aligned.map((column) => naturalWidth(column, rows));
    const count = columnsWithRoom(natural, fitInto);
    this.#columns = aligned.slice(0, count);
    this.#widths = shrunk(natural.slice(0, count), fitInto);
    this.leftOut = aligned.filter((_, at) => at >= count && natural[at] !== 0).map(nameOf);
  }

  header(): string {
    return `${this.#line(this.#columns.map(({ title }) => ({ text: title, style: 'dim' }))).trimEnd()}\n`;
  }

  row(row: Row): string {
    const line = this.#line(this.#columns.map((column) => column.cell(row)));
    const whole = this.#whole?.cell(row);
    return `${whole === undefined || whole.text === '' ? line.trimEnd() : this.#withWhole(line, whole)}\n`;
  }

  #line(cells: Cell[]): string {
    const safe = cells.map((cell) => safeText(cell.text));
    const widths = this.#widthsFor(safe);
    const texts = safe.map((text, at) => cut(text, widths[at] ?? 0));
    if (texts.every(isPlain)) return this.#padded(texts, widths, cells);
    const line = new CliTable({
      chars: { ...noFrame, middle: gap },
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
      // It counts the joiners and vowel signs of Persian as cells, and would cut a text for them.
      colWidths: texts.map((text, at) => (widths[at] ?? 0) + strlen(text) - stringWidth(text)),
      colAligns: this.#columns.map((column) => column.align ?? 'left'),
    });
    line.push(texts.map((text, at) => this.#painted(text, cells[at]?.style)));
    return line.toString();
  }

  /** Where each character is one cell wide, as in nearly every row of a million. */
  #padded(texts: string[], widths: readonly number[], cells: Cell[]): string {
    const padded = texts.map((text, at) => {
      const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - text.length));
      const painted = this.#painted(text, cells[at]?.style);
      return this.#columns[at]?.align === 'right' ? space + painted : painted + space;
    });
    return padded.join(gap);
  }

  /** A row whose texts are wider than was foreseen takes the room that it needs, if there is any. */
  #widthsFor(texts: string[]): readonly number[] {
    const { fitInto = Number.POSITIVE_INFINITY } = this.#style;
    const wanted = texts.map((text, at) => Math.max(this.#widths[at] ?? 0, widthOf(text)));
    return shrunk(wanted, fitInto);
  }

  #withWhole(line: string, { text, style }: Cell): string {
    const { fitInto } = this.#style;
    const safe = safeText(text);
    const beside = line + gap + this.#painted(safe, style);
    if (fitInto === undefined || widthOf(beside) <= fitInto) return beside;
    const below = wrapped(safe, Math.max(1, fitInto - indent.length));
    return [line.trimEnd(), ...below.map((part) => indent + this.#painted(part, style))].join('\n');
  }

  #painted(text: string, style: Style = 'plain'): string {
    return text === '' ? '' : this.#style.paint(style, text);
  }
}

/** Pairs of label and cell, one a line, the labels aligned. */
export function details(pairs: ReadonlyArray<readonly [label: string, cell: Cell]>, paint: Paint) {
  const columns: Column<(typeof pairs)[number]>[] = [
    { name: 'label', title: '', cell: ([label]) => ({ text: label, style: 'dim' }) },
    { name: 'value', title: '', cell: ([, cell]) => cell },
  ];
  const table = new Table(columns, { paint, fitInto: undefined }, pairs);
  return pairs.map((pair) => table.row(pair)).join('');
}

function naturalWidth<Row>(column: Column<Row>, rows: readonly Row[]): number {
  const widths = rows.map((row) => widthOf(safeText(column.cell(row).text)));
  const least = Math.max(widthOf(column.title), column.width ?? 0);
  return widths.reduce((widest, width) => Math.max(widest, width), least);
}

function nameOf({ name }: { name: string }): string {
  return name;
}
