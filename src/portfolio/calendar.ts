import ical, { ICalCalendarMethod } from 'ical-generator';
import { addSpan } from '../core/dates.ts';
import { type PricedDomain, renewalText } from './renewal-column.ts';

/** A UID depends on the name only: a second import moves the events instead of doubling them. */
export function renewalCalendar(domains: readonly PricedDomain[], now: number): string {
  const calendar = ical({
    name: 'Domain renewals',
    prodId: { company: 'dotaf', product: 'domains ls' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const { domain, expiry, auto_renew, renewal } of domains) {
    if (domain === null || expiry === null) continue;
    const facts = [
      auto_renew !== null && `auto-renew is ${auto_renew ? 'on' : 'off'}`,
      renewal ? renewalText(renewal) : false,
    ];
    calendar.createEvent({
      id: `${domain}@dotaf`,
      summary: `${domain} expires`,
      description: facts.filter((fact) => fact !== false).join(', '),
      allDay: true,
      timezone: 'UTC',
      start: new Date(expiry),
      end: new Date(addSpan(expiry, { days: 1, months: 0 })),
      stamp: new Date(now),
    });
  }
  return `${calendar.toString()}\r\n`;
}
