/** `YYYY-MM-DD` in UTC. */
export type Day = string;

export interface Span {
  days: number;
  months: number;
}

/** Without a first day everything before the last one counts, too. */
export interface DayRange {
  first?: Day;
  last: Day;
}

export type TimeSpan = Span | DayRange;

const msPerDay = 86_400_000;

const unitSizes: Record<string, number> = { w: 7, y: 12 };

const timePattern = String.raw`(?:[T\s,]+(?:at\s+)?(?<hours>\d{1,2}):(?<minutes>\d{2})(?::\d{2}(?:[.,]\d+)?)?\s*(?<half>[ap]m)?\s*(?<zone>(?:GMT|UTC)?[+-]\d{2}(?::?\d{2})?|Z|UTC|GMT)?(?:\s*\([\w\s]+\))?)?`;
const weekday = String.raw`(?:[a-z]{3,9},?\s+)?`;
const datePatterns = [
  String.raw`(?<year>\d{4})(?<mark>[-/.]?)(?<month>\d{2})\k<mark>(?<day>\d{2})`,
  String.raw`${weekday}(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<name>[a-z]{3,9})\.?,?[\s-]+(?<year>\d{4})`,
  String.raw`${weekday}(?<name>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})`,
  String.raw`(?<first>\d{1,2})(?<mark>[-/.])(?<second>\d{1,2})\k<mark>(?<year>\d{4})`,
].map((date) => new RegExp(`^${date}${timePattern}$`, 'i'));
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

export function dayOf(epochMs: number): Day {
  return new Date(epochMs).toISOString().slice(0, 10);
}

export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / msPerDay);
}

/** Reads a span, a date `2026-12-31`, or a month `2026-12`, which is from its first day on. */
export function parseTimeSpan(text: string): TimeSpan | undefined {
  const date = text.trim();
  const first = readDay(/^\d{4}-\d{2}$/.test(date) ? `${date}-01` : '');
  if (first !== undefined) return { first, last: addSpan(first, { days: -1, months: 1 }) };
  const last = readDay(/^\d{4}-\d{2}-\d{2}$/.test(date) ? date : '');
  return last === undefined ? parseSpan(text) : { last };
}

/** Reads `90d`, `12w`, `3m`, `1y`, and `90` as days. */
export function parseSpan(text: string): Span | undefined {
  const [, count, unit = 'd'] = /^(\d{1,3}|\d{4}(?!y))([dwmy])?$/i.exec(text.trim()) ?? [];
  if (count === undefined) return undefined;
  const amount = Number(count) * (unitSizes[unit.toLowerCase()] ?? 1);
  return /[my]/i.test(unit) ? { days: 0, months: amount } : { days: amount, months: 0 };
}

export function daysOf(span: TimeSpan, today: Day): DayRange {
  return 'last' in span ? span : { last: addSpan(today, span) };
}

export function addSpan(day: Day, span: Span): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + span.months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + span.months, Math.min(date, lastOfMonth) + span.days));
}

/**
 * Undefined also for `03/04/2027`, and for years that are a sentinel or a typo, such as 9999.
 * @param zone of a time without one: `+04:30`, `Asia/Kabul`
 */
export function readDay(value: string | number, zone = 'UTC'): Day | undefined {
  const text = String(value).trim();
  const epoch = Number(/^(?:\/Date\()?(\d{9,13}(?:\.\d+)?)(?:([+-]\d{4})?\)\/)?$/.exec(text)?.[1]);
  const moment = epoch < 1e11 ? epoch * 1000 : epoch || momentIn(text, zone);
  return moment >= Date.UTC(1985) && moment < Date.UTC(2200) ? dayOf(moment) : undefined;
}

function momentIn(text: string, usualZone: string): number {
  const groups = datePatterns.map((pattern) => pattern.exec(text)?.groups).find(Boolean);
  const day = groups && dayIn(groups);
  if (groups?.hours === undefined || day === undefined) return Date.parse(day ?? '');
  const { hours, minutes, half, zone = usualZone } = groups;
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : hours;
  return Date.parse(`${day}T${twoDigits(hour)}:${minutes}:00${offsetOf(zone, day)}`);
}

/** The first of two numbers is the day where only this can be, or a dot stands between them. */
function dayIn(groups: Record<string, string | undefined>): Day | undefined {
  const { year, name = '', first, second, mark } = groups;
  const isDayFirst = mark === '.' || Number(first) > 12 || first === second;
  if (first !== undefined && !isDayFirst && Number(second) <= 12) return undefined;
  const named = months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const month = groups.month ?? (isDayFirst ? second : first) ?? named;
  const date = groups.day ?? (isDayFirst ? first : second);
  const day = `${year}-${twoDigits(month)}-${twoDigits(date)}`;
  return dayOf(Date.UTC(Number(year), Number(month) - 1, Number(date))) === day ? day : undefined;
}

function twoDigits(number: string | number | undefined): string {
  return String(number).padStart(2, '0');
}

/** As ISO 8601 writes it; empty for a zone that nobody knows. */
function offsetOf(zone: string, day: Day): string {
  if (/^(Z|UTC|GMT)$/i.test(zone)) return 'Z';
  const [, hours, minutes = '00'] = /^(?:GMT|UTC)?([+-]\d{2}):?(\d{2})?$/i.exec(zone) ?? [];
  if (hours !== undefined) return `${hours}:${minutes}`;
  try {
    const options = { timeZone: zone, timeZoneName: 'longOffset' } as const;
    const parts = new Intl.DateTimeFormat('en-US', options).formatToParts(Date.parse(day));
    return offsetOf(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '', day);
  } catch {
    return 'unknown';
  }
}
