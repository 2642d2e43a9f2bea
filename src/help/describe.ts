import { type CommandUnknownOpts, Help, type Option } from '@commander-js/extra-typings';
import { declare, type Group, type Tree } from '../cli/command-line.ts';
import { ListOption } from '../cli/options.ts';
import { createProgram } from '../cli/parser.ts';
import type { CommandWord } from '../completion/complete.ts';
import { actions } from '../core/service-words.ts';
import { sortWords } from '../domains/list.ts';
import { exits } from '../errors.ts';
import { version } from '../version.ts';
import { topics, variables } from './topics.ts';

export type Description = ReturnType<typeof describe>;

export interface Described {
  /** The words that are typed for it: `domains ls`. */
  path: string;
  command: CommandUnknownOpts;
  /** As `dotaf help --json` prints it. */
  json: CommandWord & ReturnType<typeof textOf>;
}

/** By the name of an option: lists of which nothing else is accepted. */
const acceptedWords: Readonly<Record<string, readonly string[]>> = {
  action: actions,
  sort: sortWords,
};

/** Help knows all this: for pages commands of commander, for machines and completion a tree. */
export function describe(tree: Tree) {
  const program: CommandUnknownOpts = createProgram();
  program.description(tree.summary).usage('<command> [options]');
  const all = describeGroup(program, tree, []);
  const json = {
    ...{ name: program.name(), version, summary: tree.summary },
    commands: jsonIn(program, all),
    options: program.options.map(optionJson),
    topics: [...topics].map(([name, { summary }]) => ({ name, summary })),
    environment: variables(),
    exit_codes: exits.map(([code, errors, meaning]) => ({ code, meaning, errors: [...errors] })),
  };
  return { tree, program, all, json };
}

function describeGroup(
  parent: CommandUnknownOpts,
  { commands }: Group,
  before: readonly string[],
): Described[] {
  return Object.entries(commands).flatMap(([name, entry]) => {
    const words = [...before, name];
    const path = words.join(' ');
    const command = declare(parent, name);
    const section = commandGroups.find(([, names]) => before.length === 0 && names.includes(name));
    command.description(entry.summary);
    command.helpGroup(section?.[0] ?? (before.length === 0 ? 'Set-up and tools:' : ''));
    if ('attach' in entry) entry.attach(command);
    else command.usage('<command> [options]');
    if ('alias' in entry && entry.alias) command.alias(entry.alias);
    const inner = 'commands' in entry ? describeGroup(command, entry, words) : [];
    const { description, examples } = textOf(path);
    const json = {
      ...{ name, path, aliases: command.aliases(), summary: entry.summary, description },
      arguments: command.registeredArguments.map((argument) => ({
        name: argument.name(),
        description: argument.description,
        required: argument.required,
        variadic: argument.variadic,
        values: valuesOf(argument.name(), argument.argChoices),
      })),
      options: command.options.map(optionJson),
      fields: 'fields' in entry ? entry.fields : [],
      ...{ examples, commands: jsonIn(command, inner) },
    };
    return [{ path, command, json }, ...inner];
  });
}

function jsonIn(group: CommandUnknownOpts, all: readonly Described[]) {
  return all.filter(({ command }) => command.parent === group).map(({ json }) => json);
}

function optionJson(option: Option) {
  const { long, short, flags, description, argChoices } = option;
  const shown = new Help().optionDescription(option);
  return {
    name: long ?? flags,
    short: short ?? null,
    value: /<(.+)>/.exec(flags)?.[1] ?? null,
    description,
    values: valuesOf(option.name(), argChoices),
    default: /default: "?(.*?)"?\)$/.exec(shown)?.[1] ?? null,
    list: option instanceof ListOption,
  };
}

/** @returns null where any value may be accepted */
function valuesOf(name: string, choices: readonly string[] | undefined): string[] | null {
  const words = choices ?? acceptedWords[name];
  return words === undefined ? null : [...words];
}

/** The groups of commands on the first page; all others are set-up and tools. */
export const commandGroups: readonly (readonly [heading: string, names: readonly string[]])[] = [
  ['Names and prices:', ['check', 'quote', 'prices']],
  ['Your account:', ['domains', 'balance', 'tier', 'forecast', 'metrics']],
];

