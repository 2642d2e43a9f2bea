import { type Cell, calculateColumnWidth, writeXlsx } from 'hucre/xlsx';
import { parseIsoDate } from '../core/dates.ts';
import { isDecimal } from '../core/money.ts';
import { toUnicodeEscapes } from '../core/text.ts';
import type { FieldType } from './field-list.ts';
import { formatFieldValue, getFieldValue } from './field-paths.ts';

const maxColumnWidth = 60;

export interface OutputColumn {
  name: string;
  type: FieldType | undefined;
}

export async function buildWorkbook(
  columns: readonly OutputColumn[],
  records: readonly object[],
  modified: Date,
): Promise<Uint8Array> {
  const headings = columns.map(({ name }) => ({
    ...createXlsxTextCell(name),
    style: { font: { bold: true } },
  }));
  const rows = records.map((record) =>
    columns.map(({ name, type }) => toCell(getFieldValue(record, name), type)),
  );
  const cells = [headings, ...rows].flatMap((row, rowIndex) =>
    row.map((cell, index) => [`${rowIndex},${index}`, cell] as const),
  );
  const widths = columns.map((_, index) => {
    const values = [headings, ...rows].map((row) => row[index]?.value ?? null);
    return { width: calculateColumnWidth(values, { maxWidth: maxColumnWidth }) };
  });
  const sheet = {
    name: 'dotaf',
    columns: widths,
    cells: new Map(cells),
    freezePane: { rows: 1 },
  };
  return writeXlsx({ sheets: [sheet], properties: { modified } });
}

/** Excel rounds numbers to 15 significant digits, so longer ones are written as text. */
const maxDigits = 15;

function toCell(value: unknown, type: FieldType = 'text'): Partial<Cell> {
  if (type === 'flag' && typeof value === 'boolean') return { value };
  if (type === 'count' && typeof value === 'number') return { value };
  const text = formatFieldValue(value ?? '');
  if (text === '') return { value: null };
  if (type === 'day' && parseIsoDate(text) === text) return { value: new Date(text) };
  // A string with a leading zero is a code, not a number.
  const isNumber = type === 'money' || (type === 'cells' && /^-?(0|[1-9]\d*)(\.|$)/.test(text));
  if (!isNumber || !isDecimal(text) || text.replace(/\D/g, '').length > maxDigits)
    return createXlsxTextCell(text);
  const numFmt = text.replace(/^-?\d+/, '0').replace(/\d/g, '0');
  return { value: Number(text), style: { numFmt } };
}

const invalidInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Matches the start of `_x000D_`, which spreadsheets parse as an escaped control character. */
const escapeLookalike = /_(?=x[\da-f]{4}_)/gi;

/** Excel's character limit per cell. Excel reports a workbook with longer cells as damaged. */
const maxCellLength = 32_767;

function createXlsxTextCell(value: string): Partial<Cell> {
  const text = value
    .replace(invalidInXml, toUnicodeEscapes)
    .replace(escapeLookalike, '_x005F_')
    .slice(0, maxCellLength);
  // Write strings such as #N/A as rich text: hucre would turn a plain string into an error cell.
  return text.startsWith('#') ? { value: text, richText: [{ text }] } : { value: text };
}
