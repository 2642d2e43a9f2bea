import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventTransparency,
} from 'ical-generator';
import type { Context } from '../cli/context.ts';
import { addSpan, daysBetween, type Span } from '../core/dates.ts';
import { filtered } from './filter.ts';
import { AccountDomains, sorted } from './list.ts';
import type { DomainFilter } from './options.ts';

const secondsPerDay = 86_400;

/** A UID depends on the name only: a second import moves the events instead of doubling them. */
export async function renewalCalendar(
  context: Context,
  { remind = [], ...filter }: DomainFilter & { remind?: Span[] },
): Promise<string> {
  const list = await AccountDomains.read(context);
  const chosen = await filtered(context, list, filter, 'domains calendar');
  await list.need('expiry', 'domains calendar', 'the calendar leaves out', chosen);
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
      end: new Date(addSpan(expiry, { days: 1, months: 0 })),
      stamp: new Date(context.surroundings.clock.now()),
      // Outlook shows an event as busy unless it is told in its own word.
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    });
    const alarms = remind.map(({ days, months }) =>
      daysBetween(addSpan(expiry, { days: -days, months: -months }), expiry),
    );
    for (const days of new Set(alarms)) {
      event.createAlarm({
        type: ICalAlarmType.display,
        description: `${domain} expires on ${expiry}`,
        triggerBefore: days * secondsPerDay,
      });
    }
  }
  return `${calendar.toString()}\r\n`;
}
