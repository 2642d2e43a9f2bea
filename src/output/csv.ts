import { stringify } from 'csv-stringify/sync';
import { escapeCsvFormula, escapeForTerminal } from '../core/text.ts';
import { formatFieldValue, getFieldValue } from './field-paths.ts';

export function formatCsvRow(record: object, fields: readonly string[]) {
  const values = fields.map((field) => formatFieldValue(getFieldValue(record, field) ?? ''));
  return formatCsvLine(values.map(escapeForTerminal));
}

/** Quotes cells with a semicolon, too, since many spreadsheets take it for a separator. */
export function formatCsvLine(cells: readonly string[]) {
  // Quote an empty cell that is alone in its row: many CSV readers would skip the empty line.
  if (cells.length === 1 && cells[0] === '') return '""\n';
  return stringify([cells.map(escapeCsvFormula)], { quoted_match: ';' });
}