export function textOf(path: string) {
  const [, text = ''] = new RegExp(`^${path}:\n((?: .*\n)+)`, 'm').exec(texts) ?? [];
  const examples = [...text.matchAll(/^ {2}\$ (.*?) {2}# (.*)$/gm)];
  const paragraph = text.replace(/^ {2}\$.*$/gm, '').trim();
  return {
    description: paragraph.replace(/\s+/g, ' '),
    examples: examples.map(([, line = '', purpose = '']) => ({ command: line, purpose })),
  };
}

/** Each command has a text that follows its summary, and lines to type with their purpose. */
export const texts = `
check:
  A bare label gets .af. The answer is available, taken or unknown. A failed check is never
  available or taken. A list may be text (one name per line), CSV or JSON, of any length.
  $ dotaf check --file names.txt --out a.jsonl --resume  # continue a long list
  $ dotaf check --file list.csv --map Wunschdomain=domain  # the column that holds the domains
  $ dotaf check shop.af --expect available -q && echo free  # a condition in a script
quote:
  $ dotaf quote com.af --action renewal --years 1-5  # renewals over one to five years
  $ dotaf quote --margin 20% --round .99  # what to charge so that a fifth is left
prices changes:
  Each run remembers the prices for the next; the first one shows nothing. A cron job with its own
  --mark is not affected by other runs.
  $ dotaf prices changes --expect none  # exit 1 if a price has changed
prices compare:
  The file has a heading, such as tld, action, years and price, or a column of prices for each
  action.
  $ dotaf prices compare retail.csv --expect profit  # exit 1 if you sell below cost
  $ dotaf prices compare retail.csv --map Amount=price  # a heading that dotaf does not know
domains:
  Register, renew and transfer domains in the reseller portal.
domains ls:
  The service lists at most 100 domains; dotaf says when the list may be cut, and warns when a
  filter needs a fact that the service does not give.
  $ dotaf domains ls --expiring 30 --auto-renew off  # what lapses soon unless you act
domains show:
  Each domain is one request.
  $ dotaf domains ls --names | dotaf domains show --csv  # for a spreadsheet
domains changes:
  Each run remembers the list for the next; the first one shows nothing. A cron job with its own
  --mark is not affected by other runs.
  $ dotaf domains changes --expect none  # exit 1 if anything has changed
domains compare:
  The file needs a column domain, or only names. dotaf says which columns it compared and which it
  did not.
  $ dotaf domains compare list.csv --expect none  # exit 1 if anything differs
  $ dotaf domains compare list.csv --map Due=expiry  # a heading that dotaf does not know
domains calendar:
  Events last all day and keep their ids, so a calendar can import them again.
  $ dotaf domains calendar --remind 14d > renewals.ics  # with an alarm two weeks before each
balance:
  For scripts and cron, --min makes it a condition.
  $ dotaf balance --min 50 || mail -s "top up" me@example.com  # a mail if it is low
tier:
  What the service does not say is shown as -, in JSON as null.
  $ dotaf tier --jq .domains_needed  # one number for a script
forecast:
  It lists the renewals of the next 90 days and the day on which the money runs out. If a price or a
  date is missing, the sum is a lower bound and nothing counts as covered.
  $ dotaf forecast --within 1m --with-credit  # one month, credit limit included
  $ dotaf forecast --expect covered -q || mail -s "top up" me@example.com  # a mail in time
metrics:
  For the textfile collector of node_exporter. If the service fails, the text is still complete,
  ends with # EOF, and says dotaf_up 0.
  $ dotaf metrics --out /srv/textfiles/dotaf.prom -q  # a cron job, every 15 minutes
api:
  It sends GET, or POST with --data, and only to the paths of the API document.
  $ dotaf api /domains --jq '.data'  # a part of the answer
  $ dotaf api /pricing --data '{"tld":".af","action":"renewal","years":1}'  # with a body
doctor:
  The exit code is that of the first step that failed.
  $ dotaf doctor > report.txt  # for a support ticket: it holds no secret
auth:
  A profile is one account. Credentials in the environment override every profile.
auth login:
  Your reseller portal shows base URL, key and, only once, the secret. At a terminal dotaf asks for
  what is missing. The secret is never an argument, where others could read it.
  $ dotaf auth login --base-url "$URL" --key "$KEY" --secret-stdin < secret.txt  # a script
  $ dotaf auth login --profile vault --secret-command 'pass show dotaf'  # a password store
auth status:
  It sends nothing; dotaf balance tests the credentials.
auth ls:
  Secrets are not shown, and only the ends of a key.
auth use:
  Commands use it from now on, unless --profile or DOTAF_PROFILE is set.
auth logout:
  The credentials stay valid until you revoke them in the reseller portal.
config:
  An option overrides a variable, a variable the profile, the profile the default.
config set:
  The value is checked before it is stored.
  $ dotaf config set rate-limit 120/60s  # what the service allows this account
config unset:
  The variable or the default applies from now on.
config path:
  It holds credentials and preferences; only you can read it.
sandbox:
  It runs until Ctrl-C. --sandbox on any other command starts its own.
  $ dotaf sandbox --port 4010 --fail 500:20  # a service that fails now and then
completion:
  It completes profiles and domains, too, and never uses the network.
  $ dotaf completion fish  # the first lines of the script say where it belongs
  $ eval "$(dotaf completion bash)"  # in ~/.bashrc
  $ source <(dotaf completion zsh)  # in ~/.zshrc after compinit
help:
  --help before or after a command shows its page, too.
  $ dotaf help --json  # every command, option, variable and exit code
`;
