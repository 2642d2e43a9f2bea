import { isIP } from 'node:net';
import { readDay } from '../../core/dates.ts';
import { isObject } from '../../core/json.ts';
import { type Decimal, isDecimal } from '../../core/money.ts';
import { tidyName } from '../../core/names.ts';

/* Every parser returns undefined for a value that is not certain: it then stays unrecognised. */

export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')) {
    return value.join(', ');
  }
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function plainName(value: unknown): string | undefined {
  return typeof value === 'string' && /^\p{L}[\p{L}\d _+-]*$/u.test(value.trim())
    ? value.trim()
    : undefined;
}

export function hostName(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[^/:@?#]+\.[^/:@?#]+$/.test(value)) return undefined;
  const tidied = tidyName(value);
  return tidied.ok ? tidied.value.names[0] : undefined;
}

export function joinedName(value: unknown): string | undefined {
  const [label, tld] = Array.isArray(value) ? value : [];
  if (typeof label !== 'string' || typeof tld !== 'string' || label.includes('.')) return undefined;
  return hostName(`${label}.${tld.replace(/^\./, '')}`);
}

/** Also PHP's `{date, timezone}`, MongoDB's `{$date}`, protobuf's `{seconds}`, Java's `[2027, 3, 1]`. */
export function day(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number') return readDay(value);
  if (Array.isArray(value)) return dayOfParts(value);
  if (!isObject(value)) return undefined;
  const { date, timezone, year, month, day: dayOfMonth } = value;
  if (typeof date === 'string' && typeof timezone === 'string') return readDay(date, timezone);
  if (year !== undefined) return dayOfParts([year, month, dayOfMonth]);
  return day(value.$date ?? value.$numberLong ?? value.seconds ?? value._seconds);
}

const yes = /^(true|t|yes|y|on|1|enabled?|active|auto|automatic|auto-?renew)$/i;
const no = /^(false|f|no|n|off|0|disabled?|inactive|manual|auto-?(expire|delete))$/i;

export function flag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = text(value) ?? '';
  if (yes.test(word)) return true;
  return no.test(word) ? false : undefined;
}

/** Under a key that may also mean a price, a date or a period. */
export function renewalMode(value: unknown): boolean | undefined {
  return typeof value === 'string' && /^(auto|manual)/i.test(value) ? flag(value) : undefined;
}

export function count(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
  return Number.isSafeInteger(number) && Number(number) >= 0 ? Number(number) : undefined;
}

/** A period of unknown unit: no name can be registered for more than ten years, or for months. */
export function yearCount(value: unknown): number | undefined {
  const years = count(value);
  return years !== undefined && years >= 1 && years <= 10 ? years : undefined;
}

export function amount(value: unknown): Decimal | undefined {
  if (typeof value === 'number') return exactly(value);
  if (typeof value !== 'string') return undefined;
  const bare = value.trim().replace(/^[A-Z]{3}\s*|\s*[A-Z]{3}$|^\$\s*/g, '');
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare;
  return isDecimal(plain) ? plain : undefined;
}

export function cents(value: unknown): Decimal | undefined {
  const whole = count(value);
  if (whole === undefined) return undefined;
  const digits = String(whole).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function currency(value: unknown): string | undefined {
  const match = /^(?:[-\d.,\s]*)([A-Za-z]{3})(?:[-\d.,\s]*)$/.exec(text(value) ?? '');
  return match?.[1]?.toUpperCase();
}

export function hostNames(value: unknown): string[] | undefined {
  if (Array.isArray(value)) return value.length === 0 ? [] : hostsIn(value.map(serverName));
  if (isObject(value)) return hostsOfObject(value);
  return typeof value === 'string'
    ? hostsIn(value.split(/[\s,;|]+/).filter((part) => isIP(part) === 0))
    : undefined;
}

/** Under a key that may also mean the records of a zone, which are objects. */
export function plainHostNames(value: unknown): string[] | undefined {
  const isPlain =
    typeof value === 'string' ||
    (Array.isArray(value) && value.every((item) => typeof item === 'string'));
  return isPlain ? hostNames(value) : undefined;
}

export function identifier(value: unknown): string | undefined {
  const word = text(value);
  // RFC 9457: the type `about:blank` says no more than the status.
  if (word === undefined || word === 'about:blank') return undefined;
  return /^[\w.:/-]{1,100}$/.test(word) ? word : undefined;
}

const serverKey = /^(host(name)?|name|name_?server|ns|fqdn|ldh_?name|value|server|domain)$/i;

const slotKey =
  /^((host|dns|ns|name_?server|server)?[_-]?\d{1,2}|primary|secondary|master|slave)$/i;

function serverName(item: unknown): unknown {
  // A glue address may follow the name.
  if (typeof item === 'string') return item.trim().split(/\s+/)[0];
  if (!isObject(item)) return item;
  return Object.entries(item).find(([key]) => serverKey.test(key))?.[1];
}

/** `{ns1: …, ns2: …}` and `{"ns1.example.af": […addresses]}` are read. */
function hostsOfObject(servers: Record<string, unknown>): string[] | undefined {
  const keys = Object.keys(servers);
  if (keys.every((key) => slotKey.test(key)))
    return hostsIn(Object.values(servers).map(serverName));
  return hostsIn(keys);
}

/** Skips empty values; any other that is not a host name spoils the whole list. */
function hostsIn(values: unknown[]): string[] | undefined {
  const hosts = values.filter((value) => value !== null && value !== '').map(hostName);
  return hosts.length > 0 && hosts.every((host) => host !== undefined) ? hosts : undefined;
}

function dayOfParts(parts: readonly unknown[]): string | undefined {
  const [year, month, dayOfMonth] = parts.map((part) => String(part ?? '').padStart(2, '0'));
  return readDay(`${year}-${month}-${dayOfMonth}`);
}

/** Within 15 digits a number still says which decimal text it was. */
function exactly(value: number): Decimal | undefined {
  const digits = String(value);
  if (!isDecimal(digits) || digits.replace(/\D/g, '').length > 15) return undefined;
  const [whole, fraction = ''] = digits.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
