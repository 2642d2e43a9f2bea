import { stringify } from 'csv-stringify/sync';
import { toTextOrJson } from '../core/json.ts';
import { escapeCsvFormula, escapeForTerminal } from '../core/text.ts';
import { getFieldValue } from './field-paths.ts';

/**
 * Formats a record as a line of CSV. Null and absent fields become empty cells, and the items of a
 * list of strings are joined with spaces.
 */
export function formatCsvRow(record: object, fields: readonly string[]): string {
  return formatCsvCells(fields.map((field) => toCsvCell(getFieldValue(record, field))));
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

function toCsvCell(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return escapeForTerminal(value.join(' '));
  }
  return escapeForTerminal(toTextOrJson(value ?? ''));
}
