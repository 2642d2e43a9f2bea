import { type IsoDate, parseIsoDate } from '../core/dates.ts';
import { toAsciiDigits } from '../core/text.ts';

const numericDate = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})$/;

/** Matches dates in the Solar Hijri calendar of Afghanistan and Iran, such as `1405/09/03`. */
const solarDate = /^(1[34]\d\d)([-/.])(\d{1,2})\2(\d{1,2})$/;

/** Matches `31 March 2027`, `31. März 2027` and `Mar 31, 2027`. */
const namedMonthDate =
  /^(?:(?<day>\d{1,2})[\s.-]+(?<month>\p{L}{3,})|(?<monthFirst>\p{L}{3,})[\s.]+(?<dayLast>\d{1,2}))[\s,.-]+(?<year>\d{4})$/u;

const monthNames =
  `january february march april may june july august september october november december
  januar februar märz april mai juni juli august september oktober november dezember`.split(/\s+/);

/**
 * Creates a parser for all dates in a file. Whether `03/04/2027` is day-first or month-first is
 * inferred from dates with a day above 12 and from dates with dots, which are day-first.
 */
export async function createFileDateParser(cells: readonly string[]) {
  const texts = cells.map(toDay);
  const dates = texts.flatMap((text) => {
    const [, first = '', separator, second = ''] = numericDate.exec(text) ?? [];
    return separator ? { first: Number(first), separator, second: Number(second) } : [];
  });
  const isDayFirst = dates.some(
    ({ first, separator, second }) => separator === '.' || (first > 12 && isDay(first, second)),
  );
  const isMonthFirst = dates.some(({ first, second }) => second > 12 && isDay(second, first));
  const isUndecided = isDayFirst === isMonthFirst;
  const solarText = texts.find((text) => solarDate.test(text));
  const convertSolarDate = solarText === undefined ? undefined : await loadSolarCalendar();
  const parse = (cell: string): IsoDate | undefined => {
    const text = toDay(cell);
    const [, solarYear, , solarMonth, solarDay] = solarDate.exec(text) ?? [];
    if (solarYear !== undefined)
      return convertSolarDate?.(Number(solarYear), Number(solarMonth), Number(solarDay));
    const [, first, , second, year] = numericDate.exec(text) ?? [];
    if (first === undefined || second === undefined) return parseIsoDate(toIsoMonth(text));
    if (isUndecided && first !== second) return undefined;
    const [day, month] = isDayFirst ? [first, second] : [second, first];
    return parseIsoDate(joinIsoDate(year, month, day));
  };
  const example = solarText && parse(solarText);
  const notes = example
    ? [`dates of the solar calendar are converted: ${solarText} is ${example}`]
    : [];
  const explain = (cell: string) =>
    isUndecided && numericDate.test(toDay(cell))
      ? 'write the dates as 2027-03-31, since 03/04 may be in March or in April'
      : 'write the dates as 2027-03-31';
  return { parse, notes, explain };
}

/** Drops the time of day instead of converting its time zone, which could change the date. */
function toDay(cell: string) {
  return toAsciiDigits(cell).replace(/[T\s,]+\d{1,2}:\d\d.*$/is, '');
}

function isDay(day: number, month: number) {
  return day <= 31 && month <= 12;
}

function toIsoMonth(text: string) {
  const groups = namedMonthDate.exec(text)?.groups ?? {};
  const { day = groups.dayLast, month: name = groups.monthFirst, year } = groups;
  if (day === undefined || name === undefined) return text;
  const index = monthNames.findIndex((month) => month.startsWith(name.toLowerCase()));
  return joinIsoDate(year, String((index % 12) + 1), day);
}

function joinIsoDate(year: string | undefined, month: string, day: string) {
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}

async function loadSolarCalendar() {
  const calendars = await import('@internationalized/date');
  const { CalendarDate, GregorianCalendar, PersianCalendar, toCalendar } = calendars;
  return (year: number, month: number, day: number): IsoDate | undefined => {
    const date = new CalendarDate(new PersianCalendar(), year, month, day);
    // `CalendarDate` clamps a nonexistent day to the last day of the month, so reject it here.
    const exists = date.month === month && date.day === day;
    return exists ? toCalendar(date, new GregorianCalendar()).toString() : undefined;
  };
}
