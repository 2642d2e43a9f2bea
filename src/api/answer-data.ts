import type * as z from 'zod/mini';
import { isObject, type JsonObject } from '../core/json.ts';
import { excerpt, safeJson } from '../core/text.ts';
import type { WithExtra } from './answers.ts';
import { type Answer, unexpected } from './envelope.ts';

/** @throws Failure `unexpected_response` that names the field */
export function parseData<Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: Answer,
): z.infer<Schema> {
  const parsed = schema.safeParse(answer.data);
  if (parsed.success) return parsed.data;
  const keys = (parsed.error.issues[0]?.path ?? []).map((key) => String(key));
  if (keys.length === 0) throw unexpected(answer, "'data' is not what the document says");
  let value: unknown = answer.data;
  for (const key of keys) value = isObject(value) ? value[key] : undefined;
  const isMinor =
    /^(balance|amount)$/.test(keys.at(-1) ?? '') && /^"?-?\d+"?$/.test(safeJson(value ?? null));
  const wrong = isMinor
    ? 'has no fraction, and may be in minor units,'
    : 'is not what the document says';
  const fault = value === undefined ? 'is missing' : wrong;
  throw unexpected(answer, `'${keys.join('.')}' ${fault} in ${dataOf(answer)}`);
}

const wrapper = /^(data|result|response|payload|item|body|return)s?$/i;

/** What an answer holds, out of objects with a single key that merely wrap it. */
export function unwrapped(data: object): object {
  const [[key, inner] = ['', null], ...others] = Object.entries(data);
  const isWrapper = isObject(data) && others.length === 0 && wrapper.test(key);
  return isWrapper && typeof inner === 'object' && inner !== null ? unwrapped(inner) : data;
}

/** A list of one is read as its item; of any other, nothing can be read. */
export function objectIn(data: object): JsonObject {
  const bare = unwrapped(data);
  const [item, ...others] = Array.isArray(bare) ? bare : [bare];
  return isObject(item) && others.length === 0 ? item : { data: bare };
}

const mostKeys = 10;

/** With its keys, so that a person can report them. */
export function dataOf({ data }: Answer): string {
  const holder: unknown = Array.isArray(data) ? data.find(isObject) : data;
  const keys = Object.keys(isObject(holder) ? holder : {}).map((key) => `'${excerpt(key, 40)}'`);
  if (keys.length === 0)
    return `'data', which is ${Array.isArray(data) ? `a list of ${data.length}` : 'empty'}`;
  const more = keys.length > mostKeys ? ` and ${keys.length - mostKeys} more` : '';
  const holds = Array.isArray(data) ? 'whose items hold' : 'which holds';
  return `'data', ${holds} ${keys.slice(0, mostKeys).join(', ')}${more}`;
}

export function unreadOf(sent: JsonObject, read: JsonObject): JsonObject {
  const isUnread = ([key, value]: [string, unknown]) =>
    !Object.hasOwn(read, key) || (read[key] === null && value !== null);
  return Object.fromEntries(Object.entries(sent).filter(isUnread));
}

export function extra(unread: JsonObject = {}): WithExtra {
  return Object.keys(unread).length > 0 ? { extra: unread } : {};
}
