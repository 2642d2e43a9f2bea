import { type IsoDate, parseIsoDate, parseUnixTimestamp } from '../../core/dates.ts';
import { type DomainName, normalizeDomainName } from '../../core/domain-names.ts';
import { isJsonObject, stringifyValue } from '../../core/json.ts';
import type { Decimal } from '../../core/money.ts';
import { findValuesByKey } from './json-node.ts';

/* All parsers in this file return null for an invalid or ambiguous value. */

/** Reject longer strings, because some of the regular expressions are slow on them. */
const maxValueLength = 4000;

export function parseText(value: unknown) {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.length > maxValueLength) return null;
  return value.trim() || null;
}

/** Parses ISO and HTTP dates, Unix times, and the date formats of .NET, Java, PHP and Firestore. */
export function parseDateValue(value: unknown): IsoDate | null {
  if (typeof value === 'number') return parseUnixTimestamp(value) ?? null;
  if (Array.isArray(value)) {
    const parts = value.slice(0, 3).map((part) => stringifyValue(part).padStart(2, '0'));
    return parseDateText(parts.join('-'));
  }
  if (!isJsonObject(value)) return parseDateText(value);
  // Parse the key `date` only if the object also has a time zone, as in PHP's `{date, timezone}`.
  // Otherwise, it may be an unrelated date, such as an invoice date in `{number, date}`.
  const [date, zone] = findValuesByKey(value, 'date timezone');
  if (zone !== undefined) return parseDateText(date, parseText(zone) ?? 'UTC');
  return parseDateValue(findValuesByKey(value, 'seconds')[0]);
}

function parseDateText(value: unknown, zone = 'UTC'): IsoDate | null {
  const text = parseText(value) ?? '';
  // 10 digits are Unix seconds, 13 are milliseconds. Reject 8 digits: they may be a date with year,
  // month and day in any order.
  const [epoch] = /^(\d{10}|\d{13})$|(?<=^\/Date\()\d{12,13}(?=([+-]\d{4})?\)\/$)/.exec(text) ?? [];
  if (epoch !== undefined) return parseUnixTimestamp(Number(epoch)) ?? null;
  const date = new Date(`${text} GMT`);
  const httpDate = date.toUTCString().toUpperCase();
  // Formatting the parsed date must reproduce the input, so that a wrong weekday is rejected.
  const forms = [httpDate, httpDate.slice(5, 16).replaceAll(' ', '-')];
  const iso = (forms.includes(text.toUpperCase()) ? date.toJSON() : text) ?? '';
  return /^\d{4}[-/]\d/.test(iso) ? (parseIsoDate(iso, zone) ?? null) : null;
}

export function parseBooleanLike(value: unknown) {
  const word = stringifyValue(value).trim();
  if (/^(true|t|yes|y|on|1|enabled?|active|auto|automatic|auto[-_ ]?renew)$/i.test(word))
    return true;
  return falseWords.test(word) ? false : null;
}

const falseWords =
  /^(false|f|no?|off|0|disabled?|inactive|manual|never|none|expire|auto[-_ ]?expire)$/i;

export function parseCount(value: unknown) {
  const digits = parseText(value) ?? '';
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** Accepts only host names with a dot. @returns the name in Punycode, such as `xn--mgbc8fxs.af` */
export function parseHostname(value: unknown): DomainName | null {
  const name = parseText(value) ?? '';
  if (!/^[^/:@?#\s]+\.[^/:@?#\s]+$/.test(name)) return null;
  const result = normalizeDomainName(name);
  return result.ok ? (result.value[0] ?? null) : null;
}

const hostKeys = 'hostname host nameserver server_name name ns server fqdn value';

/** Accepts a string of name servers, or an array of host names, objects or DNS records. */
export function parseNameservers(value: unknown): DomainName[] | null {
  const servers = typeof value === 'string' ? parseText(value)?.split(/[\s,;]+/) : value;
  if (!Array.isArray(servers)) return null;
  const filledServers = servers.filter((server) => stringifyValue(server ?? '').trim() !== '');
  if (filledServers.length === 0 && servers.length > 0) return null;
  const names = filledServers.map(parseNameserver);
  return names.every((name) => name !== null) ? [...new Set(names)] : null;
}

function parseNameserver(server: unknown): DomainName | null {
  const [type] = findValuesByKey(server, 'type');
  const [value] = findValuesByKey(server, 'value content rdata');
  // In a DNS record, the key `name` is the domain that the record belongs to, not a name server.
  if (type !== undefined && value !== undefined) return type === 'NS' ? parseHostname(value) : null;
  const [name = server] = findValuesByKey(server, hostKeys);
  return parseHostname(name);
}

/** Rejects ambiguous amounts: `1000` may be in cents, and `1.000` may mean one thousand. */
export function parseAmount(value: unknown): Decimal | null {
  const input = parseText(value) ?? '';
  if (/^0+$/.test(input)) return '0.00';
  const [, tenths, hundredths] = /^0*(\d+\.\d)(?:(\d)(?:00)?)?$/.exec(input) ?? [];
  return tenths === undefined ? null : `${tenths}${hundredths ?? '0'}`;
}

export function parseSignedAmount(value: unknown): Decimal | null {
  const input = parseText(value) ?? '';
  if (!input.startsWith('-')) return parseAmount(input);
  const magnitude = parseAmount(input.slice(1));
  return magnitude && `-${magnitude}`;
}

export function parseCurrencyCode(value: unknown) {
  const code = parseText(value) ?? '';
  return /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : null;
}
