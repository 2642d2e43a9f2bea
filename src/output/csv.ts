import { stringify } from 'csv-stringify/sync';
import { jsonText } from '../core/json.ts';
import { safeText } from '../core/text.ts';
import { valueAt } from './fields.ts';

export function csvHeader(fields: readonly string[]): string {
  return stringify([[...fields]]);
}

/** One record as one line: absent and null are empty, lists are joined by spaces. */
export function csvLine(record: object, fields: readonly string[]): string {
  return stringify([fields.map((field) => csvCell(valueAt(record, field)))]);
}

function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return safeText(value.join(' '));
  }
  return safeText(jsonText(value));
}
