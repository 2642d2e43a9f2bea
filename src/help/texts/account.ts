import type { CommandHelp } from '../command-help.ts';

const someAccounts = 'with --profile all: some accounts have no answer';

export const account: Readonly<Record<string, CommandHelp>> = {
  domains: {
    description: 'Registering, renewing and transferring is done in the reseller portal.',
    examples: [
      ['dotaf domains ls --expiring 30', 'what expires within 30 days'],
      ['dotaf domains show kabul.af', 'all that the service says of one domain'],
    ],
    related: ['forecast', 'check'],
    reachesService: true,
    isReadOnly: true,
  },
  'domains ls': {
    description:
      'The service lists at most 100 domains; dotaf says when the list may be cut. A filter warns about domains whose fact the service does not tell. --changes tells what differs from the last look, and --against what a list of yours says otherwise.',
    examples: [
      ['dotaf domains ls --expiring 30 --auto-renew off', 'what lapses soon unless you act'],
      [
        'dotaf domains ls --search kabul --sort -expiry --columns domain,expiry,days',
        'names that hold a word, the latest expiry first',
      ],
      [
        'dotaf domains ls --auto-renew off --names | xargs dotaf domains show',
        'the details of each of them',
      ],
      ['dotaf domains ls --ics --remind 14d > renewals.ics', 'a calendar with alarms'],
      ['dotaf domains ls --changes --expect none', 'exit with 1 when anything has changed'],
    ],
    exitCodes: {
      1: 'something differs (--expect none)',
      8: 'a filter, an order or a calendar needs a fact that no domain has',
      9: someAccounts,
    },
    related: ['domains show', 'forecast', 'help json'],
    reachesService: true,
    isReadOnly: true,
    writesWith: ['--changes'],
  },
  'domains show': {
    description: 'Each domain is asked by a request of its own.',
    examples: [
      ['dotaf domains show kabul.af', 'one domain'],
      ['dotaf domains show kabul.af herat.af --json', 'several, an object a line'],
      ['dotaf domains ls --names | dotaf domains show --csv', 'every one, for a spreadsheet'],
    ],
    exitCodes: { 4: 'the account has no such domain', 9: 'some have no answer; the others do' },
    related: ['domains ls', 'help json'],
    reachesService: true,
    isReadOnly: true,
  },
  balance: {
    description: '--min makes it a condition, for a script or cron.',
    examples: [
      ['dotaf balance', 'what is left'],
      [
        'dotaf balance --min 50 || mail -s "top up" me@example.com',
        'a mail when less than 50 is left',
      ],
    ],
    exitCodes: { 1: 'less than --min is left', 9: someAccounts },
    related: ['forecast', 'metrics', 'help scripting'],
    reachesService: true,
    isReadOnly: true,
  },
  tier: {
    description: 'What the service does not say is -, and null in JSON.',
    examples: [
      ['dotaf tier', 'the tier of this account'],
      ['dotaf tier --jq .domains_needed', 'one number, for a script'],
    ],
    exitCodes: { 9: someAccounts },
    related: ['balance', 'quote'],
    reachesService: true,
    isReadOnly: true,
  },
  forecast: {
    description:
      'It sets the renewals of 90 days, each with the sum so far, against the balance, and says on which day the money runs out. What the service does not tell makes the sum a lower bound, and then nothing is called covered.',
    examples: [
      ['dotaf forecast', 'the next 90 days'],
      ['dotaf forecast --days 30 --with-credit', 'a month, with the credit limit counted in'],
      [
        'dotaf forecast --expect covered -q || mail -s "top up" me@example.com',
        'a mail when the balance does not cover the renewals',
      ],
    ],
    exitCodes: { 1: 'not covered, or not known to be (--expect covered)', 9: someAccounts },
    related: ['balance', 'domains ls'],
    reachesService: true,
    isReadOnly: true,
  },
  metrics: {
    description:
      'The text ends with # EOF, and is right also when the service fails: dotaf_up is 0 then. --out replaces a file in one step, as the textfile collector of node_exporter needs it.',
    examples: [
      ['dotaf metrics', 'print the text'],
      [
        'dotaf metrics --out /var/lib/prometheus/node-exporter/dotaf.prom -q',
        'a line for cron, every quarter of an hour',
      ],
    ],
    exitCodes: { 9: 'the list or the tier, or an account, has no answer' },
    related: ['balance', 'forecast'],
    reachesService: true,
    isReadOnly: true,
    writesWith: ['--out'],
  },
};
