import { listCommand } from '../../cli/command.ts';
import { formatOptions } from '../../cli/option-rules.ts';
import { choiceOption, span } from '../../cli/options.ts';
import { dayOf } from '../../core/dates.ts';
import { chooseColumns } from '../../output/views.ts';
import { chosenDomains } from '../../portfolio/choice.ts';
import { domainColumns } from '../../portfolio/columns.ts';
import { comparisonNeeds, mapOption, sinceOption } from '../../portfolio/compare-options.ts';
import { domainFields } from '../../portfolio/list.ts';

/** These choose and lay out domains, and say nothing about differences. */
const listOptions = [
  ...['--status', '--expiring', '--auto-renew', '--sort'],
  ...['--columns', '--names', '--ics'],
];

export const domainsLs = listCommand({
  summary: "List the account's domains, the soonest expiry first",
  declare: (command) =>
    command
      .option('--status <status>', 'these alone')
      .option('--expiring <time>', 'expired, or expiring within 90d, 12w or 3m', span('--expiring'))
      .addOption(choiceOption('--auto-renew <state>', 'these alone', ['on', 'off']))
      .addOption(choiceOption('--sort <column>', 'order by it (default: expiry)', domainFields))
      .option('--columns <list>', 'the columns of the table, with commas between')
      .option('--names', 'print the names alone, one a line')
      .option('--ics', 'print a calendar, one event a renewal')
      .option('--changes', 'what differs from the last look')
      .option('--against <file>', 'what this account and a CSV file (- for stdin) disagree on')
      .addOption(sinceOption())
      .addOption(mapOption())
      .addOption(choiceOption('--only <kind>', 'these differences alone', ['missing', 'differs']))
      .addOption(choiceOption('--expect <state>', 'exit with 1 unless nothing differs', ['none'])),
  excludes: {
    '--names': ['--ics', '--columns', ...formatOptions],
    '--ics': ['--columns', ...formatOptions],
    '--columns': formatOptions,
    '--changes': ['--against', ...listOptions],
    '--against': listOptions,
  },
  needs: { ...comparisonNeeds, '--only': ['--against'] },
  examples: [
    'dotaf domains ls --expiring 30d',
    'dotaf domains ls --auto-renew off --names | xargs dotaf domains show',
    'dotaf domains ls --changes --expect none',
  ],
  fields: domainFields,

  async instead({ changes, against }) {
    if (changes) return (await import('../../portfolio/changes.ts')).changesAnswer;
    if (against === undefined) return undefined;
    return (await import('../../portfolio/against.ts')).againstAnswer;
  },
  run: (context, options) => chosenDomains(context, options),
  async asText({ surroundings }, { names, ics }, domains) {
    if (names) return domains.map(({ domain }) => (domain === null ? '' : `${domain}\n`)).join('');
    if (!ics) return undefined;
    const { renewalCalendar } = await import('../../portfolio/calendar.ts');
    return renewalCalendar(domains, surroundings.clock.now());
  },

  view: ({ surroundings }, { columns }) => ({
    columns: chooseColumns(columns, domainColumns(dayOf(surroundings.clock.now()))),
    empty: 'no domain matches',
  }),
});
