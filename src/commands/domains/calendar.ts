import { command } from '../../cli/command.ts';
import { everyPart, listOption } from '../../cli/options.ts';
import { parseSpan } from '../../core/dates.ts';
import { addFilters } from '../../domains/filter.ts';

export const domainsCalendar = command({
  summary: 'Print a calendar (iCalendar), one all-day event per renewal',
  declare: (bare) =>
    addFilters(bare).addOption(
      listOption(
        '--remind <spans>',
        'add alarms before each renewal, such as 30d,7d',
        (text) => everyPart(text, parseSpan),
        'comma-separated time spans without dates, such as 30d,2w',
      ),
    ),
  shape: 'text',

  async run(context, options) {
    const { renewalCalendar } = await import('../../domains/calendar.ts');
    return { text: await renewalCalendar(context, options) };
  },

  description: 'Importing again updates the events and makes no copies.',
  examples: [
    ['dotaf domains calendar --remind 14d > renewals.ics', 'with an alarm two weeks before each'],
  ],
});
