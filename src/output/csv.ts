import { stringify } from 'csv-stringify/sync';
import { toTextOrJson } from '../core/json.ts';
import { escapeFormula, escapeForTerminal } from '../core/text.ts';
import { getFieldValue } from './field-paths.ts';

export function formatCsvHeader(fields: readonly string[]): string {
  return stringifyCells(fields);
}

/** One record as one line: absent and null are empty, lists are joined by spaces. */
export function formatCsvRow(record: object, fields: readonly string[]): string {
  return stringifyCells(fields.map((field) => toCsvCell(getFieldValue(record, field))));
}

/** A cell with a semicolon is quoted, since many spreadsheets would part it there. */
function stringifyCells(cells: readonly string[]): string {
  // Many readers skip an empty line, and would lose the row.
  if (cells.length === 1 && cells[0] === '') return '""\n';
  return stringify([cells.map(escapeFormula)], { quoted_match: ';' });
}

function toCsvCell(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return escapeForTerminal(value.join(' '));
  }
  return escapeForTerminal(toTextOrJson(value ?? ''));
}
