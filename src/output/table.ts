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
import { measureTextWidth, truncateToWidth, wrapText } from './text-width.ts';

interface Column<Value> {
  field: Field<Value>;
  width: number;
  minWidth: number;
}

interface Segment extends TableCell {
  width?: number;
  isRightAligned?: boolean;
}

const columnGap = '  ';

const indent = '    ';

/** Field types that are never truncated: a truncated amount would be mistaken for a smaller one. */
const untruncatableTypes: readonly FieldType[] = ['money', 'count', 'day', 'flag', 'names'];

/**
 * Column widths for text that is not known yet. On a narrow terminal, longer text may be truncated
 * to this width.
 */
const defaultWidths: Partial<Record<FieldType, number>> = {
  name: 24,
  day: 24,
  money: 10,
};

const defaultWidth = 16;

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

/**
 * Minimum width of a pinned text column (type `sentence`), which stays in the row on a narrow
 * terminal. An unpinned one reserves no width: text that does not fit moves below the row.
 */
const minSentenceWidth = 20;

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
 * Lays out a table with fixed column widths, so that rows can be drawn one at a time. On a narrow
 * terminal, text is truncated, and columns that are not pinned are dropped from the right; a note
 * lists the dropped columns. Names and sentences are never truncated: a long name is printed above
 * its row, and a long sentence below it. A row whose amounts are too wide becomes a block.
 * @param inputs the requested domain names or quotes, used to size the columns of rows to come
 * @returns a renderer whose `fits` is false if the remaining columns are wider than the terminal
 */
export async function createTableRenderer<Value extends object>(
  fields: readonly Field<Value>[],
  render: RenderContext,
  rows: readonly ResultRow<Value>[],
  inputs: readonly object[] = [],
) {
  const allColumns: Column<Value>[] = [];
  for (const field of fields) {
    const cells = rows.map((row) => toTableCell(field, row, render));
    const inputCells = inputs
      .map((input) => createDefaultCell(field, input))
      .filter((cell) => cell !== emptyCell);
    const texts = [...cells, ...inputCells].map((cell) => formatCell(cell, render));
    const isEmpty = rows.length > 0 && texts.every((text) => text === '');
    if (!isEmpty) allColumns.push(await createColumn(field, texts));
  }
  const columns = fitColumns(allColumns, render.columns);
  const spareWidth = remainingWidth(columns, render.columns);
  const fits = spareWidth >= 0 || columns.length === 1;
  const dropped = allColumns.filter((column) => !columns.includes(column));
  if (fits && dropped.length > 0) {
    const names = dropped.map(({ field }) => getFieldLabel(field) || field.name).join(', ');
    const neededWidth = render.columns - remainingWidth(allColumns, render.columns);
    render.notes.push(`not shown: ${names}, for which ${neededWidth} columns are needed`);
  }
  const layOut = (getCell: (field: Field<Value>) => TableCell) =>
    layOutRow(columns, Math.max(0, spareWidth), render, getCell);
  const header = await layOut((field) => createTextCell(formatHeading(field), 'dim'));
  return {
    fits,
    // Omit `below`: a text column that moved below its row has no heading.
    header: header.line,
    async draw(row: ResultRow<Value>) {
      const { line, below, isTooWide } = await layOut((field) => toTableCell(field, row, render));
      return isTooWide ? renderRowDetails(row, fields, render) : line + below;
    },
  };
}

/**
 * @param spareWidth the width left over when every column has its minimum width; it is distributed
 * from left to right
 */
async function layOutRow<Value>(
  columns: readonly Column<Value>[],
  spareWidth: number,
  render: RenderContext,
  getCell: (field: Field<Value>) => TableCell,
) {
  let remainingWidth = spareWidth;
  let above = '';
  let below = '';
  let isTooWide = false;
  let segments: Segment[] = [];
  for (const { field, width, minWidth } of columns) {
    const { type = 'text' } = field;
    const cell = getCell(field);
    const fullText = formatCell(cell, render);
    const maxWidth = minWidth + remainingWidth;
    const text = await fitToWidth(fullText, type, maxWidth);
    const overflows = text === '' && fullText !== '';
    if (overflows && type === 'sentence') below = await renderParagraph(cell, render, indent);
    else if (overflows) {
      above = await renderLine([...segments, { ...cell, text: fullText }], render);
      segments = segments.map((segment) => ({ ...segment, text: '' }));
    }
    const textWidth = await measureTextWidth(text);
    isTooWide ||= text !== '' && textWidth > maxWidth;
    const usedWidth = Math.max(Math.min(width, maxWidth), textWidth);
    remainingWidth -= usedWidth - minWidth;
    const isRightAligned = type === 'money' || type === 'count';
    segments.push({ ...cell, text, width: usedWidth, isRightAligned });
  }
  const isEmpty = above !== '' && segments.every((segment) => segment.text === '');
  return { line: above + (isEmpty ? '' : await renderLine(segments, render)), below, isTooWide };
}

