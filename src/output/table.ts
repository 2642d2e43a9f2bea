import type Library from 'cli-table3';
import { readableText } from '../core/text.ts';
import { type Cell, nothing, painted, type Screen, shownText } from './cell.ts';
import { paragraph } from './details.ts';
import { cellOf, type Field, type FieldType, labelOf, plainCell } from './kind.ts';
import { cut, prepareToMeasure, widthOf } from './measure.ts';
import type { Row } from './row.ts';

interface Column<Value> {
  field: Field<Value>;
  title: string;
  /** Width of the widest text, as far as known; 0 for a sentence, which takes what room there is. */
  width: number;
}

interface Part {
  text: string;
  width: number;
  style: Cell['style'];
  isRight?: boolean;
}

const gap = '  ';

const indent = '    ';

/** A part of an amount, a count or a day would be read as the whole. */
const neverCut: readonly FieldType[] = ['money', 'count', 'day', 'flag'];

/** Widths of columns of which no text is known before the first row is drawn. */
const usualWidths: Partial<Record<FieldType, number>> = {
  name: 24,
  day: 24,
  money: 10,
  count: 10,
};

const usualWidth = 16;

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
  if (values.length === 0) return '';
  const rows = values.map((value) => ({ value }));
  const table = await openTable(fields, screen, rows);
  let text = await table.header();
  for (const row of rows) text += await table.draw(row);
  return text;
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
    const known = asked.map((one) => plainCell(field, one)).filter((cell) => cell !== nothing);
    const texts = [...cells, ...known].map((cell) => shownText(cell, screen));
    const isEmpty = rows.length > 0 && texts.every((text) => text === '');
    if (!isEmpty) columns.push(await columnOf(field, texts));
  }
  return new Table(columns, screen, library);
}

/**
 * A row is as wide as the screen at most. Where there is less room, texts are cut, and columns fall
 * off from the right, but for those that stay. Two things may leave the row, so that nothing of them
 * is cut: a long name stands above it, and a sentence below it.
 */
export class Table<Value extends object> {
  /** False where the columns that stay find no room. */
  readonly fits: boolean;
  readonly #columns: readonly Column<Value>[];
  readonly #fallen: readonly Column<Value>[];
  /** Width of a screen on which no column falls off. */
  readonly #wholeWidth: number;
  readonly #screen: Screen;
  readonly #library: typeof Library;

  constructor(columns: readonly Column<Value>[], screen: Screen, library: typeof Library) {
    const kept = [...columns];
    const leastTotal = () => totalWidth(kept.map(leastWidth));
    this.#wholeWidth = leastTotal();
    while (leastTotal() > screen.columns) {
      const early = kept.findLastIndex(mayFall);
      const last =
        early === -1 ? kept.findLastIndex(({ field }) => field.stays === 'longer') : early;
      if (last === -1) break;
      kept.splice(last, 1);
    }
    this.fits = leastTotal() <= screen.columns || kept.length === 1;
    this.#fallen = columns.filter((column) => !kept.includes(column));
    this.#columns = withRoom(kept, Math.max(0, screen.columns - leastTotal()));
    this.#screen = screen;
    this.#library = library;
  }

  /** Also notes the columns that have fallen off. */
  async header(): Promise<string> {
    if (this.#fallen.length > 0) {
      const names = this.#fallen.map(({ field }) => labelOf(field) || field.name).join(', ');
      const needed = `for which ${this.#wholeWidth} columns are needed`;
      this.#screen.notes.push(`not shown: ${names}, ${needed}`);
    }
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
    // Room that the columns leave is for the first text that needs it.
    let room = this.#screen.columns - totalWidth(this.#columns.map(({ width }) => width));
    for (const [at, { field, width }] of this.#columns.entries()) {
      const cell = cells[at] ?? nothing;
      const { style } = cell;
      const whole = texts[at] ?? '';
      const space = width === 0 ? room - gap.length : room;
      const text = textInRow(cell, whole, field.type, width + Math.max(0, space));
      if (text !== whole && field.type === 'name') {
        above = this.#line([...parts, { text: whole, width: widthOf(whole), style }]);
        parts = parts.map((part) => ({ ...part, text: '' }));
      }
      if (text !== whole && field.type === 'sentence') {
        below = await paragraph(cell, this.#screen, indent);
      }
      const needed = Math.max(width, widthOf(text));
      room -= needed - width;
      parts.push({ text, width: needed, style, isRight: isRight(field) });
    }
    const isEmpty = above !== '' && parts.every(({ text }) => text === '');
    return { above, line: isEmpty ? '' : this.#line(parts), below };
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

/** @returns an empty text for what leaves the row */
function textInRow({ short }: Cell, whole: string, type: FieldType = 'text', most: number): string {
  if (widthOf(whole) <= most || neverCut.includes(type)) return whole;
  if (type === 'name' || type === 'sentence') return '';
  return cut(short === undefined ? whole : readableText(short), most);
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
  return { field, title, width: type === 'sentence' ? 0 : longest };
}

/** Most names fit into 28 cells, most texts into 20, and most texts that stay into 12. */
function leastWidth({ field: { type = 'text', stays }, width }: Column<never>): number {
  if (type === 'sentence') return stays ? 20 : 0;
  if (type === 'name') return Math.min(width, 28);
  return neverCut.includes(type) ? width : Math.min(width, stays ? 12 : 20);
}

function mayFall({ field: { type, stays } }: Column<never>): boolean {
  return !stays && type !== 'name' && type !== 'sentence';
}

/** @param room beyond the least widths, which goes to the first columns that need it */
function withRoom<Value>(columns: readonly Column<Value>[], room: number): Column<Value>[] {
  let left = room;
  return columns.map((column) => {
    const least = leastWidth(column);
    const more = Math.min(column.width - least, left);
    left -= more;
    return { ...column, width: least + more };
  });
}

/** A column of width 0 holds a sentence, which may go below the row. */
function totalWidth(widths: readonly number[]): number {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((sum, width) => sum + width + gap.length, -gap.length);
}

function isRight({ type }: Field<never>): boolean {
  return type === 'money' || type === 'count';
}
