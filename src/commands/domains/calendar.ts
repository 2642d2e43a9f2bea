import { defineCommand } from '../../cli/command.ts';
import { listOption, parseCommaSeparated } from '../../cli/options.ts';
import { parseDuration } from '../../core/dates.ts';
import { readAccount } from '../../domains/account.ts';
import { filterDomains } from '../../domains/filter.ts';
import { requireAttribute } from '../../domains/list.ts';
import { createAccountSource, loadDomainsFile } from '../shared/domain-source.ts';
import { addDomainFilterOptions } from '../shared/shared-options.ts';

export const domainsCalendarCommand = defineCommand({
  summary: 'Print a calendar (iCalendar), one all-day event per renewal',
  defineOptions: (cmd) =>
    addDomainFilterOptions(cmd).addOption(
      listOption(
        '--remind <spans>',
        'add alarms before each renewal, such as 30d,7d',
        (text) => parseCommaSeparated(text, parseDuration),
        'comma-separated time spans without dates, such as 30d,2w',
      ),
    ),
  outputKind: 'text',
  rejectsCron: true,

  async run(context, { remind = [], ...filter }) {
    const { createRenewalCalendar } = await import('../../domains/calendar.ts');
    const { today, system } = context;
    const source = await createAccountSource(context, filter);
    const domainsFile =
      filter.match === undefined ? undefined : await loadDomainsFile(context, filter);
    const { domains } = await readAccount(source, { domainsFile });
    const matches = filterDomains(domains, filter, today, source, domainsFile);
    requireAttribute(matches, 'expiry', 'the calendar leaves out', source);
    return { text: createRenewalCalendar(matches, remind, system.clock.now()) };
  },

  description: 'Importing again updates the events and makes no copies.',
  examples: {
    'dotaf domains calendar > renewals.ics': 'a file for your calendar',
    'dotaf domains calendar --remind 14d > renewals.ics': 'with an alarm two weeks before each',
  },
});
