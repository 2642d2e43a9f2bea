import ical, { ICalCalendarMethod } from 'ical-generator';
import type { Domain } from '../api/types.ts';
import { addSpan } from '../core/dates.ts';

/** A UID depends on the name only: a second import moves the events instead of doubling them. */
export function renewalCalendar(domains: readonly Domain[], now: number): string {
  const calendar = ical({
    name: 'Domain renewals',
    prodId: { company: 'dotaf', product: 'domains ls' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const { domain, expiry, auto_renew } of domains) {
    if (domain === null || expiry === null) continue;
    calendar.createEvent({
      id: `${domain}@dotaf`,
      summary: `${domain} expires`,
      description: auto_renew === null ? '' : `auto-renew is ${auto_renew ? 'on' : 'off'}`,
      allDay: true,
      timezone: 'UTC',
      start: new Date(expiry),
      end: new Date(addSpan(expiry, { days: 1, months: 0 })),
      stamp: new Date(now),
    });
  }
  return `${calendar.toString()}\r\n`;
}
