import { formatDuration, pluralize } from './text.ts';

export type IsoDate = string;

export interface Duration {
  days?: number;
  months?: number;
}

/** Inclusive range of dates; a range without `first` has no lower bound. */
interface DateRange {
  first?: IsoDate;
  last: IsoDate;
}

/** A calendar month relative to the current one: 1 is next month, -1 is the previous month. */
interface RelativeMonth {
  monthOffset: number;
}

export type TimeSpan = Duration | DateRange | RelativeMonth;

export interface RateLimit {
  requests: number;
  windowMs: number;
}

const relativeMonths = new Map([
  ['this-month', 0],
  ['next-month', 1],
  ['last-month', -1],
]);

export const relativeMonthNames: readonly string[] = [...relativeMonths.keys()];

export const msPerDay = 86_400_000;

const msPerUnit: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Matches `2026-11-21`, `2026/11/21` or `2026.11.21`, with an optional time and time zone. */
const dateTimePattern =
  /^(?<date>\d{4}[-/.]\d{2}[-/.]\d{2})(?:[T\s]+(?<hours>\d{1,2}):(?<minutes>\d{2})(?::[\d.]+)?\s*(?<zone>.*))?$/i;

export function toIsoDate(epochMs: number): IsoDate {
  return new Date(epochMs).toISOString().slice(0, 10);
}

export function daysBetween(from: IsoDate, to: IsoDate) {
  return (Date.parse(to) - Date.parse(from)) / msPerDay;
}

export function formatTime(epochMs: number) {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}

/** @returns the age of a timestamp, or `Infinity` if the timestamp is unknown or in the future */
export function getAgeMs(time: string | null, now: number) {
  const age = now - Date.parse(time ?? '');
  return age >= 0 ? age : Number.POSITIVE_INFINITY;
}

/** @returns the number of years if `to` is within a day of an anniversary of `from`, else null */
export function countYears(from: IsoDate, to: IsoDate) {
  const years = Math.round(daysBetween(from, to) / 365.25);
  const anniversary = addDuration(from, { months: 12 * years });
  return years > 0 && Math.abs(daysBetween(anniversary, to)) <= 1 ? years : null;
}

/** Parses a duration (`90d`), a month (`2026-12`, `next-month`) or an end date (`2026-12-31`). */
export function parseTimeSpan(text: string): TimeSpan | undefined {
  const monthOffset = relativeMonths.get(text.trim().toLowerCase());
  if (monthOffset !== undefined) return { monthOffset };
  const first = parseIsoDate(`${text.trim()}-01`);
  if (first !== undefined) return toMonthRange(first);
  const last = parseIsoDate(text);
  return last === undefined ? parseDuration(text) : { last };
}

export function parseDuration(text: string): Duration | undefined {
  const [, digits, unit = 'd'] = /^(\d{1,3})([dwmy])?$/.exec(text.trim().toLowerCase()) ?? [];
  if (digits === undefined) return undefined;
  const count = Number(digits);
  if (unit === 'w') return { days: 7 * count };
  if (unit === 'm') return { months: count };
  if (unit === 'y') return { months: 12 * count };
  return { days: count };
}

export function toDateRange(value: TimeSpan, today: IsoDate): DateRange {
  if ('last' in value) return value;
  if (!('monthOffset' in value)) return { last: addDuration(today, value) };
  return toMonthRange(addDuration(`${today.slice(0, 7)}-01`, { months: value.monthOffset }));
}

export function addDuration(day: IsoDate, { days = 0, months = 0 }: Duration): IsoDate {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return toIsoDate(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth) + days));
}

/** Treats numbers below 1e11 as seconds, and larger ones as milliseconds. */
export function parseUnixTimestamp(epoch: number): IsoDate | undefined {
  return toPlausibleDay(epoch < 1e11 ? epoch * 1000 : epoch);
}

/** @param defaultZone time zone (`+04:30` or `Asia/Kabul`) for times that do not specify one */
export function parseIsoDate(text: string, defaultZone = 'UTC'): IsoDate | undefined {
  const parts = dateTimePattern.exec(text.trim())?.groups;
  const day = parts?.date?.replace(/[/.]/g, '-') ?? '';
  // Reject February 30, which JavaScript would roll over to March 2.
  if (toPlausibleDay(Date.parse(day)) !== day) return undefined;
  if (parts?.hours === undefined) return day;
  const local = `${day}T${parts.hours.padStart(2, '0')}:${parts.minutes}`;
  const zone = parts.zone || defaultZone;
  // Look up the UTC offset twice: near a DST change, the first result may be an hour off.
  const estimateMs = Date.parse(`${local}${getZoneOffset(zone, Date.parse(`${local}Z`))}`);
  return toPlausibleDay(Date.parse(`${local}${getZoneOffset(zone, estimateMs)}`));
}

export function describeRateLimit({ requests, windowMs }: RateLimit) {
  const window = windowMs === 60_000 ? 'a minute' : `in ${windowMs / 1000} s`;
  return `${pluralize(requests, 'request')} ${window}`;
}

export function formatRateLimit({ requests, windowMs }: RateLimit) {
  return windowMs % 1000 === 0 ? `${requests}/${windowMs / 1000}s` : `${requests}/${windowMs}ms`;
}

export function estimateDuration(requests: number, rate: RateLimit) {
  return formatDuration(Math.ceil(((requests / rate.requests) * rate.windowMs) / 1000) * 1000);
}

/** Parses a rate limit, given as requests per time window: `60/60s`, `10/500ms` or `1000/h`. */
export function parseRateLimit(text: string): RateLimit | undefined {
  const [, count = '0', amount = '1', unit = ''] =
    /^(\d{1,9})\/(\d{1,6})?(ms|s|m|h)$/.exec(text.trim()) ?? [];
  const requests = Number(count);
  const windowMs = Number(amount) * (msPerUnit[unit] ?? 0);
  return requests > 0 && windowMs > 0 ? { requests, windowMs } : undefined;
}

export function parseYearList(text: string): number[] | undefined {
  const years = new Set<number>();
  for (const part of text.split(',')) {
    const [, first, last = first] = /^\s*([1-9]\d{0,2})(?:\s*-\s*(\d{1,3}))?\s*$/.exec(part) ?? [];
    if (first === undefined || Number(last) < Number(first)) return undefined;
    for (let year = Number(first); year <= Number(last); year += 1) years.add(year);
  }
  return [...years];
}

function toMonthRange(first: IsoDate): DateRange {
  return { first, last: addDuration(first, { days: -1, months: 1 }) };
}

/** Rejects years before 1985 and after 2199 as typos or sentinel values, such as 9999-12-31. */
function toPlausibleDay(epochMs: number): IsoDate | undefined {
  const year = new Date(epochMs).getUTCFullYear();
  return year >= 1985 && year < 2200 ? toIsoDate(epochMs) : undefined;
}

function getZoneOffset(zone: string, epochMs: number) {
  if (/^(Z|UTC|GMT)$/i.test(zone)) return 'Z';
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (hours !== undefined) return `${hours}:${minutes}`;
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    return format.format(epochMs).split('GMT')[1] || 'Z';
  } catch {
    return 'unknown';
  }
}
