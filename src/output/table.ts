import CliTable from 'cli-table3';
import stringWidth from 'string-width';
import { safeText } from '../core/safe-text.ts';
import type { Paint, Style } from './color.ts';

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
}

export interface TableStyle {
  paint: Paint;
  /** The width to fit into; undefined leaves every cell whole. */
  fitInto: number | undefined;
}

const gap = '  ';
const leastWidth = 8;
const noFrame = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((part) => [part, '']),
);

/** A table without a frame that can be written row by row: its widths are settled beforehand. */
export class Table<Row> {
  readonly #columns: readonly Column<Row>[];
  readonly #widths: number[];
  readonly #style: TableStyle;

  /** @param rows those known by now; later ones must do with the widths of these and of the columns */
  constructor(columns: readonly Column<Row>[], style: TableStyle, rows: readonly Row[]) {
    this.#columns = columns;
    this.#style = style;
    const widths = columns.map((column) =>
      Math.max(
        stringWidth(column.title),
        column.width ?? 0,
        ...rows.map((row) => stringWidth(safeText(column.cell(row).text))),
      ),
    );
    this.#widths = style.fitInto === undefined ? widths : shrink(widths, style.fitInto);
  }

  header(): string {
    return this.#line(this.#columns.map(({ title }) => ({ text: title, style: 'dim' })));
  }

  row(row: Row): string {
    return this.#line(this.#columns.map((column) => column.cell(row)));
  }

  #line(cells: Cell[]): string {
    const texts = cells.map((cell) => safeText(cell.text));
    const widths = this.#style.fitInto === undefined ? widen(this.#widths, texts) : this.#widths;
    const table = new CliTable({
      chars: { ...noFrame, middle: gap },
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
      colWidths: widths,
      colAligns: this.#columns.map((column) => column.align ?? 'left'),
    });
    table.push(texts.map((text, index) => this.#style.paint(cells[index]?.style ?? 'plain', text)));
    return `${table.toString().trimEnd()}\n`;
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

/** Takes from the widest column, cell by cell, until the line fits or nothing is left to take. */
function shrink(widths: number[], total: number): number[] {
  const fitted = [...widths];
  const available = total - gap.length * (widths.length - 1);
  let excess = fitted.reduce((sum, width) => sum + width, 0) - available;
  while (excess > 0) {
    const widest = fitted.indexOf(Math.max(...fitted));
    const width = fitted[widest] ?? 0;
    if (width <= leastWidth) break;
    fitted[widest] = width - 1;
    excess -= 1;
  }
  return fitted;
}

function widen(widths: number[], texts: string[]): number[] {
  return widths.map((width, index) => Math.max(width, stringWidth(texts[index] ?? '')));
}
