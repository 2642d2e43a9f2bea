import { toUnicode } from '../core/domain-names.ts';
import { isJsonObject, type JsonObject, stringifyValue } from '../core/json.ts';
import { didYouMean, normalizeColumnHeading } from '../core/text.ts';
import { usageError } from '../errors.ts';

export const unicodeFieldName = 'unicode';

export function getFieldValue(record: object, path: string): unknown {
  if (path === unicodeFieldName && 'domain' in record) {
    return typeof record.domain === 'string' ? toUnicode(record.domain) : null;
  }
  let value: unknown = record;
  for (const key of splitFieldPath(record, path)) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

export function parseFieldSelection(input: string, fields: readonly string[]) {
  // Accept any key under `extra` and `file`: the API and the user's file define those keys.
  const dynamic = fields.filter((field) => field === 'extra' || field === 'file');
  const isKnown = (field: string) =>
    fields.some((path) => `${path}.`.startsWith(`${field}.`)) ||
    dynamic.some((path) => field.startsWith(`${path}.`));
  const names = input.split(',').flatMap((name) => name.trim() || []);
  const unknown = names.length === 0 ? input : names.find((name) => !isKnown(name));
  if (unknown === undefined) return names;
  const suggestion = didYouMean(unknown, fields);
  const hint = `${suggestion}the fields are ${fields.join(', ')}`;
  throw usageError(`unknown field '${unknown}'`, hint);
}

/** Splits a path at dots, except within a column heading of the user's file (`file.Due.Date`). */
function splitFieldPath(record: object, path: string) {
  const [, heading] = /^file\.(.*)$/s.exec(path) ?? [];
  if (heading === undefined || !('file' in record)) return path.split('.');
  const headings = Object.keys(Object(record.file));
  const actualHeading = headings.find(
    (candidate) => normalizeColumnHeading(candidate) === normalizeColumnHeading(heading),
  );
  return ['file', actualHeading ?? heading];
}

/** Copies the selected fields of a record, and always its `error`: failures must stay visible. */
export function pickFields(record: object, fields: readonly string[]): JsonObject {
  const picked = createNullPrototypeObject();
  for (const field of fields) {
    const value = getFieldValue(record, field);
    if (value !== undefined) setPath(picked, splitFieldPath(record, field), value);
  }
  if ('error' in record) picked.error ??= record.error;
  return picked;
}

function setPath(target: JsonObject, [key = '', ...rest]: readonly string[], value: unknown) {
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const existing = target[key];
  const child = isJsonObject(existing) ? existing : createNullPrototypeObject();
  target[key] = child;
  setPath(child, rest, value);
}

export function formatFieldValue(value: unknown) {
  const isStringList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isStringList ? value.join(' ') : stringifyValue(value ?? '-');
}

/** Creates an object without a prototype, so that `__proto__` in API data is an ordinary key. */
function createNullPrototypeObject(): JsonObject {
  return Object.create(null);
}
