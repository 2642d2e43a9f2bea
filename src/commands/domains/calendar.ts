import { command } from '../../cli/command.ts';
import { spansOption } from '../../cli/options.ts';
import { addFilters } from '../../domains/choice.ts';

const otherFormats = 'a calendar has one format; for a script: dotaf domains ls --json';

export const domainsCalendar = command({
  summary: 'Print a calendar (iCalendar), one all-day event per renewal',
  declare: (bare) =>
    addFilters(bare).addOption(
      spansOption('--remind <spans>', 'add alarms before each renewal, such as 30d,7d'),
    ),
  refuses: {
    ...{ '--json': otherFormats, '--jq': otherFormats },
    ...{ '--csv': otherFormats, '--fields': otherFormats },
  },

  async run(context, options) {
    const { calendarOf } = await import('../../domains/calendar.ts');
    return calendarOf(context, options);
  },
});
