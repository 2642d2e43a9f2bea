import {
  CalendarDate,
  GregorianCalendar,
  PersianCalendar,
  toCalendar,
} from '@internationalized/date';
import type { IsoDate } from '../core/dates.ts';

/** @returns undefined if the solar calendar has no such day */
export function convertSolarHijriDate(
  year: number,
  month: number,
  day: number,
): IsoDate | undefined {
  const date = new CalendarDate(new PersianCalendar(), year, month, day);
  // The library clamps a nonexistent day to the last day of its month.
  const exists = date.month === month && date.day === day;
  return exists ? toCalendar(date, new GregorianCalendar()).toString() : undefined;
}
