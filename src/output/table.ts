import type Library from 'cli-table3';
import { readableText } from '../core/text.ts';
import { type Cell, nothing, painted, type Screen, shownText } from './cell.ts';
import { cellOf, type Field, type FieldType, labelOf, plainCell } from './kind.ts';
import { cut, prepareToMeasure, widthOf, wrapped } from './measure.ts';
import type { Row } from './row.ts';

interface Column<Value> {
  field: Field<Value>;
  title: string;
  width: number;
  /** Least width in cells; in less room the column falls off. */
  least: number;
}

const gap = '  ';

const indent = '    ';

/**
 * Least widths of columns that may be narrower than a text: the row goes on below a longer name, a
 * sentence goes below the row, and other texts are cut. Most names fit into 28 cells.
 */
const leastWidths: Partial<Record<FieldType, number>> = {
  name: 28,
  text: 20,
  anything: 20,
  names: 20,
  extra: 12,
  sentence: 0,
};

/** Widths of columns of which no text is known before the first row is drawn. */
const usualWidths: Partial<Record<FieldType, number>> = {
  name: 24,
  day: 24,
  money: 12,
  count: 12,
};

const usualWidth = 16;

/** A part of an amount, a count or a day would be read as the whole. */
const neverCut: readonly FieldType[] = ['money', 'count', 'day'];

const noFrame = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((part) => [part, '']),
);

export async function drawTable<Value extends object>(
  fields: readonly Field<Value>[],
  values: readonly Value[],
  screen: Screen,
): Promise<string> {
  const rows = values.map((value) => ({ value }));
  const table = await openTable(fields, screen, rows);
  const lines = [await table.header()];
  for (const row of rows) lines.push(await table.draw(row));
  return lines.join('');
}

/** Fixes the widths, to draw row by row. @param asked what later rows are about, as far as known */
export async function openTable<Value extends object>(
  fields: readonly Field<Value>[],
  screen: Screen,
  rows: readonly Row<Value>[],
  asked: readonly object[] = [],
): Promise<Table<Value>> {
  const { default: library } = await import('cli-table3');
  const columns: Column<Value>[] = [];
  for (const field of fields) {
    const cells = rows.map((row) => cellOf(field, row, screen));
    for (const one of asked) {
      const cell = plainCell(field, one);
      if (cell !== nothing) cells.push(cell);
    }
    const texts = cells.map((cell) => shownText(cell, screen));
    const isEmpty = rows.length > 0 && texts.every((text) => text === '');
    if (!isEmpty) columns.push(await columnOf(field, texts));
  }
  return new Table(columns, screen, library);
}

export class Table<Value extends object> {
  /** True if no column has fallen off or is narrower than its texts. */
  readonly isWhole: boolean;
  readonly #columns: readonly Column<Value>[];
  readonly #screen: Screen;
  readonly #library: typeof Library;

  constructor(columns: Column<Value>[], screen: Screen, library: typeof Library) {
    this.#columns = withinScreen(columns, screen.columns);
    const widths = columns.map(({ width }) => width).join();
    this.isWhole = this.#columns.map(({ width }) => width).join() === widths;
    this.#screen = screen;
    this.#library = library;
  }

  async header(): Promise<string> {
    const titles = this.#columns.map(({ title }): Cell => ({ text: title, style: 'dim' }));
    // A title has no place below the others.
    const { line } = await this.#layOut(titles);
    return line;
  }

  async draw(row: Row<Value>): Promise<string> {
    const cells = this.#columns.map(({ field }) => cellOf(field, row, this.#screen));
    const { above, line, below } = await this.#layOut(cells);
    return above + line + below;
  }

  async #layOut(cells: readonly Cell[]): Promise<{ above: string; line: string; below: string }> {
    const texts = cells.map((cell) => shownText(cell, this.#screen));
    await prepareToMeasure(texts);
    let parts: Part[] = [];
    let above = '';
    let below = '';
    let room = this.#screen.columns - totalWidth(this.#columns.map(({ width }) => width));
    for (const [at, { field, width }] of this.#columns.entries()) {
      const { style, short } = cells[at] ?? nothing;
      const whole = texts[at] ?? '';
      // Room that the columns leave is for the first text that needs it.
      const space = width === 0 ? room - gap.length : room;
      const most = width + Math.max(0, space);
      const isShort = short !== undefined && widthOf(whole) > most;
      const text = shortened(isShort ? readableText(short) : whole, field.type, most);
      if (text !== whole && field.type === 'name') {
        above = this.#line([...parts, { text: whole, width: widthOf(whole), style }]);
        parts = parts.map((part) => ({ ...part, text: '' }));
      }
      if (text !== whole && field.type === 'sentence') below = await this.#indented(whole, style);
      const needed = Math.max(width, widthOf(text));
      room -= needed - width;
      parts.push({ text, width: needed, style, isRight: isRight(field) });
    }
    return { above, line: this.#line(parts), below };
  }

  async #indented(text: string, style: Cell['style']): Promise<string> {
    const lines = await wrapped(text, this.#screen.columns - indent.length);
    return lines.map((line) => `${indent}${painted(line, this.#screen, style)}\n`).join('');
  }

  #line(parts: readonly Part[]): string {
    const line = new this.#library({
      chars: { ...noFrame, middle: gap },
      // cli-table3's own sign would have to be measured; nothing is wider than its column here.
      truncate: '.',
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
      colWidths: parts.map(({ width }) => width),
      colAligns: parts.map((part) => (part.isRight ? 'right' : 'left')),
    });
    line.push(parts.map(({ text, style }) => painted(text, this.#screen, style)));
    return `${line.toString().trimEnd()}\n`;
  }
}

interface Part {
  text: string;
  width: number;
  style: Cell['style'];
  isRight?: boolean;
}

/** A name or sentence that is too long leaves the row, so that nothing of it is cut. */
function shortened(text: string, type: FieldType = 'text', most: number): string {
  if (widthOf(text) <= most || neverCut.includes(type)) return text;
  return type === 'name' || type === 'sentence' ? '' : cut(text, most);
}

/** @param texts of the cells of the column, as far as they are known */
async function columnOf<Value>(
  field: Field<Value>,
  texts: readonly string[],
): Promise<Column<Value>> {
  const { type = 'text' } = field;
  const title = labelOf(field).toUpperCase();
  await prepareToMeasure([title, ...texts]);
  const widths = [title, ...texts].map(widthOf);
  if (texts.length === 0) widths.push(usualWidths[type] ?? usualWidth);
  const longest = widths.reduce((most, width) => Math.max(most, width));
  const width = type === 'sentence' ? 0 : longest;
  return { field, title, width, least: Math.min(width, leastWidths[type] ?? width) };
}

/** Leaves out the last columns where there is no room, and gives the others what room there is. */
function withinScreen<Value>(columns: readonly Column<Value>[], screenWidth: number) {
  const kept = [...columns];
  const leastTotal = () => totalWidth(kept.map(({ least }) => least));
  while (kept.length > 1 && leastTotal() > screenWidth) {
    const last = kept.findLastIndex(({ least }) => least > 0);
    kept.splice(last, 1);
  }
  let room = Math.max(0, screenWidth - leastTotal());
  return kept.map((column) => {
    const more = Math.min(column.width - column.least, room);
    room -= more;
    return { ...column, width: column.least + more };
  });
}

/** A column of width 0 holds a sentence that goes below the row. */
function totalWidth(widths: readonly number[]): number {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((sum, width) => sum + width + gap.length, -gap.length);
}

function isRight({ type }: Field<never>): boolean {
  return type === 'money' || type === 'count';
}
