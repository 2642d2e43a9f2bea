import { stringify } from 'csv-stringify/sync';
import { escapeCsvFormula, escapeForTerminal } from '../core/text.ts';
import { formatFieldValue, getFieldValue } from './field-paths.ts';

export function formatCsvRow(record: object, fields: readonly string[]) {
  const values = fields.map((field) => formatFieldValue(getFieldValue(record, field) ?? ''));
  return formatCsvLine(values.map(escapeForTerminal));
}

/** Also quotes cells with a semicolon, which many spreadsheets take for a separator. */
export function formatCsvLine(cells: readonly string[]) {
  // Quote the only cell of a row if it is empty: many CSV parsers would skip an empty line.
  if (cells.length === 1 && cells[0] === '') return '""\n';
  return stringify([cells.map(escapeCsvFormula)], { quoted_match: ';' });
}
