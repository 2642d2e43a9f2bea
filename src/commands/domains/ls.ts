import type { Domain } from '../../api/types.ts';
import { listCommand } from '../../cli/command.ts';
import { choiceOption, excluding, needs, refuseFormats, span } from '../../cli/options.ts';
import { type Day, dayOf, daysBetween } from '../../core/dates.ts';
import { extraCell, flagCell, nothing, textCell, urgency } from '../../output/cells.ts';
import { chooseColumns, type ListView } from '../../output/views.ts';
import { type DomainFilter, filtered, otherStatuses, sorted } from '../../portfolio/filter.ts';
import { type DomainField, domainFields, listedDomains } from '../../portfolio/list.ts';

interface Options extends DomainFilter {
  sort: DomainField;
  columns?: string;
  names?: true;
  ics?: true;
  expect?: 'none';
}

/** They choose and lay out domains, and say nothing about differences. */
const listOptions = ['status', 'expiring', 'autoRenew', 'sort', 'columns', 'names', 'ics'];

export const domainsLs = listCommand<Options, Domain>({
  summary: "List the account's domains, the soonest expiry first",
  options: (command) =>
    command
      .option('--status <status>', 'these alone')
      .option('--expiring <time>', 'expired, or expiring within 90d, 12w or 3m', span('--expiring'))
      .addOption(choiceOption('--auto-renew <state>', 'these alone', ['on', 'off']))
      .addOption(choiceOption('--sort <column>', 'order by this column', domainFields, 'expiry'))
      .option('--columns <list>', 'the columns of the table, with commas between')
      .addOption(excluding('--names', 'print the names alone, one a line', ['ics', 'columns']))
      .addOption(excluding('--ics', 'print a calendar, one event a renewal', ['columns']))
      .addOption(
        excluding('--changes', 'what differs from the last look', ['against', ...listOptions]),
      )
      .addOption(
        excluding('--against <file>', 'what this account and a CSV file disagree on', listOptions),
      )
      .addOption(choiceOption('--expect <state>', 'exit with 1 unless nothing differs', ['none'])),
  examples: [
    'dotaf domains ls --expiring 30d',
    'dotaf domains ls --auto-renew off --names | xargs dotaf domains show',
    'dotaf domains ls --changes --expect none',
  ],

  async run(context, { options }) {
    needs('--expect', options.expect !== undefined, '--changes or --against', false);
    refuseFormats(options, context.options);
    const domains = await listedDomains(context);
    const today = dayOf(context.surroundings.clock.now());
    const others = otherStatuses(domains, options.status);
    if (others.length > 0) {
      await context.output.note(`no domain is '${options.status}'; there are ${others.join(', ')}`);
    }
    return sorted(filtered(domains, options, today), options.sort);
  },
  async instead(domains, { names, ics }, { surroundings }) {
    if (names) return domains.map(({ domain }) => (domain === null ? '' : `${domain}\n`)).join('');
    if (!ics) return undefined;
    const { renewalCalendar } = await import('../../portfolio/calendar.ts');
    return renewalCalendar(domains, surroundings.clock.now());
  },

  view: ({ columns }, { surroundings }) => ({
    fields: domainFields,
    columns: chooseColumns(columns, domainColumns(dayOf(surroundings.clock.now()))),
    empty: 'no domain matches',
  }),
});

function domainColumns(today: Day): ListView<Domain>['columns'] {
  return [
    { name: 'domain', title: 'DOMAIN', cell: ({ domain }) => textCell(domain) },
    { name: 'status', title: 'STATUS', cell: ({ status }) => textCell(status) },
    {
      name: 'expiry',
      title: 'EXPIRY',
      cell: ({ expiry }) => (expiry ? textCell(expiry, urgency(expiry, today)) : nothing),
    },
    {
      name: 'days',
      title: 'DAYS',
      align: 'right',
      cell: ({ expiry }) => textCell(expiry && daysBetween(today, expiry)),
    },
    { name: 'auto_renew', title: 'AUTO-RENEW', cell: ({ auto_renew }) => flagCell(auto_renew) },
    {
      name: 'nameservers',
      title: 'NAMESERVERS',
      cell: ({ nameservers }) => textCell(nameservers?.join(' ') || null),
    },
    {
      name: 'registration_date',
      title: 'REGISTERED',
      cell: ({ registration_date }) => textCell(registration_date),
    },
    { name: 'extra', title: '', cell: ({ extra }) => extraCell(extra) },
  ];
}
