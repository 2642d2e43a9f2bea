import { type Day, parseDay, parseEpochDay } from '../../core/dates.ts';
import { type DomainName, normalizeDomainName } from '../../core/domain-names.ts';
import { toTextOrJson } from '../../core/json.ts';
import type { Decimal } from '../../core/money.ts';
import { findValues, splitNames } from './json-node.ts';

/* Every parser returns null for a value that is not certain. */

/** No fact is longer, and some patterns take long to look through more. */
const maxFactLength = 4000;

export function parseText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.length > maxFactLength) return null;
  return value.trim() || null;
}

/** Reads ISO and HTTP text, PHP's `{date, timezone}`, Java's `[2027, 3, 1]`, seconds or ms. */
export function parseJsonDate(value: unknown): Day | null {
  if (typeof value === 'number') return parseEpochDay(value) ?? null;
  if (Array.isArray(value))
    return parseIsoDate(
      value
        .slice(0, 3)
        .map((part) => toTextOrJson(part).padStart(2, '0'))
        .join('-'),
      'UTC',
    );
  const [date = value, zone] = findValues(value, 'date timezone');
  return parseIsoDate(date, parseText(zone) ?? 'UTC');
}

function parseIsoDate(value: unknown, zone: string): Day | null {
  const date = parseText(value) ?? '';
  const parsedDate = new Date(date);
  // HTTP writes the day of the week, too, which has to be right.
  const isHttpDate = date.endsWith(' GMT') && parsedDate.toUTCString() === date;
  const iso = isHttpDate ? parsedDate.toISOString() : date;
  return /^\d{4}-\d/.test(iso) ? (parseDay(iso, zone) ?? null) : null;
}

const trueWords = splitNames('true t yes y on 1 enabled enable active auto automatic');

const falseWords = splitNames('false f no n off 0 disabled disable inactive manual never none');

export function parseFlag(value: unknown): boolean | null {
  const word = toTextOrJson(value).trim().toLowerCase();
  if (trueWords.includes(word)) return true;
  if (falseWords.includes(word)) return false;
  return null;
}

export function parseCount(value: unknown): number | null {
  const digits = parseText(value) ?? '';
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** A host name with a dot, as an A-label. */
export function parseHostName(value: unknown): DomainName | null {
  const name = parseText(value) ?? '';
  if (!/^[^/:@?#\s]+\.[^/:@?#\s]+$/.test(name)) return null;
  const normalized = normalizeDomainName(name);
  if (!normalized.ok) return null;
  return normalized.value[0] ?? null;
}

const hostKeys = 'hostname host nameserver server_name name ns server fqdn value';

/** The hosts of a list of names, of objects or of records, or of a text with commas or blanks. */
export function parseNameservers(value: unknown): DomainName[] | null {
  const servers = typeof value === 'string' ? parseText(value)?.split(/[\s,;]+/) : value;
  if (!Array.isArray(servers)) return null;
  const names = servers.map((server) => {
    const [type] = findValues(server, 'type');
    const [value] = findValues(server, 'value content rdata');
    // The name of a record is the one that it is a record of.
    if (type !== undefined && value !== undefined)
      return type === 'NS' ? parseHostName(value) : null;
    const [name = server] = findValues(server, hostKeys);
    return parseHostName(name);
  });
  return names.every((name) => name !== null) ? [...new Set(names)] : null;
}

/** Null for `1000`, which may be in minor units, and for `1.000`, maybe a thousand. */
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
