import { type Cell, extraPairs, nothing, type Screen, shownText } from './cell.ts';
import { plainText, valueAt } from './fields.ts';
import { cellOf, type Field, type FieldType, labelOf, plainCell } from './kind.ts';
import { cut, widthOf, wrapped } from './measure.ts';
import type { FailedRow, Row } from './row.ts';

interface Column<Value> {
  field: Field<Value>;
  title: string;
  /** Width of the widest text, as far as known. */
  width: number;
  /** Width to which texts may be cut. */
  least: number;
}

interface Layout<Value> {
  columns: readonly Column<Value>[];
  /** Stands after the columns, or below them. */
  sentence: Column<Value> | undefined;
  /** Room that the columns leave: for the first text that needs it, then for the sentence. */
  room: number;
  /** Room for the sentence alone. */
  reserved: number;
}

interface Part {
  text: string;
  style?: Cell['style'] | undefined;
  /** Space is added up to this width. */
  width?: number;
  isRight?: boolean;
}

type Pair = readonly [label: string, cell: Cell];

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

const noFrame = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((part) => [part, '']),
);

/** Room for a sentence that is to stand beside the columns. */
const sentenceRoom = 22;

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
  const sentence = all.find(({ field }) => field.type === 'sentence');
  const reserved = sentence?.field.stays ? sentenceRoom : 0;
  const columns = all.filter((column) => column !== sentence);
  const shown = shownColumns(columns, screen.columns - reserved);
  const room = roomBeside(shown, screen.columns - reserved);
  const layout = { ...withRoom(shown, Math.max(0, room)), sentence, reserved };
  const fallen = columns.filter((column) => !shown.includes(column));
  const fits = room >= 0 || shown.length === 1;
  if (fits && fallen.length > 0) {
    const names = fallen.map(({ field }) => labelOf(field) || field.name).join(', ');
    const needed = screen.columns - roomBeside(columns, screen.columns - reserved);
    screen.notes.push(`not shown: ${names}, for which ${needed} columns are needed`);
  }
  // A title has no place below the others.
  const head = await layOut(layout, ({ title }) => ({ text: title, style: 'dim' }), screen);
  return {
    /** False where the columns that stay find no room. */
    fits,
    head: head.line,
    async draw(row: Row<Value>): Promise<string> {
      const { line, below } = await layOut(
        layout,
        ({ field }) => cellOf(field, row, screen),
        screen,
      );
      return line + below;
    },
  };
}

async function layOut<Value>(
  layout: Layout<Value>,
  cellIn: (column: Column<Value>) => Cell,
  screen: Screen,
): Promise<{ line: string; below: string }> {
  let { room } = layout;
  let above = '';
  let parts: Part[] = [];
  for (const column of layout.columns) {
    const { type = 'text' } = column.field;
    const cell = cellIn(column);
    const { style } = cell;
    const whole = shownText(cell, screen);
    const text = await textInRow(whole, type, column.width + room);
    if (text === '' && whole !== '') {
      above = await drawnLine([...parts, { text: whole, style }], screen);
      parts = parts.map((part) => ({ ...part, text: '' }));
    }
    const width = Math.max(column.width, await widthOf(text));
    room -= width - column.width;
    parts.push({ text, style, width, isRight: type === 'money' || type === 'count' });
  }
  const sentence = layout.sentence ? cellIn(layout.sentence) : { text: '' };
  const text = shownText(sentence, screen);
  const isBeside = (await widthOf(text)) <= Math.max(0, room + layout.reserved - gap.length);
  if (isBeside) parts.push({ text, style: sentence.style });
  const below = isBeside ? '' : await paragraph(sentence, screen, indent);
  const isEmpty = above !== '' && parts.every((part) => part.text === '');
  return { line: above + (isEmpty ? '' : await drawnLine(parts, screen)), below };
}

/** A sentence on lines of its own. */
export async function paragraph(cell: Cell, screen: Screen, start = ''): Promise<string> {
  const lines = await wrapped(shownText(cell, screen), screen.columns - start.length);
  return lines.map((line) => `${start}${screen.paint(cell.style, line)}\n`).join('');
}

/** A row as a block of lines. */
export async function rowDetails<Value extends object>(
  row: Row<Value>,
  fields: readonly Field<Value>[],
  screen: Screen,
): Promise<string> {
  const all = 'value' in row ? answerPairs(row, fields, screen) : failurePairs(row);
  const pairs = all
    .filter(([, { text }]) => text !== '')
    .map(([label, cell]) => ({ label: shownText({ text: label }, screen), cell }));
  const width = await widest(pairs.map(({ label }) => label));
  let lines = '';
  for (const { label, cell } of pairs) {
    const texts = await wrapped(shownText(cell, screen), screen.columns - width - gap.length);
    for (const [at, text] of texts.entries()) {
      const start: Part = { text: at === 0 ? label : '', style: 'dim', width };
      lines += await drawnLine([start, { text, style: cell.style }], screen);
    }
  }
  return lines;
}

function answerPairs<Value extends object>(
  row: { value: Value },
  fields: readonly Field<Value>[],
  screen: Screen,
): Pair[] {
  const pairs: Pair[] = [];
  for (const field of fields) {
    if (field.name !== 'extra') {
      pairs.push([labelOf(field), cellOf(field, row, screen)]);
      continue;
    }
    for (const [key, text] of extraPairs(valueAt(row.value, 'extra'))) pairs.push([key, { text }]);
  }
  return pairs;
}

function failurePairs({ asked, failure }: FailedRow): Pair[] {
  const pairs: Pair[] = [];
  for (const [name, value] of Object.entries(asked)) {
    pairs.push([name, { text: plainText(value) }]);
  }
  pairs.push(['error', { text: failure.message, style: 'bad' }]);
  return pairs;
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

/** @returns an empty text for a name that leaves the row */
async function textInRow(whole: string, type: FieldType, most: number): Promise<string> {
  const isWhole = neverCut.includes(type) || (await widthOf(whole)) <= most;
  if (isWhole) return whole;
  return type === 'name' ? '' : cut(whole, most);
}

/** @param texts of the cells of the column, as far as they are known */
async function columnOf<Value>(
  field: Field<Value>,
  texts: readonly string[],
): Promise<Column<Value>> {
  const { type = 'text' } = field;
  const usual = usualWidths[type] ?? usualWidth;
  const title = labelOf(field).toUpperCase();
  const known = await widest([title, ...texts]);
  const width = texts.length === 0 ? Math.max(known, usual) : known;
  const least = neverCut.includes(type) ? width : Math.min(width, usual);
  return { field, title, width, least };
}

async function widest(texts: readonly string[]): Promise<number> {
  let most = 0;
  for (const text of texts) most = Math.max(most, await widthOf(text));
  return most;
}

function shownColumns<Value>(all: readonly Column<Value>[], width: number): Column<Value>[] {
  const shown = [...all];
  while (roomBeside(shown, width) < 0) {
    const last = shown.findLastIndex(({ field }) => !field.stays && field.type !== 'name');
    if (last === -1) break;
    shown.splice(last, 1);
  }
  return shown;
}

/** @returns what is left of the width where all texts are cut */
function roomBeside(columns: readonly Column<never>[], width: number): number {
  return columns.reduce((left, { least }) => left - least - gap.length, width + gap.length);
}

/** The first columns that need room get it. */
function withRoom<Value>(all: readonly Column<Value>[], room: number) {
  let left = room;
  const columns = all.map((column) => {
    const more = Math.min(column.width - column.least, left);
    left -= more;
    return { ...column, width: column.least + more };
  });
  return { columns, room: left };
}
