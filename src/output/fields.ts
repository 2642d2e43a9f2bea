import { isObject, type JsonObject, toTextOrJson } from '../core/json.ts';
import { toUnicode } from '../core/names.ts';
import { didYouMean, normalizeHeading } from '../core/text.ts';
import { usageFailure } from '../errors.ts';

export const unicodeField = 'unicode';

export function valueAt(record: object, path: string): unknown {
  if (path === unicodeField && 'domain' in record) {
    return typeof record.domain === 'string' ? toUnicode(record.domain) : null;
  }
  let value: unknown = record;
  for (const key of keysOf(record, path)) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** @throws Failure `usage` when the list holds no name, or an unknown one */
export function chooseFields(list: string, fields: readonly string[]): string[] {
  const isKnown = (field: string) =>
    fields.some((path) => `${path}.`.startsWith(`${field}.`)) || isOpen(field, fields);
  const names = list.split(',').flatMap((name) => name.trim() || []);
  const unknown = names.length === 0 ? list : names.find((name) => !isKnown(name));
  if (unknown === undefined) return names;
  throw usageFailure(`unknown field '${unknown}'`, fieldHint(unknown, fields));
}

/** Fields of which nobody knows beforehand what is in them. */
function isOpen(field: string, known: readonly string[]): boolean {
  return ['extra', 'file'].some((name) => known.includes(name) && field.startsWith(`${name}.`));
}

/** The heading of an own list is typed in any case, and may hold dots. */
function keysOf(record: object, path: string): string[] {
  const [, heading] = /^file\.(.*)$/s.exec(path) ?? [];
  if (heading === undefined || !('file' in record)) return path.split('.');
  const headings = Object.keys(Object(record.file));
  const written = headings.find((one) => normalizeHeading(one) === normalizeHeading(heading));
  return ['file', written ?? heading];
}

export function fieldHint(unknown: string, fields: readonly string[]): string {
  // Other tools call the domain a name.
  const guess = didYouMean(unknown === 'name' ? 'domain' : unknown, fields);
  return `${guess}the fields are ${fields.join(', ')}`;
}

/** An `error` always stays beside the chosen fields, so that no failure is hidden. */
export function pick(record: object, fields: readonly string[]): JsonObject {
  const picked = emptyObject();
  for (const field of fields) {
    const value = valueAt(record, field);
    if (value !== undefined) put(picked, keysOf(record, field), value);
  }
  if ('error' in record) picked.error ??= record.error;
  return picked;
}

function put(holder: JsonObject, [key = '', ...inner]: readonly string[], value: unknown): void {
  if (inner.length === 0) {
    holder[key] = value;
    return;
  }
  const before = holder[key];
  const next = isObject(before) ? before : emptyObject();
  holder[key] = next;
  put(next, inner, value);
}

export function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join(' ');
  return toTextOrJson(value ?? '-');
}

/** An object without a prototype, so that an answer may hold a key `__proto__`. */
function emptyObject(): JsonObject {
  return Object.create(null);
}
