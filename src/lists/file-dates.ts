import { type IsoDate, parseIsoDate } from '../core/dates.ts';
import { toAsciiDigits } from '../core/text.ts';

const numericDate = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})$/;

/** Matches a year that only the solar calendar of Afghanistan and Iran is in now. */
const solarDate = /^(1[34]\d\d)([-/.])(\d{1,2})\2(\d{1,2})$/;

const namedMonthDate =
  /^(?:(?<day>\d{1,2})[\s.-]+(?<month>\p{L}{3,})|(?<monthFirst>\p{L}{3,})[\s.]+(?<dayLast>\d{1,2}))[\s,.-]+(?<year>\d{4})$/u;

/**
 * Creates a parser for the date columns of a file. Since `03/04/2027` is ambiguous, a day above 12
 * in any of `cells` decides whether all dates are day-first or month-first.
 */
export async function createFileDateParser(cells: readonly string[]) {
  const texts = cells.map(toDay);
  const dates = texts.flatMap((text) => {
    const [, first = '', separator, second = ''] = numericDate.exec(text) ?? [];
    return separator ? { first: Number(first), separator, second: Number(second) } : [];
  });
  // Dates written with dots, such as 03.04.2027, are always day-first.
  const isDayFirst = dates.some(
    ({ first, separator, second }) => separator === '.' || (first > 12 && isDay(first, second)),
  );
  const isMonthFirst = dates.some(({ first, second }) => second > 12 && isDay(second, first));
  const solarText = texts.find((text) => solarDate.test(text));
  const convertSolarDate = solarText === undefined ? undefined : await loadSolarCalendar();
  const parse = (cell: string): IsoDate | undefined => {
    const text = toDay(cell);
    const [, solarYear, , solarMonth, solarDay] = solarDate.exec(text) ?? [];
    if (solarYear !== undefined)
      return convertSolarDate?.(Number(solarYear), Number(solarMonth), Number(solarDay));
    const [date = '', first = '', , second = '', year] = numericDate.exec(text) ?? [];
    if (date === '') return parseIsoDate(toIsoMonth(text));
    if (isDayFirst === isMonthFirst && first !== second) return undefined;
    const [day, month] = isDayFirst ? [first, second] : [second, first];
    return parseIsoDate(joinIsoDate(year, month, day));
  };
  const example = solarText && parse(solarText);
  const notes = example
    ? [`dates of the solar calendar are converted: ${solarText} is ${example}`]
    : [];
  const isUndecided = isDayFirst === isMonthFirst;
  const explain = (cell: string) =>
    isUndecided && numericDate.test(toDay(cell))
      ? 'write the dates as 2027-03-31, since 03/04 may be in March or in April'
      : 'write the dates as 2027-03-31';
  return { parse, notes, explain };
}

/** Drops the time, so that a date keeps its own day in whatever time zone it was written. */
function toDay(cell: string) {
  return toAsciiDigits(cell).replace(/[T\s,]+\d{1,2}:\d\d.*$/is, '');
}

function isDay(day: number, month: number) {
  return day <= 31 && month <= 12;
}

/** Rewrites a date with an English or German month name, such as `1. März 2027`. */
function toIsoMonth(text: string) {
  const groups = namedMonthDate.exec(text)?.groups ?? {};
  const { day = groups.dayLast, month: name = groups.monthFirst, year } = groups;
  if (day === undefined || name === undefined) return text;
  const month = findMonth(name);
  return month > 0 ? joinIsoDate(year, String(month), day) : text;
}

/** @returns the number of the month that the name, or its first letters, stand for, or 0 */
function findMonth(name: string) {
  for (const locale of ['en', 'de']) {
    const { format } = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    for (let month = 1; month <= 12; month += 1) {
      const fullName = format(Date.UTC(2000, month - 1)).toLowerCase();
      if (fullName.startsWith(name.toLowerCase())) return month;
    }
  }
  return 0;
}

function joinIsoDate(year: string | undefined, month: string, day: string) {
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}

/** Loads the calendars only for a file that needs them. */
async function loadSolarCalendar() {
  const calendars = await import('@internationalized/date');
  const { CalendarDate, GregorianCalendar, PersianCalendar, toCalendar } = calendars;
  /** @returns undefined if the solar calendar has no such day */
  return (year: number, month: number, day: number): IsoDate | undefined => {
    const date = new CalendarDate(new PersianCalendar(), year, month, day);
    // The library clamps a nonexistent day to the last day of its month.
    const exists = date.month === month && date.day === day;
    return exists ? toCalendar(date, new GregorianCalendar()).toString() : undefined;
  };
}
