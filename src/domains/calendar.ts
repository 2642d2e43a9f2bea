import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventTransparency,
} from 'ical-generator';
import type { Context } from '../cli/context.ts';
import { addSpan, daysBetween, type Span } from '../core/dates.ts';
import { type DomainFilter, filtered } from './filter.ts';
import { needFact, readAccountDomains, sorted } from './list.ts';

const secondsPerDay = 86_400;

/** A UID depends on the name only: a second import moves the events instead of doubling them. */
export async function renewalCalendar(
  context: Context,
  { remind = [], ...filter }: DomainFilter & { remind?: Span[] },
): Promise<string> {
  const chosen = await filtered(context, await readAccountDomains(context), filter);
  await needFact(context, chosen, 'expiry', 'the calendar leaves out');
  const calendar = ical({
    name: 'Domain renewals',
    prodId: { company: 'dotaf', product: 'domains calendar' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const { domain, expiry, auto_renew } of sorted(chosen)) {
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
      stamp: new Date(context.surroundings.clock.now()),
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
