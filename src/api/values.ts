import { isIP } from 'node:net';
import { readDay } from '../core/dates.ts';
import { type Decimal, isDecimal } from '../core/money.ts';
import { tidyName } from '../core/names.ts';
import { isObject } from './facts.ts';

/*
 * How one value of an answer is read, whatever its form. Each reader gives undefined for what it
 * cannot tell for certain: the value then stays among what is not recognised.
 */

/** A word or a number as text; several words as one text. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) {
    return value.join(', ');
  }
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A host name as the core writes it. */
export function hostName(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.includes('.')) return undefined;
  const tidied = tidyName(value);
  return tidied.ok ? tidied.names[0] : undefined;
}

/** A day in UTC, `YYYY-MM-DD`. */
export function day(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? readDay(value) : undefined;
}

const yes = /^(true|t|yes|y|on|1|enabled?|active|auto|automatic)$/i;
const no = /^(false|f|no|n|off|0|disabled?|inactive|manual)$/i;

export function flag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = text(value) ?? '';
  if (yes.test(word)) return true;
  return no.test(word) ? false : undefined;
}

/** A whole number, also as a text. */
export function count(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
}

/** An amount of money: a decimal text, with thousands set off or a currency beside it, or a number. */
export function amount(value: unknown): Decimal | undefined {
  if (typeof value === 'number') return exactly(value);
  if (typeof value !== 'string') return undefined;
  const bare = value.trim().replace(/^[A-Z]{3}\s*|\s*[A-Z]{3}$|^\$\s*/g, '');
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare;
  return isDecimal(plain) ? plain : undefined;
}

/** An amount in hundredths, which a name ending in `cents` says. */
export function cents(value: unknown): Decimal | undefined {
  const whole = count(value);
  if (whole === undefined) return undefined;
  const digits = String(Math.abs(whole)).padStart(3, '0');
  return `${whole < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The code of a currency, also out of an amount such as `35.00 USD`. */
export function currency(value: unknown): string | undefined {
  const match = /^(?:[-\d.,\s]*)([A-Za-z]{3})(?:[-\d.,\s]*)$/.exec(text(value) ?? '');
  return match?.[1]?.toUpperCase();
}

/** Host names of servers: a list of texts or objects, an object of them, or one text. */
export function hostNames(value: unknown): string[] | undefined {
  if (Array.isArray(value)) return hostsIn(value.map(serverName));
  if (isObject(value)) return atLeastOne(hostsIn(Object.values(value).map(serverName)));
  if (typeof value !== 'string') return undefined;
  const words = value.split(/[\s,;|]+/).filter((word) => word !== '' && isIP(word) === 0);
  return atLeastOne(hostsIn(words));
}

/** A code as machines use it: one word, or a number. */
export function identifier(value: unknown): string | undefined {
  const word = text(value);
  return word !== undefined && /^[\w.:/-]{1,100}$/.test(word) ? word : undefined;
}

const serverKey = /^(host(name)?|name|name_?server|ns|fqdn|ldh_?name|value|server|domain)$/i;

function serverName(item: unknown): unknown {
  // A glue record puts the address behind the name: only the name is asked for.
  if (typeof item === 'string') return item.trim().split(/\s+/)[0];
  if (!isObject(item)) return undefined;
  return Object.entries(item).find(([key]) => serverKey.test(key))?.[1];
}

function hostsIn(values: unknown[]): string[] | undefined {
  const hosts = values.map(hostName);
  return hosts.every((host) => host !== undefined) ? hosts : undefined;
}

function atLeastOne<Item>(items: Item[] | undefined): Item[] | undefined {
  return items?.length === 0 ? undefined : items;
}

/** A number was a decimal text once: within 15 digits it still says which. */
function exactly(value: number): Decimal | undefined {
  const digits = String(value);
  if (!isDecimal(digits) || digits.replace(/\D/g, '').length > 15) return undefined;
  const [whole, fraction = ''] = digits.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