export async function renderParagraph(cell: TableCell, render: RenderContext, prefix = '') {
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
  const width = await measureMaxWidth(lines.map(({ label }) => label));
  let block = '';
  for (const { label, cell } of lines) {
    const texts = await wrapText(
      formatCell(cell, render),
      render.columns - width - columnGap.length,
    );
    for (const [index, text] of texts.entries()) {
      const labelSegment: Segment = { text: index === 0 ? label : '', style: 'dim', width };
      block += await renderLine([labelSegment, { ...cell, text }], render);
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
  return [...lines, { label: 'error', cell: createTextCell(row.failure.message, 'bad') }];
}

async function renderLine(segments: readonly Segment[], { colorize }: RenderContext) {
  const { default: Table } = await import('cli-table3');
  const colWidths: number[] = [];
  for (const { text, width = 0 } of segments)
    colWidths.push(Math.max(width, await measureTextWidth(text)));
  const table = new Table({
    chars: { ...noBorder, middle: columnGap },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colWidths,
    colAligns: segments.map(({ isRightAligned }) => (isRightAligned ? 'right' : 'left')),
  });
  table.push(segments.map(({ text, style }) => colorize(style, text)));
  return `${table.toString().trimEnd()}\n`;
}

/**
 * Truncates text that is too wide, but empties a name or sentence: these are printed whole above or
 * below the row, so that they can be copied.
 */
async function fitToWidth(text: string, type: FieldType, maxWidth: number) {
  if (untruncatableTypes.includes(type) || (await measureTextWidth(text)) <= maxWidth) return text;
  return canOverflow(type) ? '' : truncateToWidth(text, maxWidth);
}

function canOverflow(type?: FieldType) {
  return type === 'name' || type === 'sentence';
}

async function createColumn<Value>(field: Field<Value>, texts: readonly string[]) {
  const { type = 'text', pinned } = field;
  const typeWidth = defaultWidths[type] ?? defaultWidth;
  const { minWidth = typeWidth } = field;
  // A text column of type `sentence` that is not pinned can move below the row. Reserve no width
  // for it: its negative minimum width also cancels out the gap before the column.
  if (type === 'sentence')
    return { field, width: 0, minWidth: pinned ? minSentenceWidth : -columnGap.length };
  const contentWidth = await measureMaxWidth([formatHeading(field), ...texts]);
  const width = texts.length === 0 ? Math.max(contentWidth, typeWidth, minWidth) : contentWidth;
  const isFixed = untruncatableTypes.includes(type);
  return { field, width, minWidth: isFixed ? width : Math.min(width, minWidth) };
}

function formatHeading(field: Field<never>) {
  return getFieldLabel(field).toUpperCase();
}

async function measureMaxWidth(texts: readonly string[]) {
  let maxWidth = 0;
  for (const text of texts) maxWidth = Math.max(maxWidth, await measureTextWidth(text));
  return maxWidth;
}

function fitColumns<Value>(columns: readonly Column<Value>[], width: number) {
  const fitting = [...columns];
  while (remainingWidth(fitting, width) < 0) {
    const last = fitting.findLastIndex(
      ({ field: { pinned, type } }) => !pinned && !canOverflow(type),
    );
    if (last === -1) break;
    fitting.splice(last, 1);
  }
  return fitting;
}

function remainingWidth(columns: readonly Column<never>[], width: number) {
  return columns.reduce(
    (remaining, { minWidth }) => remaining - minWidth - columnGap.length,
    width + columnGap.length,
  );
}
