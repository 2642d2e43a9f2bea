/** A calendar day in UTC, `YYYY-MM-DD`. Days compare as text. */
export type Day = string;

const msPerDay = 86_400_000;

export function dayOf(epochMs: number): Day {
  return new Date(epochMs).toISOString().slice(0, 10);
}

/** Whole days from one day to another; negative when `to` is the earlier one. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / msPerDay);
}

/** `days`, `weeks` (as days) or calendar `months`. */
export interface Span {
  days: number;
  months: number;
}

/** Reads `90d`, `12w`, `3m`; undefined when it is none of these. */
export function parseSpan(text: string): Span | undefined {
  const match = /^(\d{1,4})([dwm])$/.exec(text.trim().toLowerCase());
  if (!match) return undefined;
  const amount = Number(match[1]);
  if (match[2] === 'm') return { days: 0, months: amount };
  return { days: match[2] === 'w' ? amount * 7 : amount, months: 0 };
}

/** The day a span after another; the last of the month where the month is too short. */
export function addSpan(day: Day, span: Span): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + span.months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + span.months, Math.min(date, lastOfMonth) + span.days));
}

/**
 * The UTC day that a service may write as an ISO, RFC 2822 or common local date, or as Unix
 * seconds or milliseconds. A time with an offset is moved to UTC; one without is taken as UTC.
 * Undefined when it is no date, or when day and month could be either (`03/04/2027`).
 */
export function readDay(value: string | number): Day | undefined {
  if (typeof value === 'number') return fromEpoch(value);
  const text = value.trim();
  if (/^-?\d{9,13}(\.\d+)?$/.test(text)) return fromEpoch(Number(text));
  for (const read of [readYearFirst, readDayFirst, readMonthFirst, readSlashed, readAspNet]) {
    const day = read(text);
    if (day !== undefined) return day;
  }
  return undefined;
}

const timePattern = String.raw`(?:[T\s,]+(?:at\s+)?(?<time>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(?<half>[ap]m)?\s*(?<zone>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?`;
const yearFirst = new RegExp(
  String.raw`^(?<year>\d{4})(?<mark>[-/.]?)(?<month>\d{2})\k<mark>(?<day>\d{2})${timePattern}$`,
  'i',
);
const weekday = String.raw`(?:[a-z]{3,9},?\s+)?`;
const dayFirst = new RegExp(
  String.raw`^${weekday}(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<name>[a-z]{3,9})\.?,?[\s-]+(?<year>\d{4})${timePattern}$`,
  'i',
);
const monthFirst = new RegExp(
  String.raw`^${weekday}(?<name>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})${timePattern}$`,
  'i',
);
const slashed = new RegExp(
  String.raw`^(?<first>\d{1,2})(?<mark>[-/.])(?<second>\d{1,2})\k<mark>(?<year>\d{4})${timePattern}$`,
  'i',
);
const monthNames = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
];

type Groups = Record<string, string | undefined>;

function readYearFirst(text: string): Day | undefined {
  const groups = yearFirst.exec(text)?.groups;
  return groups && utcDay(groups, Number(groups.month), Number(groups.day));
}

function readDayFirst(text: string): Day | undefined {
  return readNamedMonth(dayFirst.exec(text)?.groups);
}

function readMonthFirst(text: string): Day | undefined {
  return readNamedMonth(monthFirst.exec(text)?.groups);
}

function readNamedMonth(groups: Groups | undefined): Day | undefined {
  if (!groups) return undefined;
  const month = monthNames.indexOf((groups.name ?? '').slice(0, 3).toLowerCase()) + 1;
  return utcDay(groups, month, Number(groups.day));
}

function readSlashed(text: string): Day | undefined {
  const groups = slashed.exec(text)?.groups;
  if (!groups) return undefined;
  const first = Number(groups.first);
  const second = Number(groups.second);
  if (groups.mark === '.') return utcDay(groups, second, first);
  if (first > 12) return utcDay(groups, second, first);
  if (second > 12 || first === second) return utcDay(groups, first, second);
  return undefined;
}

function readAspNet(text: string): Day | undefined {
  const match = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(text);
  return match ? dayInRange(Number(match[1])) : undefined;
}

function fromEpoch(value: number): Day | undefined {
  if (!Number.isFinite(value) || value <= 0) return undefined;
  return dayInRange(value < 1e11 ? value * 1000 : value);
}

function utcDay(groups: Groups, month: number, day: number): Day | undefined {
  const year = Number(groups.year);
  const midnight = Date.UTC(year, month - 1, day);
  const date = new Date(midnight);
  const isReal = year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isReal) return undefined;
  const minutes = minutesOfDay(groups);
  return minutes === undefined
    ? undefined
    : dayInRange(midnight + (minutes - offsetMinutes(groups.zone)) * 60_000);
}

function minutesOfDay({ time, half }: Groups): number | undefined {
  if (time === undefined) return 0;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  if (hours > 24 || minutes > 59) return undefined;
  const shift = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return shift * 60 + minutes;
}

function offsetMinutes(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return match[1] === '-' ? -minutes : minutes;
}

/** A day between 1970 and 2200; anything else is a sentinel (`0000-00-00`, `9999-12-31`) or a slip. */
function dayInRange(epochMs: number): Day | undefined {
  return epochMs >= 0 && epochMs < 7_258_118_400_000 ? dayOf(epochMs) : undefined;
}
