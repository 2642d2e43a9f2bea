import { isObject, type JsonObject } from '../core/json.ts';
import { Failure } from '../errors.ts';

/** The value at a dotted path such as `pricing.amount`; undefined where there is none. */
export function valueAt(record: object, path: string): unknown {
  let value: unknown = record;
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** What `--fields` asks for, held against the fields that the command has. */
export function chooseFields(wanted: string, known: readonly string[]): string[] {
  const chosen = wanted
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '');
  for (const field of chosen) {
    const isKnown = known.some((path) => path === field || path.startsWith(`${field}.`));
    if (isKnown || field === 'extra' || field.startsWith('extra.')) continue;
    throw new Failure('usage', `unknown field '${field}'`, {
      hint: `the fields are ${known.join(', ')}`,
    });
  }
  if (chosen.length === 0) {
    throw new Failure('usage', '--fields names no field', {
      hint: `choose from ${known.join(', ')}`,
    });
  }
  return chosen;
}

/** The record with the chosen fields alone; an `error` always stays, so that no failure is hidden. */
export function pick(record: object, fields: readonly string[]): JsonObject {
  const picked: JsonObject = {};
  for (const field of fields) {
    const value = valueAt(record, field);
    if (value !== undefined) place(picked, field.split('.'), value);
  }
  const error = valueAt(record, 'error');
  if (error !== undefined && picked.error === undefined) picked.error = error;
  return picked;
}

/** Any value as a person reads it on one line; `-` where there is none. */
export function plainText(value: unknown): string {
  if (value === undefined || value === null) return '-';
  if (Array.isArray(value)) return value.map(plainText).join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function place(target: JsonObject, path: string[], value: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const inner = target[key];
  const next = isObject(inner) ? inner : {};
  target[key] = next;
  place(next, rest, value);
}
