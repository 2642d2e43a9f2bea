import { listCommand } from '../../cli/command.ts';
import { formatOptions } from '../../cli/option-rules.ts';
import { choiceOption, listOption, span, spansOption, wordsOption } from '../../cli/options.ts';
import { dayOf } from '../../core/dates.ts';
import { chosenDomains } from '../../portfolio/choice.ts';
import { domainColumns } from '../../portfolio/columns.ts';
import { addDomainComparison, comparisonNeeds } from '../../portfolio/compare-options.ts';
import { statusList } from '../../portfolio/filter.ts';
import { derivedFields, domainFields } from '../../portfolio/list.ts';
import { parseSearch, parseSort, soonestFirst, sorted } from '../../portfolio/order.ts';
import { asksForRenewals, renewalColumn } from '../../portfolio/renewal-column.ts';
import { expirySummary } from '../../portfolio/summary.ts';

/** These choose and lay out domains, and say nothing about differences. */
const listOptions = [
  ...['--status', '--expiring', '--auto-renew', '--search', '--sort'],
  ...['--columns', '--names', '--ics', '--prices', '--remind'],
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
          '--expiring <time>',
          'expired, or expiring within 30 (days), 12w or 3m',
          span('--expiring'),
        )
        .addOption(choiceOption('--auto-renew <state>', 'filter by auto-renew', ['on', 'off']))
        .option('--search <text>', 'filter by part of the name, or by *.com.af', parseSearch)
        .option('--sort <field>', 'sort by column; -expiry reverses (default: expiry)', parseSort)
        .addOption(wordsOption('--columns <list>', 'columns of the table (comma-separated)'))
        .option('--names', 'print names only, one per line')
        .option('--ics', 'print a calendar, one event per renewal')
        .option('--prices', 'add the price of each renewal')
        .addOption(
          spansOption('--remind <times>', 'add alarms before each renewal, such as 30d,7d'),
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
    '--only': ['--against'],
    '--prices': ['--ics'],
    '--remind': ['--ics'],
  },
  fields: domainFields,
  moreFields: derivedFields,
  chosenColumns: ({ columns }) => columns,

  async instead({ changes, against }) {
    if (changes) return (await import('../../portfolio/changes.ts')).changesAnswer;
    if (against === undefined) return undefined;
    return (await import('../../portfolio/against.ts')).againstAnswer;
  },
  async run(context, options) {
    const domains = await chosenDomains(context, options);
    if (!asksForRenewals({ ...context.options, ...options })) return domains;
    const { withRenewals } = await import('../../portfolio/renewal-prices.ts');
    return withRenewals(context, domains);
  },
  async asText({ surroundings }, { names, ics, remind }, domains) {
    if (names) return domains.map(({ domain }) => (domain === null ? '' : `${domain}\n`)).join('');
    if (!ics) return undefined;
    const { renewalCalendar } = await import('../../portfolio/calendar.ts');
    return renewalCalendar(domains, surroundings.clock.now(), remind);
  },

  view({ surroundings, output, options: { fields } }, { columns }) {
    const today = dayOf(surroundings.clock.now());
    const usual = domainColumns(today, output.isTerminal);
    return {
      columns: asksForRenewals({ columns, fields }) ? [...usual, renewalColumn] : usual,
      empty: 'no domain matches',
      async below(domains) {
        const { expiryStrip } = await import('../../portfolio/expiry-strip.ts');
        return [expiryStrip(domains, today)];
      },
      summary: (domains) => expirySummary(domains, today),
    };
  },
  everyProfile: {
    key: 'domains',
    order: (domains, { sort = soonestFirst }) => sorted(domains, sort),
  },
});
