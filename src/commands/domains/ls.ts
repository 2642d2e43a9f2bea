import { listCommand } from '../../cli/command.ts';
import { formatOptions } from '../../cli/option-rules.ts';
import { choiceOption, listOption, spansOption, timeSpan, wordsOption } from '../../cli/options.ts';
import { addDomainComparison, comparisonNeeds } from '../../compare/compare-options.ts';
import { dayOf } from '../../core/dates.ts';
import { chosenDomains } from '../../domains/choice.ts';
import { domainColumns, expirySummary } from '../../domains/columns.ts';
import { statusList } from '../../domains/filter.ts';
import { derivedFields, domainFields } from '../../domains/list.ts';
import { parseSort, soonestFirst, sorted } from '../../domains/order.ts';

/** These choose and lay out domains, and say nothing about differences. */
const listOptions = [
  ...['--status', '--expiring', '--auto-renew', '--sort'],
  ...['--columns', '--names', '--ics', '--remind'],
];

export const domainsLs = listCommand({
  alias: 'list',
  summary: "List the account's domains, the soonest expiry first",
  declare: (command) =>
    addDomainComparison(
      command
        .addOption(
          listOption('--status <status>', 'filter by status (comma-separated)', statusList),
        )
        .option(
          '--expiring <span>',
          'expired or expiring by then: 30d, 12w, 3m, 1y, 2026-12-31, or in the month 2026-12',
          timeSpan('--expiring'),
        )
        .addOption(choiceOption('--auto-renew <state>', 'filter by auto-renew', ['on', 'off']))
        .option('--sort <field>', 'sort by column; -expiry reverses (default: expiry)', parseSort)
        .addOption(wordsOption('--columns <list>', 'columns of the table (comma-separated)'))
        .option('--names', 'print names only, one per line')
        .option('--ics', 'print a calendar, one event per renewal')
        .addOption(
          spansOption('--remind <spans>', 'add alarms before each renewal, such as 30d,7d'),
        ),
    ),
  excludes: {
    '--names': ['--ics', '--columns', ...formatOptions],
    '--ics': ['--columns', ...formatOptions],
    '--columns': formatOptions,
    '--changes': ['--against', ...listOptions],
    '--against': listOptions,
  },
  needs: {
    ...comparisonNeeds,
    '--remind': ['--ics'],
  },
  fields: domainFields,
  moreFields: derivedFields,
  chosenColumns: ({ columns }) => columns,

  async instead({ changes, against }) {
    if (changes) return (await import('../../domains/changes.ts')).changesAnswer;
    if (against === undefined) return undefined;
    return (await import('../../domains/against.ts')).againstAnswer;
  },
  run: chosenDomains,
  async asText({ surroundings }, { names, ics, remind }, domains) {
    if (names) return domains.map(({ domain }) => (domain === null ? '' : `${domain}\n`)).join('');
    if (!ics) return undefined;
    const { renewalCalendar } = await import('../../domains/calendar.ts');
    return renewalCalendar(domains, surroundings.clock.now(), remind);
  },

  view({ surroundings, output }) {
    const today = dayOf(surroundings.clock.now());
    return {
      columns: domainColumns(today, output.isTerminal),
      empty: 'no domain matches',
      summary: (domains) => expirySummary(domains, today),
    };
  },
  everyProfile: {
    key: 'domains',
    order: (domains, { sort = soonestFirst }) => sorted(domains, sort),
  },
});
