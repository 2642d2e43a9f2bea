import { isObject, type JsonObject } from '../../core/json.ts';
import type { Place } from './fields.ts';
import { text } from './values.ts';

/** One status or several, without the addresses that explain those of EPP. */
export function status(value: unknown): string | undefined {
  if (isObject(value)) return statusKeys(value);
  const words = (Array.isArray(value) ? value : [value]).map((item) =>
    text(
      isObject(item)
        ? (item.status ?? item.code ?? item.value ?? item.name ?? item.s ?? item['@s'])
        : item,
    )
      ?.replace(/\s\(?https?:\S+/g, '')
      .trim(),
  );
  return words.length === 0 || words.includes(undefined) ? undefined : words.join(', ');
}

/** As `{clientHold: 'unpaid', ok: false}`. */
function statusKeys(value: JsonObject): string | undefined {
  const isEpp = (key: string) =>
    /^(ok|inactive|(client|server|pending|add|auto|transfer)[A-Z]\w+)$/.test(key);
  const keys = Object.keys(value).filter((key) => value[key] !== false);
  return keys.length > 0 && keys.every(isEpp) ? keys.join(', ') : undefined;
}

/** People see several statuses as one text, and scripts have the list. */
export function isSeveral(value: unknown): boolean {
  return isObject(value) || (Array.isArray(value) && (value.length > 1 || value.some(isObject)));
}

const outcomes =
  /success|^(error|fail(ed|ure)?|true|false|yes|no|done|complete(d)?|found|retrieved|fetched|processed|\d+)$/i;

const statuses =
  /active|expir|pending|redemption|grace|hold|suspend|lock|park|delet|cancel|transfer|client|server|registered|quarantine|live|enabled|disabled/i;

export function knownStatus(value: unknown): string | undefined {
  const word = status(value);
  return word !== undefined && (statuses.test(word) || word.toLowerCase() === 'ok')
    ? word
    : undefined;
}

/** Tells how a call went from how a domain is, above all outside of the object with its name. */
export function isNoStatus(
  value: unknown,
  { isInside, siblings }: Pick<Place, 'isInside' | 'siblings'>,
): boolean {
  const word = status(value);
  if (word === undefined)
    return typeof value === 'boolean' || (Array.isArray(value) && value.length === 0);
  const isOfDomain =
    isInside || Object.keys(siblings).some((key) => /expir|name_?server/i.test(key));
  return outcomes.test(word) || !(isOfDomain || statuses.test(word));
}
