import { stringify } from 'csv-stringify/sync';
import { escapeCsvFormula, escapeForTerminal } from '../core/text.ts';
import { formatFieldValue, getFieldValue } from './field-paths.ts';

export function formatCsvRow(record: object, fields: readonly string[]) {
  const values = fields.map((field) => formatFieldValue(getFieldValue(record, field) ?? ''));
  return formatCsvLine(values.map(escapeForTerminal));
}

/** Also quotes cells that contain a semicolon, which many spreadsheets treat as a separator. */
export function formatCsvLine(cells: readonly string[]) {
  // Quote an empty cell if it is the only one in its row: many CSV parsers skip blank lines.
  if (cells.length === 1 && cells[0] === '') return '""\n';
  return stringify([cells.map(escapeCsvFormula)], { quoted_match: ';' });
}
