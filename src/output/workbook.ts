import { type Cell, calculateColumnWidth, writeXlsx } from 'hucre/xlsx';
import { parseIsoDate } from '../core/dates.ts';
import { isDecimal } from '../core/money.ts';
import { toUnicodeEscapes } from '../core/text.ts';
import type { FieldType } from './field-list.ts';
import { formatFieldValue, getFieldValue } from './field-paths.ts';

const maxColumnWidth = 60;

/** A column of CSV or a workbook. */
export interface OutputColumn {
  /** Path of the value in a record; also the heading. */
  name: string;
  type: FieldType | undefined;
}

/** Formats records as a single-sheet workbook with a frozen header row. */
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

/** Excel keeps only 15 significant digits, and rounds longer numbers. */
const maxDigits = 15;

function toCell(value: unknown, type: FieldType = 'text'): Partial<Cell> {
  if (type === 'flag' && typeof value === 'boolean') return { value };
  if (type === 'count' && typeof value === 'number') return { value };
  const text = formatFieldValue(value ?? '');
  if (text === '') return { value: null };
  // hucre gives dates the format yyyy-mm-dd.
  if (type === 'day' && parseIsoDate(text) === text) return { value: new Date(text) };
  // A leading zero is part of a code, not of a number.
  const isNumber = type === 'money' || (type === 'cells' && /^-?(0|[1-9]\d*)(\.|$)/.test(text));
  if (!isNumber || !isDecimal(text) || text.replace(/\D/g, '').length > maxDigits)
    return createXlsxTextCell(text);
  const numFmt = text.replace(/^-?\d+/, '0').replace(/\d/g, '0');
  return { value: Number(text), style: { numFmt } };
}

/** Matches what XML cannot contain. */
const invalidInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Matches the start of `_x000D_`, which a spreadsheet would read as an escaped character. */
const escapeLookalike = /_(?=x[\da-f]{4}_)/gi;

/** Excel repairs a workbook in which a cell is longer. */
const maxCellLength = 32_767;

function createXlsxTextCell(value: string): Partial<Cell> {
  const text = value
    .replace(invalidInXml, toUnicodeEscapes)
    .replace(escapeLookalike, '_x005F_')
    .slice(0, maxCellLength);
  // hucre turns a string such as #N/A into an error cell, but not one that is rich text.
  return text.startsWith('#') ? { value: text, richText: [{ text }] } : { value: text };
}
