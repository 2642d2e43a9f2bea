import { isObject, type JsonObject } from '../core/json.ts';
import { Failure } from '../errors.ts';
import type { Cell } from './table.ts';

/** The value at a dotted path such as `pricing.amount`; undefined where there is none. */
export function valueAt(record: object, path: string): unknown {
  let value: unknown = record;
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

export function chooseFields(wanted: string, known: readonly string[]): string[] {
  const isKnown = (field: string) =>
    [...known, 'extra'].some((path) => path === field || path.startsWith(`${field}.`)) ||
    field.startsWith('extra.');
  return chooseNames('field', wanted, known, isKnown);
}

/** @throws Failure `usage` when the list holds no name, or an unknown one */
export function chooseNames(
  kind: 'field' | 'column',
  list: string,
  known: readonly string[],
  isKnown = (name: string) => known.includes(name),
): string[] {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.find((name) => !isKnown(name));
  if (unknown !== undefined) {
    throw new Failure('usage', `unknown ${kind} '${unknown}'`, {
      hint: `the ${kind}s are ${known.join(', ')}`,
    });
  }
  if (names.length === 0) {
    throw new Failure('usage', `--${kind}s names no ${kind}`, {
      hint: `choose from ${known.join(', ')}`,
    });
  }
  return names;
}

/** The record with the chosen fields only; an `error` always stays, so that no failure is hidden. */
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

export function fieldCell(record: object, field: string): Cell {
  return { text: plainText(valueAt(record, field)) };
}

/** For people, on one line; `-` where there is no value. */
export function plainText(value: unknown): string {
  if (value === undefined || value === null) return '-';
  if (Array.isArray(value)) return value.map(plainText).join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function place(target: JsonObject, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) target[key] = value;
  else {
    const inner = target[key];
    const next = isObject(inner) ? inner : {};
    target[key] = next;
    place(next, rest, value);
  }
}
