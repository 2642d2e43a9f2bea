import { type Day, parseDay, parseEpochDay } from '../../core/dates.ts';
import { toTextOrJson } from '../../core/json.ts';
import type { Decimal } from '../../core/money.ts';
import { type DomainName, normalizeDomainName } from '../../core/names.ts';
import { namesIn, valuesOf } from './keys.ts';

/* Every parser returns null for a value that is not certain. */

/** No fact is longer, and some patterns take long to look through more. */
const longestFact = 4000;

export function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.length > longestFact) return null;
  return value.trim() || null;
}

/** Reads ISO and HTTP text, PHP's `{date, timezone}`, Java's `[2027, 3, 1]`, seconds or ms. */
export function day(value: unknown): Day | null {
  if (typeof value === 'number') return parseEpochDay(value) ?? null;
  if (Array.isArray(value))
    return isoDay(
      value
        .slice(0, 3)
        .map((part) => toTextOrJson(part).padStart(2, '0'))
        .join('-'),
      'UTC',
    );
  const [date = value, zone] = valuesOf(value, 'date timezone');
  return isoDay(date, text(zone) ?? 'UTC');
}

function isoDay(value: unknown, zone: string): Day | null {
  const date = text(value) ?? '';
  const moment = new Date(date);
  // HTTP writes the day of the week, too, which has to be right.
  const isOfHttp = date.endsWith(' GMT') && moment.toUTCString() === date;
  const iso = isOfHttp ? moment.toISOString() : date;
  return /^\d{4}-\d/.test(iso) ? (parseDay(iso, zone) ?? null) : null;
}

const yes = namesIn('true t yes y on 1 enabled enable active auto automatic');

const no = namesIn('false f no n off 0 disabled disable inactive manual never none');

export function flag(value: unknown): boolean | null {
  const word = toTextOrJson(value).trim().toLowerCase();
  if (yes.includes(word)) return true;
  if (no.includes(word)) return false;
  return null;
}

export function count(value: unknown): number | null {
  const digits = text(value) ?? '';
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** A host name with a dot, as an A-label. */
export function hostName(value: unknown): DomainName | null {
  const name = text(value) ?? '';
  if (!/^[^/:@?#\s]+\.[^/:@?#\s]+$/.test(name)) return null;
  const tidied = normalizeDomainName(name);
  if (!tidied.ok) return null;
  return tidied.value[0] ?? null;
}

const serverNames = 'hostname host nameserver server_name name ns server fqdn value';

/** The hosts of a list of names, of objects or of records, or of a text with commas or blanks. */
export function hostNames(value: unknown): DomainName[] | null {
  const servers = typeof value === 'string' ? text(value)?.split(/[\s,;]+/) : value;
  if (!Array.isArray(servers)) return null;
  const names = servers.map((server) => {
    const [type] = valuesOf(server, 'type');
    const [value] = valuesOf(server, 'value content rdata');
    // The name of a record is the one that it is a record of.
    if (type !== undefined && value !== undefined) return type === 'NS' ? hostName(value) : null;
    const [name = server] = valuesOf(server, serverNames);
    return hostName(name);
  });
  return names.every((name) => name !== null) ? [...new Set(names)] : null;
}

/** Null for `1000`, which may be in minor units, and for `1.000`, maybe a thousand. */
export function amount(value: unknown): Decimal | null {
  const said = text(value) ?? '';
  if (/^0+$/.test(said)) return '0.00';
  const [, tenths, hundredths] = /^0*(\d+\.\d)(?:(\d)(?:00)?)?$/.exec(said) ?? [];
  return tenths === undefined ? null : `${tenths}${hundredths ?? '0'}`;
}

export function signedAmount(value: unknown): Decimal | null {
  const said = text(value) ?? '';
  if (!said.startsWith('-')) return amount(said);
  const owed = amount(said.slice(1));
  return owed && `-${owed}`;
}

export function currency(value: unknown): string | null {
  const code = text(value) ?? '';
  return /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : null;
}
