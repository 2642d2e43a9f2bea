import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventTransparency,
} from 'ical-generator';
import type { Context } from '../cli/context.ts';
import type { Answer } from '../cli/definition.ts';
import { addSpan, daysBetween, type Span } from '../core/dates.ts';
import type { ListedDomain } from '../kinds.ts';
import { chosenDomains, type DomainFilter, soonestFirst, sorted } from './choice.ts';

const secondsPerDay = 86_400;

interface Options extends DomainFilter {
  remind?: Span[];
}

/** The renewals of one account, or of all of them. */
export async function calendarOf(context: Context, options: Options): Promise<Answer<object>> {
  const { settings, surroundings } = context;
  const now = surroundings.clock.now();
  const read = (own: Context) => chosenDomains(own, options, true);
  if (!settings.isEveryProfile) {
    return { text: renewalCalendar(await read(context), now, options.remind) };
  }
  const { askEveryProfile, concludeAll, warnOfFailures } = await import('../cli/every-profile.ts');
  const rows = await askEveryProfile(context, async (own) => ({ list: await read(own) }));
  const domains = rows.flatMap((row) =>
    'value' in row
      ? row.value.answer.list.map((one) => ({ ...one, profile: row.value.profile }))
      : [],
  );
  await warnOfFailures(context, rows);
  const exitCode = await concludeAll(context, rows);
  return { text: renewalCalendar(sorted(domains, soonestFirst), now, options.remind), exitCode };
}

/** A UID depends on the name only: a second import moves the events instead of doubling them. */
function renewalCalendar(
  domains: readonly ListedDomain[],
  now: number,
  reminders: readonly Span[] = [],
): string {
  const calendar = ical({
    name: 'Domain renewals',
    prodId: { company: 'dotaf', product: 'domains calendar' },
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
    for (const { days, months } of reminders) {
      const first = addSpan(expiry, { days: -days, months: -months });
      event.createAlarm({
        type: ICalAlarmType.display,
        description: `${domain} expires on ${expiry}`,
        triggerBefore: daysBetween(first, expiry) * secondsPerDay,
      });
    }
  }
  return `${calendar.toString()}\r\n`;
}
