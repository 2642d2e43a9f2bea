import { plainText } from './fields.ts';
import {
  type Cell,
  cellOf,
  extraPairs,
  type Field,
  type FieldType,
  labelOf,
  nothing,
  plainCell,
  type Screen,
  shownText,
  textCell,
} from './kind.ts';
import { cut, widthOf, wrapped } from './measure.ts';
import type { FailedRow, Row } from './row.ts';

interface Column<Value> {
  field: Field<Value>;
  width: number;
  least: number;
}

interface Layout<Value> {
  screen: Screen;
  columns: readonly Column<Value>[];
  /** Room that is left where all texts are cut: the first columns that need it get it. */
  room: number;
}

interface Part {
  text: string;
  style?: Cell['style'] | undefined;
  width?: number;
  isRight?: boolean;
}

const gap = '  ';

const indent = '    ';

/** A part of an amount, a count or a day would be read as the whole. */
const neverCut: readonly FieldType[] = ['money', 'count', 'day', 'flag', 'names'];

/** Widths of columns whose texts are not known yet; wider texts may be cut to these. */
const usualWidths: Partial<Record<FieldType, number>> = {
  name: 24,
  day: 24,
  money: 10,
};

const usualWidth = 16;

const noFrame = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  right: '',
};

/** Room for a sentence that is to stand beside the columns, and not below them. */
const sentenceRoom = 20;

export async function drawTable<Value extends object>(
  fields: readonly Field<Value>[],
  values: readonly Value[],
  screen: Screen,
): Promise<string> {
  if (values.length === 0) return '';
  const rows = values.map((value) => ({ value }));
  const table = await openTable(fields, screen, rows);
  let text = table.head;
  for (const row of rows) text += await table.draw(row);
  return text;
}

/**
 * Fixes the widths, to draw row by row. A row is as wide as the screen at most. Where there is less
 * room, texts are cut, and columns fall off from the right, but for those that stay; a note names
 * them. Two things may leave the row, so that nothing of them is cut: a long name stands above it,
 * and a sentence below it.
 * @param asked what later rows are about, as far as known
 */
export async function openTable<Value extends object>(
  fields: readonly Field<Value>[],
  screen: Screen,
  rows: readonly Row<Value>[],
  asked: readonly object[] = [],
) {
  const all: Column<Value>[] = [];
  for (const field of fields) {
    const cells = rows.map((row) => cellOf(field, row, screen));
    const known = asked.map((one) => plainCell(field, one)).filter((cell) => cell !== nothing);
    const texts = [...cells, ...known].map((cell) => shownText(cell, screen));
    const isEmpty = rows.length > 0 && texts.every((text) => text === '');
    if (!isEmpty) all.push(await columnOf(field, texts));
  }
  const columns = shownColumns(all, screen.columns);
  const room = roomBeside(columns, screen.columns);
  const fits = room >= 0 || columns.length === 1;
  const fallen = all.filter((column) => !columns.includes(column));
  if (fits && fallen.length > 0) {
    const names = fallen.map(({ field }) => labelOf(field) || field.name).join(', ');
    const needed = screen.columns - roomBeside(all, screen.columns);
    screen.notes.push(`not shown: ${names}, for which ${needed} columns are needed`);
  }
  const layout = { screen, columns, room: Math.max(0, room) };
  const head = await layOut(layout, (field) => textCell(titleOf(field), 'dim'));
  return {
    fits,
    // A title has no place below the others.
    head: head.line,
    async draw(row: Row<Value>): Promise<string> {
      const { line, below } = await layOut(layout, (field) => cellOf(field, row, screen));
      return line + below;
    },
  };
}

async function layOut<Value>(
  { screen, columns, room }: Layout<Value>,
  cellIn: (field: Field<Value>) => Cell,
) {
  let left = room;
  let above = '';
  let below = '';
  let parts: Part[] = [];
  for (const { field, width, least } of columns) {
    const { type = 'text' } = field;
    const cell = cellIn(field);
    const whole = shownText(cell, screen);
    const text = await textInRow(whole, type, least + left);
    const leaves = text === '' && whole !== '';
    if (leaves && type === 'sentence') below = await paragraph(cell, screen, indent);
    else if (leaves) {
      above = await drawnLine([...parts, { text: whole, style: cell.style }], screen);
      parts = parts.map((part) => ({ ...part, text: '' }));
    }
    const used = Math.max(Math.min(width, least + left), await widthOf(text));
    left -= used - least;
    const isRight = type === 'money' || type === 'count';
    parts.push({ text, style: cell.style, width: used, isRight });
  }
  const isEmpty = above !== '' && parts.every((part) => part.text === '');
  return { line: above + (isEmpty ? '' : await drawnLine(parts, screen)), below };
}

