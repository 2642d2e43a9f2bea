import { stripVTControlCharacters } from 'node:util';
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

export interface RowRenderer<Value> {
  /** Printed with the first row: a command that fails before its first row leaves stdout empty. */
  header: string;
  draw(row: ResultRow<Value>): string | Promise<string>;
}

interface Column<Value> {
  field: Field<Value>;
  width: number;
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

const defaultWidths: Partial<Record<FieldType, number>> = {
  name: 24,
  day: 24,
  money: 10,
  sentence: 0,
};

const defaultWidth = 16;

/** Caps the width that a column reserves, so that a long name does not displace other columns. */
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
 * Lays out a table for streamed rows. Columns that do not fit on the terminal are dropped from the
 * right and listed in a note. A row that is still too wide is printed as one line per field.
 * @param inputs requested domain names or quotes, used to size the columns before rows arrive
 */
export async function createTableRenderer<Value extends object>(
  fields: readonly Field<Value>[],
  render: RenderContext,
  rows: readonly ResultRow<Value>[],
  inputs: readonly object[] = [],
): Promise<RowRenderer<Value>> {
  const allColumns = await measureColumns(fields, render, rows, inputs);
  const sentence = allColumns.find(({ field }) => field.type === 'sentence');
  const cellColumns = allColumns.filter((column) => column !== sentence);
  const columns = dropColumns(cellColumns, render.columns);
  const isTooWide = (lineWidth: number) => lineWidth > render.columns && columns.length > 1;
  if (isTooWide(getTableWidth(columns))) return createBlockRenderer(fields, render);
  if (columns.length < cellColumns.length) {
    const dropped = cellColumns.filter((column) => !columns.includes(column));
    const names = dropped.map(({ field }) => getFieldLabel(field) || field.name).join(', ');
    const neededWidth = getTableWidth(cellColumns);
    render.notes.push(`not shown: ${names}, for which ${neededWidth} columns are needed`);
  }
  const reservedWidth = getTableWidth(sentence ? [...columns, sentence] : columns);
  const spareWidth = Math.max(0, render.columns - reservedWidth);
  const layOut = async (getCell: (field: Field<Value>) => TableCell) => {
    const segments = columns.map(({ field, width, minWidth }): Segment => {
      const cell = getCell(field);
      const isRightAligned = field.type === 'money' || field.type === 'count';
      const text = formatCell(cell, render);
      return { ...cell, text, width: Math.min(width, minWidth + spareWidth), isRightAligned };
    });
    const last = sentence ? getCell(sentence.field) : { text: '' };
    const lastSegment = { ...last, text: formatCell(last, render), width: 0 };
    const line = await drawLine([...segments, lastSegment], render);
    if (last.text === '' || measureLine(line) <= render.columns) return { line, below: '' };
    const below = await wrapCell(last, render, indent);
    return { line: await drawLine(segments, render), below };
  };
  const header = await layOut((field) => createTextCell(formatHeading(field), 'dim'));
  return {
    header: header.line,
    async draw(row) {
      const { line, below } = await layOut((field) => toTableCell(field, row, render));
      return isTooWide(measureLine(line)) ? drawBlock(row, fields, render) : line + below;
    },
  };
}

export function createBlockRenderer<Value extends object>(
  fields: readonly Field<Value>[],
  render: RenderContext,
): RowRenderer<Value> {
  let separator = '';
  return {
    header: '',
    async draw(row) {
      const block = separator + (await drawBlock(row, fields, render));
      separator = '\n';
      return block;
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
    columns.push(await createColumn(field, texts));
  }
  return columns;
}

export async function wrapCell(cell: TableCell, render: RenderContext, prefix = '') {
  const lines = await wrapText(formatCell(cell, render), render.columns - prefix.length);
  return lines.map((line) => `${prefix}${render.colorize(cell.style, line)}\n`).join('');
}

async function drawBlock<Value extends object>(
  row: ResultRow<Value>,
  fields: readonly Field<Value>[],
  render: RenderContext,
) {
  const lines = toBlockLines(row, fields, render)
    .filter(({ cell }) => cell.text !== '')
    .map(({ label, cell }) => ({ cell, label: formatCell({ text: label }, render) }));
  const labels = lines.map(({ label }) => label);
  const width = await measureMaxWidth(labels);
  let block = '';
  for (const { label, cell } of lines) {
    const texts = await wrapText(formatCell(cell, render), render.columns - width - gapWidth);
    for (const [index, text] of texts.entries()) {
      const labelSegment: Segment = { text: index === 0 ? label : '', style: 'dim', width };
      block += await drawLine([labelSegment, { ...cell, text, width: 0 }], render);
    }
  }
  return block;
}

function toBlockLines<Value extends object>(
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

async function drawLine(segments: readonly Segment[], { colorize }: RenderContext) {
  const { default: Table } = await import('cli-table3');
  await loadTextWidth(segments.map(({ text }) => text).join(''));
  let overflow = 0;
  const colWidths = segments.map(({ text, width }) => {
    const colWidth = Math.max(measureTextWidth(text), width - overflow);
    overflow += colWidth - width;
    return colWidth;
  });
  const table = new Table({
    chars: { ...noBorder, middle: ' '.repeat(gapWidth) },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colWidths,
    colAligns: segments.map(({ isRightAligned }) => (isRightAligned ? 'right' : 'left')),
  });
  table.push(segments.map(({ text, style }) => colorize(style, text)));
  const line = table.toString().trimEnd();
  return line === '' ? '' : `${line}\n`;
}

function measureLine(line: string) {
  return measureTextWidth(stripVTControlCharacters(line).trimEnd());
}

async function createColumn<Value>(
  field: Field<Value>,
  texts: readonly string[],
): Promise<Column<Value>> {
  const { type = 'text', minWidth: reservedWidth = defaultWidths[type] ?? defaultWidth } = field;
  const textWidth = await measureMaxWidth([formatHeading(field), ...texts]);
  const width = texts.length === 0 ? Math.max(textWidth, reservedWidth) : textWidth;
  return { field, width, minWidth: Math.min(width, maxMinWidths[type] ?? width) };
}

function formatHeading(field: Field<never>) {
  return getFieldLabel(field).toUpperCase();
}

async function measureMaxWidth(texts: readonly string[]) {
  await loadTextWidth(texts.join(''));
  return texts.reduce((max, text) => Math.max(max, measureTextWidth(text)), 0);
}

function dropColumns<Value>(columns: readonly Column<Value>[], width: number) {
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
