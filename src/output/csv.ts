import { stringify } from 'csv-stringify/sync';
import { toTextOrJson } from '../core/json.ts';
import { escapeFormula, escapeForTerminal } from '../core/text.ts';
import { valueAt } from './fields.ts';

export function csvHeader(fields: readonly string[]): string {
  return csvText(fields);
}

/** One record as one line: absent and null are empty, lists are joined by spaces. */
export function csvLine(record: object, fields: readonly string[]): string {
  return csvText(fields.map((field) => csvCell(valueAt(record, field))));
}

/** A cell with a semicolon is quoted, since many spreadsheets would part it there. */
function csvText(cells: readonly string[]): string {
  // Many readers skip an empty line, and would lose the row.
  if (cells.length === 1 && cells[0] === '') return '""\n';
  return stringify([cells.map(escapeFormula)], { quoted_match: ';' });
}

function csvCell(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return escapeForTerminal(value.join(' '));
  }
  return escapeForTerminal(toTextOrJson(value ?? ''));
}
