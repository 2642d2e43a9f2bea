/** `YYYY-MM-DD` in UTC. */
export type Day = string;

export interface Span {
  days: number;
  months: number;
}

type Groups = Record<string, string | undefined>;

const msPerDay = 86_400_000;

const timePattern = String.raw`(?:[T\s,]+(?:at\s+)?(?<time>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(?<half>[ap]m)?\s*(?<zone>(?:GMT|UTC)?[+-]\d{2}(?::?\d{2})?|Z|UTC|GMT)?(?:\s*\([\w\s]+\))?)?`;
const weekday = String.raw`(?:[a-z]{3,9},?\s+)?`;
const datePatterns = [
  String.raw`(?<year>\d{4})(?<mark>[-/.]?)(?<month>\d{2})\k<mark>(?<day>\d{2})`,
  String.raw`${weekday}(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<name>[a-z]{3,9})\.?,?[\s-]+(?<year>\d{4})`,
  String.raw`${weekday}(?<name>[a-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})`,
  String.raw`(?<first>\d{1,2})(?<mark>[-/.])(?<second>\d{1,2})\k<mark>(?<year>\d{4})`,
].map((date) => new RegExp(`^${date}${timePattern}$`, 'i'));
const monthNames =
  'january february march april may june july august september october november december'.split(
    ' ',
  );

export function dayOf(epochMs: number): Day {
  return new Date(epochMs).toISOString().slice(0, 10);
}

export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / msPerDay);
}

/** Reads `90d`, `12w`, `3m`, and `90` as days. */
export function parseSpan(text: string): Span | undefined {
  const match = /^(\d{1,4})([dwm]?)$/.exec(text.trim().toLowerCase());
  if (!match) return undefined;
  const amount = Number(match[1]);
  if (match[2] === 'm') return { days: 0, months: amount };
  return { days: match[2] === 'w' ? amount * 7 : amount, months: 0 };
}

/** Gives the last day of the month where the month is too short. */
export function addSpan(day: Day, span: Span): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + span.months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + span.months, Math.min(date, lastOfMonth) + span.days));
}

/** Undefined also for `03/04/2027`. @param zone of a time without one: `+04:30`, `Asia/Kabul` */
export function readDay(value: string | number, zone = 'UTC'): Day | undefined {
  const text = String(value).trim();
  for (const pattern of datePatterns) {
    const groups = pattern.exec(text)?.groups;
    const day = groups && dayIn(groups, zone);
    if (day !== undefined) return day;
  }
  return readEpoch(text);
}

function dayIn(groups: Groups, zone: string): Day | undefined {
  const { name, first, second } = groups;
  if (name !== undefined) {
    const month = monthNames.findIndex((known) => known.startsWith(name.toLowerCase())) + 1;
    return utcDay(groups, month, Number(groups.day), zone);
  }
  if (first === undefined) return utcDay(groups, Number(groups.month), Number(groups.day), zone);
  const [left, right] = [Number(first), Number(second)];
  if (groups.mark === '.' || left > 12) return utcDay(groups, right, left, zone);
  return right > 12 || left === right ? utcDay(groups, left, right, zone) : undefined;
}

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
  // A day without a time is the same in every zone.
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

/** Anything before the first domain or after 2200 is a sentinel, such as `9999-12-31`, or a typo. */
function dayInRange(epochMs: number): Day | undefined {
  return epochMs >= Date.UTC(1985, 0) && epochMs < Date.UTC(2200, 0) ? dayOf(epochMs) : undefined;
}

/** No place is further ahead. */
const mostOffset = 14 * 60;

function offsetMinutes(zone: string, epochMs: number): number | undefined {
  if (/^(Z|UTC|GMT)$/i.test(zone)) return 0;
  const match = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(zone);
  if (!match) return offsetMinutesOfNamed(zone, epochMs);
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  if (minutes > mostOffset || Number(match[3] ?? 0) > 59) return undefined;
  return match[1] === '-' ? -minutes : minutes;
}

function offsetMinutesOfNamed(timeZone: string, epochMs: number): number | undefined {
  if (!/^[A-Za-z_]+\/[A-Za-z_/+-]+$/.test(timeZone)) return undefined;
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    const parts = format.formatToParts(epochMs);
    return offsetMinutes(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '', epochMs);
  } catch {
    return undefined;
  }
}
