import { command } from '../cli/command.ts';
import { addPreferences, everyPart, listOption, ValueArgument } from '../cli/options.ts';
import { expectNoneOption, mapDomainOption, mapOption, markOption } from '../compare/options.ts';
import { parseSpan } from '../core/dates.ts';
import { addFilters, expirySummary, listedDomains, sortOption } from '../domains/filter.ts';
import { differenceKind, domainDetailsKind, domainKind } from '../kinds.ts';

const ls = command({
  alias: 'list',
  summary: "List the account's domains, the soonest expiry first",
  declare: (bare) =>
    addFilters(bare).addOption(sortOption()).option('--names', 'print names only, one per line'),
  shape: 'list',
  kind: () => domainKind,

  async run(context, options) {
    const list = await listedDomains(context, options);
    if (list.length === 0) return { list, remark: 'no domain matches' };
    if (!context.output.isTerminal) return { list };
    const isFiltered = options.expiring !== undefined;
    return { list, remark: expirySummary(list, context.today, isFiltered) };
  },

  description:
    'The service lists at most 100 domains; dotaf says when the list may be cut, and warns when a filter needs data that the service does not provide.',
  examples: [
    ['dotaf domains ls --expiring 30 --auto-renew off', 'what lapses soon unless you act'],
  ],
});

const show = command({
  summary: 'Show status, expiry, registration date, auto-renew and nameservers',
  declare: (bare) =>
    bare
      .addArgument(
        new ValueArgument('[domains...]', 'your domains; also read from a pipe', 'domains'),
      )
      .addOption(mapDomainOption()),
  shape: 'rows',
  kind: () => domainDetailsKind,
  isInBlocks: true,

  async run(context, { map }, typed) {
    const { askDetails } = await import('../domains/details.ts');
    return askDetails(context, typed, map);
  },

  description: 'Each domain is one request.',
  examples: [['dotaf domains ls --names | dotaf domains show --csv', 'for a spreadsheet']],
});

const changes = command({
  summary: "Show changes to the account's domains since the last run",
  declare: (bare) =>
    addPreferences(bare, 'domains-file')
      .addOption(markOption())
      .option('--again', 'print the changes that were found last once more')
      .addOption(expectNoneOption()),
  shape: 'list',
  kind: () => differenceKind,

  async run(context, options) {
    const { domainChanges } = await import('../domains/changes.ts');
    return domainChanges(context, options);
  },

  description:
    'Each run remembers the list for the next; the first one shows nothing. A cron job with its own --mark is not affected by other runs; dotaf alone takes --mark, too.',
  examples: [
    ['dotaf domains changes --expect none', 'exit 1 if anything has changed'],
    ['dotaf domains changes --again', 'the last changes once more, without asking'],
  ],
});

const compareList = command({
  summary: "Compare the account's domains with a CSV file",
  declare: (bare) =>
    addPreferences(bare, 'domains-file')
      .addArgument(new ValueArgument('<file>', 'CSV, or names, one per line; - is stdin', 'files'))
      .addOption(mapOption())
      .addOption(expectNoneOption()),
  shape: 'list',
  kind: () => differenceKind,

  async run(context, { map }, file) {
    const { compareDomains } = await import('../domains/compare.ts');
    return compareDomains(context, file, map);
  },

  description:
    'The file needs a column domain, or only names. dotaf says which columns it did not compare.',
  examples: [
    ['dotaf domains compare list.csv --expect none', 'exit 1 if anything differs'],
    ['dotaf domains compare list.csv --map Due=expiry', 'a heading that dotaf does not know'],
  ],
});

const calendar = command({
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
    const { renewalCalendar } = await import('../domains/calendar.ts');
    return { text: await renewalCalendar(context, options) };
  },

  description: 'Importing again updates the events and makes no copies.',
  examples: [
    ['dotaf domains calendar --remind 14d > renewals.ics', 'with an alarm two weeks before each'],
  ],
});

export const domains = {
  summary: "The account's domains (ls, show, changes, compare, calendar)",
  description: 'Register, renew and transfer domains in the reseller portal.',
  commands: { ls, show, changes, compare: compareList, calendar },
};