export async function paragraph(cell: Cell, screen: Screen, start = ''): Promise<string> {
  const lines = await wrapped(shownText(cell, screen), screen.columns - start.length);
  return lines.map((line) => `${start}${screen.paint(cell.style, line)}\n`).join('');
}

export async function rowDetails<Value extends object>(
  row: Row<Value>,
  fields: readonly Field<Value>[],
  screen: Screen,
): Promise<string> {
  const all = 'value' in row ? answerLines(row, fields, screen) : failureLines(row);
  const filled = all.filter(({ cell }) => cell.text !== '');
  const lines = filled.map(({ label, cell }) => ({
    cell,
    label: shownText({ text: label }, screen),
  }));
  const width = await widest(lines.map(({ label }) => label));
  let block = '';
  for (const { label, cell } of lines) {
    const texts = await wrapped(shownText(cell, screen), screen.columns - width - gap.length);
    for (const [at, text] of texts.entries()) {
      const start: Part = { text: at === 0 ? label : '', style: 'dim', width };
      block += await drawnLine([start, { text, style: cell.style }], screen);
    }
  }
  return block;
}

function answerLines<Value extends object>(
  row: { value: Value },
  fields: readonly Field<Value>[],
  screen: Screen,
) {
  return fields.flatMap((field) =>
    field.name === 'extra'
      ? extraPairs(row.value).map(([label, text]) => ({ label, cell: textCell(text) }))
      : { label: labelOf(field), cell: cellOf(field, row, screen) },
  );
}

function failureLines({ input: asked, failure }: FailedRow) {
  const lines = Object.entries(asked).map(([label, value]) => ({
    label,
    cell: textCell(plainText(value)),
  }));
  return [...lines, { label: 'error', cell: textCell(failure.message, 'bad') }];
}

async function drawnLine(parts: readonly Part[], { paint }: Screen): Promise<string> {
  const { default: Library } = await import('cli-table3');
  const colWidths: number[] = [];
  for (const { text, width = 0 } of parts) colWidths.push(Math.max(width, await widthOf(text)));
  const line = new Library({
    chars: { ...noFrame, middle: gap },
    // cli-table3's own sign would have to be measured; nothing is wider than its column here.
    truncate: '.',
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colWidths,
    colAligns: parts.map(({ isRight }) => (isRight ? 'right' : 'left')),
  });
  line.push(parts.map(({ text, style }) => paint(style, text)));
  return `${line.toString().trimEnd()}\n`;
}

/** @returns an empty text for a name or a sentence that leaves the row */
async function textInRow(whole: string, type: FieldType, most: number): Promise<string> {
  if (neverCut.includes(type) || (await widthOf(whole)) <= most) return whole;
  return mayLeave(type) ? '' : cut(whole, most);
}

function mayLeave(type: FieldType | undefined): boolean {
  return type === 'name' || type === 'sentence';
}

async function columnOf<Value>(field: Field<Value>, texts: readonly string[]) {
  const { type = 'text', pinned } = field;
  // A sentence that may stand below the row needs no room, and no gap before it.
  if (type === 'sentence') return { field, width: 0, least: pinned ? sentenceRoom : -gap.length };
  const usual = usualWidths[type] ?? usualWidth;
  const known = await widest([titleOf(field), ...texts]);
  const width = texts.length === 0 ? Math.max(known, usual) : known;
  const least = neverCut.includes(type) ? width : Math.min(width, usual);
  return { field, width, least };
}

function titleOf(field: Field<never>): string {
  return labelOf(field).toUpperCase();
}

async function widest(texts: readonly string[]): Promise<number> {
  let most = 0;
  for (const text of texts) most = Math.max(most, await widthOf(text));
  return most;
}

function shownColumns<Value>(all: readonly Column<Value>[], width: number): Column<Value>[] {
  const shown = [...all];
  while (roomBeside(shown, width) < 0) {
    const last = shown.findLastIndex(({ field: { pinned, type } }) => !pinned && !mayLeave(type));
    if (last === -1) break;
    shown.splice(last, 1);
  }
  return shown;
}

function roomBeside(columns: readonly Column<never>[], width: number): number {
  return columns.reduce((left, { least }) => left - least - gap.length, width + gap.length);
}
