import { isIP } from 'node:net';
import { readDay } from '../../core/dates.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import { tidyName } from '../../core/names.ts';
import { wordSet } from './words.ts';

/* Every parser returns undefined for a value that is not certain. */

/** No fact is longer, and some patterns take long to look through more. */
const longestFact = 1000;

export function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.length > longestFact) return undefined;
  return value.trim() || undefined;
}

export function plainName(value: unknown): string | undefined {
  return typeof value === 'string' && /^\p{L}[\p{L}\d _+-]*$/u.test(value.trim())
    ? value.trim()
    : undefined;
}

export function hostName(value: unknown): string | undefined {
  const name = typeof value === 'string' ? text(value) : undefined;
  if (name === undefined || !/^[^/:@?#\s]+\.[^/:@?#\s]+$/.test(name)) return undefined;
  const tidied = tidyName(name);
  return tidied.ok ? tidied.value.names[0] : undefined;
}

/** Also PHP's `{date, timezone}`, MongoDB's `{$date}`, protobuf's `{seconds}`, Java's `[2027, 3, 1]`. */
export function day(value: unknown): string | undefined {
  if (typeof value === 'string' && /^\d{14}$/.test(value)) return readDay(value.slice(0, 8));
  if (typeof value === 'string' || typeof value === 'number') return readDay(text(value) ?? '');
  if (Array.isArray(value)) return dayOfParts(value);
  if (!isObject(value)) return undefined;
  const { date, timezone } = value;
  if (typeof date === 'string' && typeof timezone === 'string')
    return readDay(text(date) ?? '', timezone);
  return day(value.$date ?? value.$numberLong ?? value.seconds ?? value._seconds);
}

const noDate =
  /^(true|yes|no|on|off|0*[1-9]\d{0,4})$|^\d\d?:\d\d|^(in )?\d+ (day|week|month|year)s?\b/i;

/** Tells a flag, a time of day and a number of days, which go by the names of dates. */
export function isNoDate(value: unknown): boolean {
  return value === true || noDate.test(text(value) ?? '');
}

const yes = wordSet(
  'true t yes y on 1 enabled enable active auto automatic automatically autorenew autorenewal',
  'automaticrenewal renew',
);

const no = wordSet(
  'false f no n off 0 disabled disable inactive manual manualrenewal manually autoexpire autodelete',
  'delete expire letexpire never none donot donotrenew dontrenew norenew',
);

export function flag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = (text(value) ?? '').toLowerCase().replace(/[\s_]|(?<=.)-/g, '');
  return yes.has(word) || (no.has(word) ? false : undefined);
}

export function opposite(value: unknown): boolean | undefined {
  const said = flag(value);
  return said === undefined ? undefined : !said;
}

export function count(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? number
    : undefined;
}

/** Thirteen servers have names of at most 253 characters each. */
const longestServers = 4000;

export function hostNames(value: unknown): string[] | undefined {
  if (isObject(value)) return hostsOfObject(value);
  const isText = typeof value === 'string' && value.length <= longestServers;
  const parts = isText ? value.split(/[\s,;|]/) : undefined;
  const items: unknown[] | undefined = Array.isArray(value) ? value : parts;
  if (items === undefined) return undefined;
  const named = items.filter(
    (item) => item !== null && item !== '' && !(typeof item === 'string' && isIP(item) !== 0),
  );
  const hosts = named.flatMap((item) => (isText ? hostName(item) : hostNames(item)));
  const isNone = named.length === 0 && items.length > 0;
  return isNone || !hosts.every((host) => host !== undefined) ? undefined : [...new Set(hosts)];
}

/** The keys of a server's name, the surest first, since its label may be called `name`, too. */
const serverKeys = [
  ...wordSet(
    'hosts hostobj hostattr servers nameservers hostname host fqdn ldhname servername hostobject nsdname',
    'rdata nameserver server ns url name value text stringvalue node values items list nodes edges',
  ),
];

/** `{host: …}`, `{ns1: …, ns2: …}` and `{"ns1.example.af": […addresses]}` are read. */
function hostsOfObject(server: JsonObject): string[] | undefined {
  const entries = Object.entries(server).map(
    ([key, value]) => [key.toLowerCase().replace(/[^a-z\d.]/g, ''), value] as const,
  );
  const under = (key: string) => entries.find(([other]) => other === key)?.[1];
  // The name of a record is that of the domain.
  if (/^ns$/i.test(text(under('type')) ?? ''))
    return hostNames(under('value') ?? under('content') ?? under('data'));
  if (!isInForce(server)) return undefined;
  const named = serverKeys.map((key) => hostNames(under(key) ?? null));
  const keys = Object.keys(server).flatMap((key) => hostName(key) ?? []);
  return named.find((hosts) => hosts !== undefined) ?? (keys.length > 0 ? keys : undefined);
}

/** Tells what is switched off, or only asked for. */
export function isInForce(object: JsonObject): boolean {
  return Object.entries(object).every(([key, value]) =>
    /^(state|status)$/i.test(key)
      ? /^(ok|active|enabled|linked)$/i.test(text(value) ?? 'ok')
      : value !== false || !/^(enabled|managed|active|custom)$/i.test(key),
  );
}

function dayOfParts(parts: readonly unknown[]): string | undefined {
  const [year, month, dayOfMonth] = parts.map((part) => text(part)?.padStart(2, '0'));
  return readDay(`${year}-${month}-${dayOfMonth}`);
}

/** The keys of a value beside its type, as from XML, Firestore or MongoDB. */
const valueKeys = [
  ...['#text', '_', '$t', '_text', '$numberDecimal', 'stringValue', 'integerValue'],
  ...['doubleValue', 'booleanValue', 'timestampValue', 'arrayValue'],
];

/** A value without its type, or out of a list of one. */
export function bare(value: unknown): unknown {
  const isOne = Array.isArray(value) && value.length === 1 && typeof value[0] !== 'object';
  if (isOne) return value[0];
  if (!isObject(value)) return value;
  const key = valueKeys.find((one) => one in value);
  return key === undefined ? value : value[key];
}
