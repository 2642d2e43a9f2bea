import { offsetMinutes } from './time-zone.ts';

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
 * seconds or milliseconds. A time with an offset is moved to UTC; one without is taken to be in
 * `zone`. Undefined when it is no date, or when day and month could be either (`03/04/2027`).
 *
 * @param zone an offset or the name of a time zone, such as `+04:30` or `Asia/Kabul`
 */
export function readDay(value: string | number, zone = 'UTC'): Day | undefined {
  const text = String(value).trim();
  for (const read of [readYearFirst, readDayFirst, readMonthFirst, readSlashed]) {
    const day = read(text, zone);
    if (day !== undefined) return day;
  }
  return readEpoch(text);
}

const timePattern = String.raw`(?:[T\s,]+(?:at\s+)?(?<time>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(?<half>[ap]m)?\s*(?<zone>(?:GMT|UTC)?[+-]\d{2}(?::?\d{2})?|Z|UTC|GMT)?(?:\s*\([\w\s]+\))?)?`;
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
const monthNames =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

type Groups = Record<string, string | undefined>;

function readYearFirst(text: string, zone: string): Day | undefined {
  const groups = yearFirst.exec(text)?.groups;
  return groups && utcDay(groups, Number(groups.month), Number(groups.day), zone);
}

function readDayFirst(text: string, zone: string): Day | undefined {
  return readNamedMonth(dayFirst.exec(text)?.groups, zone);
}

function readMonthFirst(text: string, zone: string): Day | undefined {
  return readNamedMonth(monthFirst.exec(text)?.groups, zone);
}

function readNamedMonth(groups: Groups | undefined, zone: string): Day | undefined {
  if (!groups) return undefined;
  const name = (groups.name ?? '').toLowerCase();
  const month = monthNames.findIndex((known) => known.startsWith(name)) + 1;
  return utcDay(groups, month, Number(groups.day), zone);
}

function readSlashed(text: string, zone: string): Day | undefined {
  const groups = slashed.exec(text)?.groups;
  if (!groups) return undefined;
  const first = Number(groups.first);
  const second = Number(groups.second);
  if (groups.mark === '.' || first > 12) return utcDay(groups, second, first, zone);
  if (second > 12 || first === second) return utcDay(groups, first, second, zone);
  return undefined;
}

/** Unix seconds or milliseconds, also as ASP.NET writes them. */
function readEpoch(text: string): Day | undefined {
  const digits = /^\/Date\((\d+)(?:[+-]\d{4})?\)\/$/.exec(text)?.[1] ?? text;
  if (!/^\d{9,13}(\.\d+)?$/.test(digits)) return undefined;
  const value = Number(digits);
  return dayInRange(value < 1e11 ? value * 1000 : value);
}

function utcDay(groups: Groups, month: number, day: number, zone: string): Day | undefined {
  const midnight = Date.UTC(Number(groups.year), month - 1, day);
  const date = new Date(midnight);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  // A day without a time is that day, wherever it was written.
  if (groups.time === undefined) return dayInRange(midnight);
  const minutes = minutesOfDay(groups.time, groups.half);
  if (minutes === undefined) return undefined;
  const local = midnight + minutes * 60_000;
  const offset = offsetMinutes(groups.zone ?? zone, local);
  return offset === undefined ? undefined : dayInRange(local - offset * 60_000);
}

function minutesOfDay(time: string, half: string | undefined): number | undefined {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  if (hours > 24 || minutes > 59) return undefined;
  const shift = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return shift * 60 + minutes;
}

/**
 * A day between the first domain there was and 2200; anything else is a sentinel (`0000-00-00`,
 * `1970-01-01`, `9999-12-31`) or a slip.
 */
function dayInRange(epochMs: number): Day | undefined {
  return epochMs >= Date.UTC(1985, 0) && epochMs < Date.UTC(2200, 0) ? dayOf(epochMs) : undefined;
}
