import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { addSpan, type Day, daysBetween, type Span } from '../core/dates.ts';
import type { ListedDomain } from './list.ts';

const secondsPerDay = 86_400;

/**
 * A UID depends on the name only: a second import moves the events instead of doubling them.
 *
 * @param reminders how long before an expiry an alarm goes off
 */
export function renewalCalendar(
  domains: readonly ListedDomain[],
  now: number,
  reminders: readonly Span[] = [],
): string {
  const calendar = ical({
    name: 'Domain renewals',
    prodId: { company: 'dotaf', product: 'domains ls' },
    method: ICalCalendarMethod.PUBLISH,
  });
  const used = new Set<string>();
  for (const { domain, expiry, auto_renew, profile } of domains) {
    if (domain === null || expiry === null) continue;
    // While a name moves from one account to another, both may list it.
    const id = used.has(domain) ? `${domain}@${profile}.dotaf` : `${domain}@dotaf`;
    used.add(domain);
    const facts = [
      auto_renew !== null && `auto-renew is ${auto_renew ? 'on' : 'off'}`,
      profile !== undefined && `account: ${profile}`,
    ];
    const event = calendar.createEvent({
      id,
      summary: `${domain} expires`,
      description: facts.filter((fact) => fact !== false).join(', '),
      allDay: true,
      timezone: 'UTC',
      start: new Date(expiry),
      end: new Date(addSpan(expiry, { days: 1, months: 0 })),
      stamp: new Date(now),
      // Outlook shows an event as busy unless it is told in its own word.
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    });
    for (const span of reminders) {
      event.createAlarm({
        type: ICalAlarmType.display,
        description: `${domain} expires on ${expiry}`,
        triggerBefore: daysBefore(expiry, span) * secondsPerDay,
      });
    }
  }
  return `${calendar.toString()}\r\n`;
}

function daysBefore(expiry: Day, { days, months }: Span): number {
  return daysBetween(addSpan(expiry, { days: -days, months: -months }), expiry);
}
