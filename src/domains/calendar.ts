import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventTransparency,
} from 'ical-generator';
import type { Domain } from '../api/responses.ts';
import { addDuration, type Duration, daysBetween } from '../core/dates.ts';
import { sortDomains } from './list.ts';

const secondsPerDay = 86_400;

/** Event UIDs are stable, so importing a newer file updates events instead of duplicating them. */
export function createRenewalCalendar(
  domains: readonly Domain[],
  reminders: readonly Duration[],
  now: number,
) {
  const calendar = ical({
    name: 'Domain renewals',
    prodId: '//dotaf//domains calendar//EN',
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const { domain, expiry, auto_renew } of sortDomains(domains)) {
    if (domain === null || expiry === null) continue;
    const autoRenewState = auto_renew ? 'on' : 'off';
    const event = calendar.createEvent({
      id: `${domain}@dotaf`,
      // Calendar apps ignore an updated event unless its SEQUENCE increases, so derive it from the
      // expiry date, which each renewal postpones.
      sequence: daysBetween('1970-01-01', expiry),
      summary: `${domain} expires`,
      description: auto_renew === null ? '' : `auto-renew is ${autoRenewState}`,
      allDay: true,
      timezone: 'UTC',
      start: new Date(expiry),
      end: new Date(addDuration(expiry, { days: 1 })),
      stamp: new Date(now),
      // Outlook shows all-day events as busy unless Microsoft's own BUSYSTATUS property is FREE.
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    });
    for (const { days = 0, months = 0 } of reminders) {
      const alarmDay = addDuration(expiry, { days: -days, months: -months });
      event.createAlarm({
        type: ICalAlarmType.display,
        description: `${domain} expires on ${expiry}`,
        triggerBefore: daysBetween(alarmDay, expiry) * secondsPerDay,
      });
    }
  }
  return `${calendar.toString()}\r\n`;
}
