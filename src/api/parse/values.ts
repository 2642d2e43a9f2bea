import { type IsoDate, parseIsoDate, parseUnixTimestamp } from '../../core/dates.ts';
import { type DomainName, normalizeDomainName } from '../../core/domain-names.ts';
import { toTextOrJson } from '../../core/json.ts';
import type { Decimal } from '../../core/money.ts';
import { findValuesByKey, splitOnWhitespace } from './json-node.ts';

/* Every parser in this file returns null for an invalid or ambiguous value. */

/** Maximum length of a value's text. Some regular expressions are slow on longer text. */
const maxFactLength = 4000;

export function parseText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.length > maxFactLength) return null;
  return value.trim() || null;
}

/**
 * Parses a date, which may be an ISO or HTTP date, PHP's `{date, timezone}`, Java's `[2027, 3, 1]`
 * or a Unix time in seconds or milliseconds.
 */
export function parseDateValue(value: unknown): IsoDate | null {
  if (typeof value === 'number') return parseUnixTimestamp(value) ?? null;
  if (Array.isArray(value))
    return parseDateText(
      value
        .slice(0, 3)
        .map((part) => toTextOrJson(part).padStart(2, '0'))
        .join('-'),
      'UTC',
    );
  const [date = value, zone] = findValuesByKey(value, 'date timezone');
  return parseDateText(date, parseText(zone) ?? 'UTC');
}

function parseDateText(value: unknown, zone: string): IsoDate | null {
  const date = parseText(value) ?? '';
  const parsedDate = new Date(date);
  // Require that formatting an HTTP date yields the same text, so that a wrong weekday is rejected.
  const isHttpDate = date.endsWith(' GMT') && parsedDate.toUTCString() === date;
  const iso = isHttpDate ? parsedDate.toISOString() : date;
  return /^\d{4}-\d/.test(iso) ? (parseIsoDate(iso, zone) ?? null) : null;
}

const trueWords = splitOnWhitespace('true t yes y on 1 enabled enable active auto automatic');

const falseWords = splitOnWhitespace(
  'false f no n off 0 disabled disable inactive manual never none',
);

export function parseBooleanLike(value: unknown): boolean | null {
  const word = toTextOrJson(value).trim().toLowerCase();
  if (trueWords.includes(word)) return true;
  if (falseWords.includes(word)) return false;
  return null;
}

export function parseCount(value: unknown): number | null {
  const digits = parseText(value) ?? '';
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** Parses a host name that contains a dot. @returns the name in its A-label (Punycode) form */
export function parseHostname(value: unknown): DomainName | null {
  const name = parseText(value) ?? '';
  if (!/^[^/:@?#\s]+\.[^/:@?#\s]+$/.test(name)) return null;
  const result = normalizeDomainName(name);
  if (!result.ok) return null;
  return result.value[0] ?? null;
}

const hostKeys = 'hostname host nameserver server_name name ns server fqdn value';

/**
 * Parses name servers from text separated by commas or spaces, or from an array of host names,
 * objects or DNS records.
 */
export function parseNameservers(value: unknown): DomainName[] | null {
  const servers = typeof value === 'string' ? parseText(value)?.split(/[\s,;]+/) : value;
  if (!Array.isArray(servers)) return null;
  const names = servers.map((server) => {
    const [type] = findValuesByKey(server, 'type');
    const [value] = findValuesByKey(server, 'value content rdata');
    // In a DNS record, `name` is the record's owner, not the name server.
    if (type !== undefined && value !== undefined)
      return type === 'NS' ? parseHostname(value) : null;
    const [name = server] = findValuesByKey(server, hostKeys);
    return parseHostname(name);
  });
  return names.every((name) => name !== null) ? [...new Set(names)] : null;
}

/**
 * Parses an amount of money.
 * @returns null if the amount is ambiguous: `1000` may be in minor units, and `1.000` may mean one
 * thousand
 */
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

export function parseCurrency(value: unknown): string | null {
  const code = parseText(value) ?? '';
  return /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : null;
}
