import { stringify } from 'csv-stringify/sync';
import { escapeCsvFormula, escapeForTerminal } from '../core/text.ts';
import { formatFieldValue, getFieldValue } from './field-paths.ts';

/** Formats a record as a line of CSV. Null and absent fields become empty cells. */
export function formatCsvRow(record: object, fields: readonly string[]): string {
  const values = fields.map((field) => formatFieldValue(getFieldValue(record, field) ?? ''));
  return formatCsvCells(values.map(escapeForTerminal));
}

/**
 * Formats a line of CSV. Also quotes cells that contain a semicolon, since many spreadsheets treat
 * it as a separator.
 */
export function formatCsvCells(cells: readonly string[]): string {
  // Quote an empty cell that is alone in its row: many CSV readers would skip the empty line.
  if (cells.length === 1 && cells[0] === '') return '""\n';
  return stringify([cells.map(escapeCsvFormula)], { quoted_match: ';' });
}
