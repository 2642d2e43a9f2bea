import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventTransparency,
} from 'ical-generator';
import type { Domain } from '../api/answers.ts';
import { addSpan, daysBetween, type Span } from '../core/dates.ts';
import { sorted } from './list.ts';

const secondsPerDay = 86_400;

/**
 * A UID depends on the name only: a second import moves the events instead of doubling them.
 * @param remind spans before each renewal, for alarms
 * @param now milliseconds since 1970
 */
export function renewalCalendar(
  domains: readonly Domain[],
  remind: readonly Span[],
  now: number,
): string {
  const calendar = ical({
    name: 'Domain renewals',
    prodId: { company: 'dotaf', product: 'domains calendar' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const { domain, expiry, auto_renew } of sorted(domains)) {
    if (domain === null || expiry === null) continue;
    const renewal = auto_renew ? 'auto-renew is on' : 'auto-renew is off';
    const event = calendar.createEvent({
      id: `${domain}@dotaf`,
      summary: `${domain} expires`,
      description: auto_renew === null ? '' : renewal,
      allDay: true,
      timezone: 'UTC',
      start: new Date(expiry),
      end: new Date(addSpan(expiry, { days: 1 })),
      stamp: new Date(now),
      // Outlook shows an event as busy unless it is told in its own word.
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    });
    for (const { days = 0, months = 0 } of remind) {
      const alarm = addSpan(expiry, { days: -days, months: -months });
      event.createAlarm({
        type: ICalAlarmType.display,
        description: `${domain} expires on ${expiry}`,
        triggerBefore: daysBetween(alarm, expiry) * secondsPerDay,
      });
    }
  }
  return `${calendar.toString()}\r\n`;
}
