import { stringify } from 'csv-stringify/sync';
import { toTextOrJson } from '../core/json.ts';
import { escapeFormula, escapeForTerminal } from '../core/text.ts';
import { getFieldValue } from './field-paths.ts';

export function formatCsvHeader(fields: readonly string[]): string {
  return stringifyCells(fields);
}

/** Formats a record as a CSV line: null and absent fields are empty, lists are space-separated. */
export function formatCsvRow(record: object, fields: readonly string[]): string {
  return stringifyCells(fields.map((field) => toCsvCell(getFieldValue(record, field))));
}

/** Quotes cells that contain a semicolon, since many spreadsheets would split them there. */
function stringifyCells(cells: readonly string[]): string {
  // Quote a lone empty cell: many CSV readers skip empty lines, which would lose the row.
  if (cells.length === 1 && cells[0] === '') return '""\n';
  return stringify([cells.map(escapeFormula)], { quoted_match: ';' });
}

function toCsvCell(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return escapeForTerminal(value.join(' '));
  }
  return escapeForTerminal(toTextOrJson(value ?? ''));
}
