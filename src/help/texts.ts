/** What help says of a command beyond its definition. */
export interface CommandText {
  /** Follows the summary. */
  description?: string;
  /** Lines to type, and what each is for. */
  examples?: readonly (readonly [line: string, purpose: string])[];
  /** Only the exit codes that mean something special here. */
  exitCodes?: Readonly<Record<number, string>>;
}

/** The groups of commands on the first page; all others are set-up and tools. */
export const commandGroups: readonly (readonly [heading: string, names: readonly string[]])[] = [
  ['Names and prices:', ['check', 'quote', 'prices']],
  ['Your account:', ['domains', 'balance', 'tier', 'forecast', 'metrics']],
];

const someAccounts = { 9: 'with --profile all: some accounts have no answer' };

const someNames = { 9: 'some of the names have no answer; the others do' };

const somePrices = { 9: 'some of the prices have no answer; the others do' };

const noProfile = { 3: 'there is no such profile' };

/** By the words that are typed for the command. */
export const texts: Readonly<Record<string, CommandText>> = {
  check: {
    description: `A bare label gets .af. The answer is available, taken or unknown. A failed check is
      never available or taken. A list may be text, CSV or JSON lines of any length.`,
    examples: [
      ['dotaf check --file names.txt --out a.jsonl --resume', 'continue a long list'],
      ['dotaf check shop.af --expect available -q && echo free', 'a condition in a script'],
    ],
    exitCodes: { 1: 'a name is not what --expect says', ...someNames },
  },
  quote: {
    examples: [
      ['dotaf quote com.af --action renewal --years 1-5', 'renewals over one to five years'],
      ['dotaf quote --margin 20% --round .99', 'what to charge so that a fifth is left'],
    ],
    exitCodes: somePrices,
  },
  'prices changes': {
    description: `Each run remembers the prices for the next; the first one shows nothing. A cron job
      with its own --mark is not affected by other runs.`,
    examples: [['dotaf prices changes --expect none', 'exit 1 if a price has changed']],
    exitCodes: { 1: 'a price has changed (--expect none)', ...somePrices },
  },
  'prices compare': {
    description: `The file has a heading, such as tld, action, years and price, or a column of prices
      for each action.`,
    examples: [
      ['dotaf prices compare retail.csv --expect profit', 'exit 1 if you sell below cost'],
      ['dotaf prices compare retail.csv --map Amount=price', 'a heading that dotaf does not know'],
    ],
    exitCodes: { 1: 'something is sold below cost (--expect profit)', ...somePrices },
  },
  domains: { description: 'Register, renew and transfer domains in the reseller portal.' },
  'domains ls': {
    description: `The service lists at most 100 domains; dotaf says when the list may be cut, and
      warns when a filter needs a fact that the service does not give.`,
    examples: [
      ['dotaf domains ls --expiring 30 --auto-renew off', 'what lapses soon unless you act'],
    ],
    exitCodes: { 8: 'no domain has the fact that a filter or the order needs', ...someAccounts },
  },
  'domains show': {
    description: 'Each domain is one request.',
    examples: [['dotaf domains ls --names | dotaf domains show --csv', 'for a spreadsheet']],
    exitCodes: { 4: 'the account has no such domain', ...someNames },
  },
  'domains changes': {
    description: `Each run remembers the list for the next; the first one shows nothing. A cron job
      with its own --mark is not affected by other runs.`,
    examples: [['dotaf domains changes --expect none', 'exit 1 if anything has changed']],
    exitCodes: { 1: 'something has changed (--expect none)' },
  },
  'domains compare': {
    description: `The file needs a column domain, or only names. dotaf says which columns it compared
      and which it did not.`,
    examples: [
      ['dotaf domains compare list.csv --expect none', 'exit 1 if anything differs'],
      ['dotaf domains compare list.csv --map Due=expiry', 'a heading that dotaf does not know'],
    ],
    exitCodes: { 1: 'something differs (--expect none)' },
  },
  'domains calendar': {
    description: 'Events last all day and keep their ids, so a calendar can import them again.',
    examples: [
      ['dotaf domains calendar --remind 14d > renewals.ics', 'with an alarm two weeks before each'],
    ],
    exitCodes: { 8: 'no domain has the fact that a filter or the calendar needs' },
  },
  balance: {
    description: 'For scripts and cron, --min makes it a condition.',
    examples: [
      ['dotaf balance --min 50 || mail -s "top up" me@example.com', 'a mail if it is low'],
    ],
    exitCodes: { 1: 'less than --min is left', ...someAccounts },
  },
  tier: {
    description: 'What the service does not say is shown as -, in JSON as null.',
    examples: [['dotaf tier --jq .domains_needed', 'one number for a script']],
    exitCodes: someAccounts,
  },
  forecast: {
    description: `It lists the renewals of the next 90 days and the day on which the money runs out.
      If a price or a date is missing, the sum is a lower bound and nothing counts as covered.`,
    examples: [
      ['dotaf forecast --within 1m --with-credit', 'one month, credit limit included'],
      ['dotaf forecast --expect covered -q || mail -s "top up" me@example.com', 'a mail in time'],
    ],
    exitCodes: { 1: 'not covered, or not known to be (--expect covered)', ...someAccounts },
  },
  metrics: {
    description: `For the textfile collector of node_exporter. If the service fails, the text is
      still complete, ends with # EOF, and says dotaf_up 0.`,
    examples: [
      ['dotaf metrics --out /srv/textfiles/dotaf.prom -q', 'a cron job, every 15 minutes'],
    ],
    exitCodes: { 9: 'the list, the tier or one of the accounts has no answer' },
  },
  api: {
    description: 'It sends GET, or POST with --data, and only to the paths of the API document.',
    examples: [
      ["dotaf api /domains --jq '.data'", 'a part of the answer'],
      ['dotaf api /pricing --data \'{"tld":".af","action":"renewal","years":1}\'', 'with a body'],
    ],
  },
  doctor: {
    description: 'The exit code is that of the first step that failed.',
    examples: [['dotaf doctor --report > report.txt', 'for a support ticket, without secrets']],
  },
  auth: {
    description: 'A profile is one account. Credentials in the environment override every profile.',
  },
  'auth login': {
    description: `Your reseller portal shows base URL, key and, only once, the secret. At a terminal
      dotaf asks for what is missing. The secret is never an argument, where others could read it.`,
    examples: [
      ['dotaf auth login --base-url "$URL" --key "$KEY" --secret-stdin < secret.txt', 'a script'],
      ["dotaf auth login --profile vault --secret-command 'pass show dotaf'", 'a password store'],
    ],
    exitCodes: { 3: 'the service refused the credentials; nothing was stored' },
  },
  'auth status': {
    description: 'It sends nothing; dotaf balance tests the credentials.',
    exitCodes: { 3: 'there are no credentials' },
  },
  'auth ls': { description: 'Secrets are not shown, and only the ends of a key.' },
  'auth use': {
    description: 'Commands use it from now on, unless --profile or DOTAF_PROFILE is set.',
    exitCodes: noProfile,
  },
  'auth logout': {
    description: 'The credentials stay valid until you revoke them in the reseller portal.',
    exitCodes: noProfile,
  },
  config: {
    description: 'An option overrides a variable, a variable the profile, the profile the default.',
  },
  'config set': {
    description: 'The value is checked before it is stored.',
    examples: [['dotaf config set rate-limit 120/60s', 'what the service allows this account']],
  },
  'config unset': { description: 'The variable or the default applies from now on.' },
  'config path': { description: 'It holds credentials and preferences; only you can read it.' },
  sandbox: {
    description: 'It runs until Ctrl-C. --sandbox on any other command starts its own.',
    examples: [['dotaf sandbox --port 4010 --fail 500:20', 'a service that fails now and then']],
    exitCodes: { 10: 'the port is in use, or the file cannot be read' },
  },
  completion: {
    description: 'It completes profiles and domains, too, and never uses the network.',
    examples: [
      ['dotaf completion fish', 'the first lines of the script say where it belongs'],
      ['eval "$(dotaf completion bash)"', 'in ~/.bashrc'],
      ['source <(dotaf completion zsh)', 'in ~/.zshrc after compinit'],
    ],
  },
  help: {
    description: '--help before or after a command shows its page, too.',
    examples: [['dotaf help --json', 'every command, option, variable and exit code']],
  },
};
