/** `YYYY-MM-DD` in UTC. */
export type Day = string;

export interface Duration {
  days?: number;
  months?: number;
}

/** A range without a first day holds all days up to the last one. */
interface DayRange {
  first?: Day;
  last: Day;
}

export type DurationOrRange = Duration | DayRange;

const msPerDay = 86_400_000;

/** Years outside of these are a sentinel or a typo, such as 9999. */
const minEpochMs = Date.UTC(1985);
const maxEpochMs = Date.UTC(2200);

/** The parts of the date may be parted by any sign of dates, since the year is first. */
const dateTimePattern =
  /^(?<date>\d{4}[-/.]\d{2}[-/.]\d{2})(?:[T\s]+(?<hours>\d{1,2}):(?<minutes>\d{2})(?::[\d.]+)?\s*(?<zone>.*))?$/i;

export function toDay(epochMs: number): Day {
  return new Date(epochMs).toISOString().slice(0, 10);
}

export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / msPerDay);
}

/** Reads a span, a date `2026-12-31`, or a month `2026-12` from its first day on. */
export function parseDurationOrRange(text: string): DurationOrRange | undefined {
  const trimmed = text.trim();
  const first = parseDay(`${trimmed}-01`);
  if (first !== undefined) {
    return { first, last: addDuration(first, { days: -1, months: 1 }) };
  }
  const last = parseDay(trimmed);
  return last === undefined ? parseDuration(trimmed) : { last };
}

/** Reads `90d`, `12w`, `3m`, `1y`, and `90` as days. */
export function parseDuration(text: string): Duration | undefined {
  const [, digits, unit = 'd'] = /^(\d{1,3})([dwmy])?$/.exec(text.trim().toLowerCase()) ?? [];
  if (digits === undefined) return undefined;
  const count = Number(digits);
  if (unit === 'w') return { days: 7 * count };
  if (unit === 'm') return { months: count };
  if (unit === 'y') return { months: 12 * count };
  return { days: count };
}

export function toDayRange(value: DurationOrRange, today: Day): DayRange {
  return 'last' in value ? value : { last: addDuration(today, value) };
}

export function addDuration(day: Day, { days = 0, months = 0 }: Duration): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const dateInMonth = Math.min(date, lastOfMonth);
  return toDay(Date.UTC(year, month - 1 + months, dateInMonth + days));
}

/** @param epoch seconds or milliseconds since 1970 */
export function parseEpochDay(epoch: number): Day | undefined {
  const isInSeconds = epoch < 1e11;
  return toPlausibleDay(isInSeconds ? epoch * 1000 : epoch);
}

/** The year is first. @param defaultZone of a time that names none: `+04:30`, `Asia/Kabul` */
export function parseDay(text: string, defaultZone = 'UTC'): Day | undefined {
  const parts = dateTimePattern.exec(text.trim())?.groups;
  const day = parts?.date?.replace(/[/.]/g, '-') ?? '';
  // JavaScript takes February 30 for March 2.
  if (toPlausibleDay(Date.parse(day)) !== day) return undefined;
  if (parts?.hours === undefined) return day;
  const local = `${day}T${parts.hours.padStart(2, '0')}:${parts.minutes}`;
  const zone = parts.zone || defaultZone;
  // On a day on which the clock changes, the offset of midnight may not be that of the time.
  const estimateMs = Date.parse(`${local}${getZoneOffset(zone, Date.parse(`${local}Z`))}`);
  return toPlausibleDay(Date.parse(`${local}${getZoneOffset(zone, estimateMs)}`));
}

function toPlausibleDay(epochMs: number): Day | undefined {
  return epochMs >= minEpochMs && epochMs < maxEpochMs ? toDay(epochMs) : undefined;
}

function getZoneOffset(zone: string, epochMs: number): string {
  if (/^(Z|UTC|GMT)$/i.test(zone)) return 'Z';
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (hours !== undefined) {
    return `${hours}:${minutes}`;
  }
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    return format.format(epochMs).split('GMT')[1] || 'Z';
  } catch {
    return 'unknown';
  }
}
