import { type Day, readDay } from '../../core/dates.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import { type Decimal, isDecimal } from '../../core/money.ts';
import { type DomainName, tidyName } from '../../core/names.ts';
import { namesIn, valuesOf } from './keys.ts';

/* Every parser returns null for a value that is not certain. */

/** No fact is longer, and some patterns take long to look through more. */
const longestFact = 4000;

export function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.length > longestFact) return null;
  return value.trim() || null;
}

const isoDate =
  /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)? ?(Z|UTC|GMT|[+-]\d\d:?(\d\d)?)?)?(?=$|\[)/;

/**
 * A day in UTC: from ISO text, from PHP's `{date, timezone}`, from `[2027, 3, 1]` as Java writes
 * it, and from a number of seconds or milliseconds since 1970.
 */
export function day(value: unknown): Day | null {
  if (typeof value === 'number') return readDay(value) ?? null;
  if (Array.isArray(value)) return dayOfParts(value);
  if (!isObject(value)) return dayOfText(value, 'UTC');
  const [date] = valuesOf(value, 'date datetime');
  const [zone = 'UTC'] = valuesOf(value, 'timezone time_zone tz zone');
  return typeof zone === 'string' ? dayOfText(date, zone) : null;
}

function dayOfText(value: unknown, zone: string): Day | null {
  const [date] = typeof value === 'string' ? (isoDate.exec(value.trim()) ?? []) : [];
  return (date && readDay(date, zone)) ?? null;
}

function dayOfParts(parts: readonly unknown[]): Day | null {
  const [year, month, date] = parts.map((part) => text(part)?.padStart(2, '0'));
  return dayOfText(`${year}-${month}-${date}`, 'UTC');
}

const yes = namesIn('true t yes y on 1 enabled enable active auto automatic autorenew renew');

const no = namesIn(`false f no n off 0 disabled disable inactive manual never none expire
  autodelete autoexpire`);

/** A switch. */
export function flag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = (text(value) ?? '').toLowerCase().replace(/[_-]/g, '');
  if (yes.includes(word)) return true;
  return no.includes(word) ? false : null;
}

/** A whole number that is not negative. */
export function count(value: unknown): number | null {
  const isDigits = typeof value === 'string' && /^\d{1,9}$/.test(value.trim());
  const number = isDigits ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** A host name with a dot, as an A-label. */
export function hostName(value: unknown): DomainName | null {
  const name = typeof value === 'string' ? (text(value) ?? '') : '';
  if (!/^[^/:@?#\s]+\.[^/:@?#\s]+$/.test(name)) return null;
  const tidied = tidyName(name);
  return (tidied.ok ? tidied.value.names[0] : undefined) ?? null;
}

const serverNames = `hostname host_name host nsdname ldh_name rdata nameserver server_name name ns
  server fqdn value`;

const serverKeys = /^((ns|name_?server|dns|host|server)?_?\d+|primary|secondary|tertiary)$/i;

const inForce = namesIn('ok active enabled linked');

/** The hosts of a list of names or objects, of `{ns1: …}`, or of a text with commas or blanks. */
export function hostNames(value: unknown): DomainName[] | null {
  const items = serversIn(value)?.filter((item) => item !== null && item !== '');
  const hosts = items?.map((item) => hostName(isObject(item) ? hostIn(item) : item));
  const names = hosts?.filter((name) => name !== null) ?? [];
  const isWhole = names.length === hosts?.length && (names.length > 0 || isEmptyList(value));
  return isWhole ? [...new Set(names)] : null;
}

function serversIn(value: unknown): unknown[] | undefined {
  if (typeof value === 'string') return text(value)?.split(/[\s,;|]+/);
  if (Array.isArray(value)) return value;
  const isMap = isObject(value) && Object.keys(value).every((key) => serverKeys.test(key));
  return isMap ? Object.values(value) : undefined;
}

/** A server that was removed, or is only asked for, has a status that says so. */
function hostIn(server: JsonObject): unknown {
  const [status = 'ok'] = valuesOf(server, 'status state');
  const isInForce = inForce.includes((text(status) ?? '').toLowerCase());
  return isInForce ? valuesOf(server, serverNames)[0] : undefined;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/**
 * A decimal with a fraction: without one it may be in minor units, zero aside. A text with three
 * digits after the point may mean thousands, and a number with more than four was computed, and not
 * stated.
 */
export function amount(value: unknown): Decimal | null {
  const decimal = text(value) ?? '';
  if (!isDecimal(decimal) || decimal.startsWith('-')) return null;
  const [whole = '', fraction] = decimal.split('.');
  if (fraction === undefined) return Number(whole) === 0 ? '0.00' : null;
  const isThousands = fraction.length === 3 && typeof value === 'string';
  if (isThousands || fraction.length > 4) return null;
  return `${decimal}00`.replace(/^0+(?=\d)/, '').replace(/(\.\d{2,}?)0+$/, '$1');
}

/** An amount that may be owed. */
export function signedAmount(value: string | number): Decimal | null {
  const isOwed = String(value).startsWith('-');
  if (!isOwed) return amount(value);
  const size = amount(typeof value === 'number' ? -value : value.slice(1));
  return size && `-${size}`;
}

const codeOfCurrency = /^[A-Z]{3} ?(?=\d)|(?<=\d) ?[A-Z]{3}$/;

/** An amount, also as `70.00 USD`. */
export function price(value: unknown): Decimal | null {
  return amount(typeof value === 'string' ? value.trim().replace(codeOfCurrency, '') : value);
}

/** The currency in `70.00 USD`. */
export function currencyOfPrice(value: unknown): string | null {
  return currency(codeOfCurrency.exec(text(value) ?? '')?.[0]);
}

export function currency(value: unknown): string | null {
  const code = typeof value === 'string' ? value.trim() : '';
  return /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : null;
}
