import {
  createDefaultCell,
  createTextCell,
  emptyCell,
  type Field,
  type FieldType,
  formatCell,
  formatExtraData,
  getFieldLabel,
  type RenderContext,
  type TableCell,
  toTableCell,
} from './field-list.ts';
import { formatFieldValue } from './field-paths.ts';
import type { ResultRow } from './row.ts';
import { loadTextWidth, measureTextWidth, wrapText } from './terminal-text.ts';

interface Column<Value> {
  field: Field<Value>;
  width: number;
  /** Width that must be free for the column to be shown. */
  minWidth: number;
}

interface Segment extends TableCell {
  width: number;
  isRightAligned?: boolean;
}

const gapWidth = 2;

const indent = '    ';

const noBorder = {
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

/** Column widths for rows that are not known yet. */
const defaultWidths: Partial<Record<FieldType, number>> = {
  name: 24,
  day: 24,
  money: 10,
  sentence: 0,
};

const defaultWidth = 16;

/** Longer names and sentences do not push other columns off a narrow terminal. */
const maxMinWidths: Partial<Record<FieldType, number>> = { name: 20, sentence: 24 };

export async function renderTable<Value extends object>(
  fields: readonly Field<Value>[],
  values: readonly Value[],
  render: RenderContext,
) {
  if (values.length === 0) return '';
  const rows = values.map((value) => ({ value }));
  const table = await createTableRenderer(fields, render, rows);
  let text = table.header;
  for (const row of rows) text += await table.draw(row);
  return text;
}

/**
 * Lays out a table whose rows are drawn one at a time. Columns that do not fit on the terminal are
 * dropped from the right; a note lists them. A row that is still too wide becomes a block with one
 * line per field. A sentence that does not fit beside its row is printed below it.
 * @param inputs the requested domain names or quotes, used to size the columns of rows to come
 * @returns a renderer whose `fits` is false if the remaining columns are wider than the terminal
 */
export async function createTableRenderer<Value extends object>(
  fields: readonly Field<Value>[],
  render: RenderContext,
  rows: readonly ResultRow<Value>[],
  inputs: readonly object[] = [],
) {
  const allColumns = await measureColumns(fields, render, rows, inputs);
  const sentence = allColumns.find(({ field }) => field.type === 'sentence');
  const cellColumns = allColumns.filter((column) => column !== sentence);
  const columns = fitColumns(cellColumns, render.columns);
  const fits = columns.length < 2 || getTableWidth(columns) <= render.columns;
  const dropped = cellColumns.filter((column) => !columns.includes(column));
  if (fits && dropped.length > 0) {
    const names = dropped.map(({ field }) => getFieldLabel(field) || field.name).join(', ');
    const neededWidth = getTableWidth(cellColumns);
    render.notes.push(`not shown: ${names}, for which ${neededWidth} columns are needed`);
  }
  const reservedWidth = getTableWidth(sentence ? [...columns, sentence] : columns);
  const spareWidth = Math.max(0, render.columns - reservedWidth);
  const layOut = async (getCell: (field: Field<Value>) => TableCell) => {
    const segments = columns.map(({ field, width, minWidth }): Segment => {
      const cell = getCell(field);
      const text = formatCell(cell, render);
      const isRightAligned = field.type === 'money' || field.type === 'count';
      return { ...cell, text, width: Math.min(width, minWidth + spareWidth), isRightAligned };
    });
    const lastCell = sentence ? getCell(sentence.field) : { text: '' };
    const last = { ...lastCell, text: formatCell(lastCell, render), width: 0 };
    await loadTextWidth([...segments, last].map(({ text }) => text).join(''));
    const whole = await renderLine([...segments, last], render);
    if (whole.width <= render.columns || last.text === '') return { ...whole, below: '' };
    const below = await wrapCell(lastCell, render, indent);
    return { ...(await renderLine(segments, render)), below };
  };
  const header = await layOut((field) => createTextCell(formatHeading(field), 'dim'));
  return {
    fits,
    // Omit `below`: a sentence below its row has no heading.
    header: header.line,
    async draw(row: ResultRow<Value>) {
      const { line, width, below } = await layOut((field) => toTableCell(field, row, render));
      const isTooWide = width > render.columns && columns.length > 1;
      return isTooWide ? renderRowDetails(row, fields, render) : line + below;
    },
  };
}

async function measureColumns<Value extends object>(
  fields: readonly Field<Value>[],
  render: RenderContext,
  rows: readonly ResultRow<Value>[],
  inputs: readonly object[],
) {
  const columns: Column<Value>[] = [];
  for (const field of fields) {
    const cells = rows.map((row) => toTableCell(field, row, render));
    if (rows.length > 0 && cells.every(({ text }) => text === '')) continue;
    const inputCells = inputs
      .map((input) => createDefaultCell(field, input))
      .filter((cell) => cell !== emptyCell);
    const texts = [...cells, ...inputCells].map((cell) => formatCell(cell, render));
    await loadTextWidth(texts.join(''));
    columns.push(createColumn(field, texts));
  }
  return columns;
}

export async function wrapCell(cell: TableCell, render: RenderContext, prefix = '') {
  const lines = await wrapText(formatCell(cell, render), render.columns - prefix.length);
  return lines.map((line) => `${prefix}${render.colorize(cell.style, line)}\n`).join('');
}

export async function renderRowDetails<Value extends object>(
  row: ResultRow<Value>,
  fields: readonly Field<Value>[],
  render: RenderContext,
) {
  const lines = toDetailLines(row, fields, render)
    .filter(({ cell }) => cell.text !== '')
    .map(({ label, cell }) => ({ cell, label: formatCell({ text: label }, render) }));
  await loadTextWidth(lines.map(({ label }) => label).join(''));
  const width = measureMaxWidth(lines.map(({ label }) => label));
  let block = '';
  for (const { label, cell } of lines) {
    const texts = await wrapText(formatCell(cell, render), render.columns - width - gapWidth);
    for (const [index, text] of texts.entries()) {
      const labelSegment: Segment = { text: index === 0 ? label : '', style: 'dim', width };
      block += (await renderLine([labelSegment, { ...cell, text, width: 0 }], render)).line;
    }
  }
  return block;
}

function toDetailLines<Value extends object>(
  row: ResultRow<Value>,
  fields: readonly Field<Value>[],
  render: RenderContext,
) {
  if ('value' in row) {
    return fields.flatMap((field) =>
      field.name === 'extra'
        ? formatExtraData(row.value).map(([label, text]) => ({ label, cell: createTextCell(text) }))
        : { label: getFieldLabel(field), cell: toTableCell(field, row, render) },
    );
  }
  const lines = Object.entries(row.input).map(([label, value]) => ({
    label,
    cell: createTextCell(formatFieldValue(value)),
  }));
  return [...lines, { label: 'error', cell: createTextCell(row.error.message, 'bad') }];
}

/** Draws a line of aligned cells. One that is too wide uses up free space to its right. */
async function renderLine(segments: readonly Segment[], { colorize }: RenderContext) {
  const { default: Table } = await import('cli-table3');
  const colWidths: number[] = [];
  let overflow = 0;
  for (const { text, width } of segments) {
    const colWidth = Math.max(measureTextWidth(text), width - overflow);
    overflow += colWidth - width;
    colWidths.push(colWidth);
  }
  const table = new Table({
    chars: { ...noBorder, middle: ' '.repeat(gapWidth) },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colWidths,
    colAligns: segments.map(({ isRightAligned }) => (isRightAligned ? 'right' : 'left')),
  });
  table.push(segments.map(({ text, style }) => colorize(style, text)));
  const line = table.toString().trimEnd();
  return { line: line === '' ? '' : `${line}\n`, width: measureLine(segments, colWidths) };
}

/** Measures a line without the padding after its last text. */
function measureLine(segments: readonly Segment[], colWidths: readonly number[]) {
  const last = segments.findLastIndex(({ text }) => text !== '');
  const { text = '', isRightAligned } = segments[last] ?? {};
  const start = colWidths
    .slice(0, Math.max(0, last))
    .reduce((sum, width) => sum + width + gapWidth, 0);
  return start + (isRightAligned ? (colWidths[last] ?? 0) : measureTextWidth(text));
}

function createColumn<Value>(field: Field<Value>, texts: readonly string[]) {
  const { type = 'text', minWidth: reservedWidth = defaultWidths[type] ?? defaultWidth } = field;
  const expectedWidth = texts.length === 0 ? reservedWidth : 0;
  const width = measureMaxWidth([formatHeading(field), ...texts], expectedWidth);
  return { field, width, minWidth: Math.min(width, maxMinWidths[type] ?? width) };
}

function formatHeading(field: Field<never>) {
  return getFieldLabel(field).toUpperCase();
}

function measureMaxWidth(texts: readonly string[], minWidth = 0) {
  return texts.reduce((max, text) => Math.max(max, measureTextWidth(text)), minWidth);
}

function fitColumns<Value>(columns: readonly Column<Value>[], width: number) {
  const fitting = [...columns];
  while (getTableWidth(fitting) > width) {
    const last = fitting.findLastIndex(({ field }) => !field.pinned && field.type !== 'name');
    if (last === -1) break;
    fitting.splice(last, 1);
  }
  return fitting;
}

function getTableWidth(columns: readonly Column<never>[]) {
  return columns.reduce((width, { minWidth }) => width + minWidth + gapWidth, -gapWidth);
}
