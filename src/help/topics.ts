import { type CommandUnknownOpts, Help, type Option } from '@commander-js/extra-typings';
import { type AttributeSchema, attributeGroupKeys } from '../api/parse/attributes.ts';
import { domainAttributeSchema } from '../api/parse/domain.ts';
import { domainListKeys } from '../api/parse/domain-list.ts';
import { splitOnWhitespace } from '../api/parse/json-node.ts';
import { createQuoteAttributeSchema } from '../api/parse/quote.ts';
import { tierSchema } from '../api/parse/tier.ts';
import { findCommand } from '../cli/command-line.ts';
import { overviewCommandName } from '../cli/parser.ts';
import { configurableAttributes } from '../core/api-vocabulary.ts';
import { exitCodeTable, usageError } from '../errors.ts';
import { preferences } from '../settings/preferences.ts';

type TermEntry = readonly [term: string, meaning: string];

interface Topic {
  summary: string;
  /** @param word the word after the topic, such as `expiry` in `help field-names expiry` */
  text(program: CommandUnknownOpts, word?: string): string;
  isFile?: boolean;
}

export const helpTopics: ReadonlyMap<string, Topic> = new Map(
  Object.entries({
    cron: { summary: 'crontab lines, silent while all is well', text: () => cronText },
    environment: {
      summary: 'variables and files, update and uninstall',
      text() {
        const preferenceVariables = Object.values(preferences).flatMap(
          ({ envVariable, summary }): TermEntry[] =>
            envVariable === undefined ? [] : [[envVariable, summary]],
        );
        const rows = [...Object.entries(generalVariables), ...preferenceVariables].sort();
        return `Variables:\n${formatDefinitionList(rows)}\n${environmentFooter}`;
      },
    },
    'exit-codes': {
      summary: 'what the exit code of a command says',
      text() {
        const rows = exitCodeTable.map(([code, errors, meaning]): TermEntry => {
          const codes = errors.length > 0 ? ` [${errors.join(', ')}]` : '';
          return [String(code), `${meaning}${codes}`];
        });
        return `Exit codes:\n${formatDefinitionList(rows)}\n${exitCodesFooter}`;
      },
    },
    'field-names': {
      summary: 'tell dotaf what the service calls a value',
      text: (_, attribute) =>
        attribute === undefined ? fieldNamesText : formatUsualNames(attribute),
    },
    files: { summary: 'lists of your own: which files dotaf reads', text: () => filesText },
    options: {
      summary: 'options of every command, and ten words',
      text: (program: CommandUnknownOpts) => `Options of every command, before or after its name:
${formatOptions(program.options)}

Options of several commands:
${formatOptions(findCommand(program, [overviewCommandName]).command.options)}

Words:
${formatDefinitionList(Object.entries(words))}
`,
    },
    scripting: { summary: 'what a script or an agent needs to know', text: () => scriptingText },
    skill: { summary: 'a short SKILL.md for coding agents', text: () => skillText, isFile: true },
  }),
);

function formatOptions(options: readonly Option[]) {
  const help = new Help();
  return formatDefinitionList(
    options.map((option) => [option.flags, help.optionDescription(option)]),
  );
}

function formatUsualNames(attribute: string) {
  const { keyAliases } = attributeSchema[attribute] ?? {};
  if (keyAliases === undefined) {
    throw usageError(
      `no fact is '${attribute}'`,
      `the facts are ${Object.keys(attributeSchema).join(', ')}`,
    );
  }
  const terms = keyAliases.map(
    (names, index): TermEntry => [index === 0 ? attribute : 'or', formatKeyPatterns(names)],
  );
  return `Names that dotaf looks for, the first line first:
${formatDefinitionList(terms)}
${usualNamesFooter}`;
}

const attributeSchema: Readonly<Record<string, Pick<AttributeSchema[string], 'keyAliases'>>> = {
  ...domainAttributeSchema,
  domains: { keyAliases: [domainListKeys] },
  ...tierSchema,
  ...createQuoteAttributeSchema('renewal'),
};

/** Formats key patterns for the help: `date(|s|_utc)` becomes `date[s | _utc]`. */
function formatKeyPatterns(names: string) {
  const text = splitOnWhitespace(names).join(', ');
  return text.replace(/\(\|(.*?)\)/g, '[$1]').replaceAll('|', ' | ');
}

export function formatDefinitionList(items: readonly TermEntry[]) {
  const width = Math.max(...items.map(([term]) => term.length));
  const lines = items.map(([term, meaning]) => `  ${term.padEnd(width)}  ${meaning}`);
  return lines.join('\n');
}

const generalVariables = {
  DOTAF_KEY: 'API key; with DOTAF_SECRET and DOTAF_BASE_URL it overrides every profile',
  DOTAF_SECRET: 'API secret; a key without a secret is an error',
  DOTAF_BASE_URL: 'address of the service: https, or http on this machine',
  DOTAF_PROFILE: 'the profile to use instead of the active one',
  DOTAF_HOME: 'one folder for everything that dotaf keeps',
  XDG_CONFIG_HOME: 'where config folders are, on Linux and macOS',
  XDG_STATE_HOME: 'where state folders are, on Linux and macOS',
  NO_COLOR: 'no colour and no bold, unless --color is given',
  FORCE_COLOR: 'colour even in a pipe; 0 turns it off',
  ACCESSIBLE: 'no moving line and no spinner, for screen readers',
  HTTPS_PROXY: 'the proxy to the service, never used for this machine',
  NO_PROXY: 'hosts to reach without the proxy',
  NODE_EXTRA_CA_CERTS: 'a file with further certificates to trust',
};

const environmentFooter = `
An option takes precedence over a variable, a variable over the profile, and the profile over the
default. An empty variable counts as not set. dotaf config ls and dotaf auth status show what is
in effect.

dotaf config path prints where credentials and preferences are; only you can read that file. What
dotaf can rebuild is in the state folder (~/.local/state/dotaf on Linux, beside it on macOS,
%LOCALAPPDATA%\\dotaf on Windows): the shared rate limit, what changes and statement remember,
the details of domains, the compiled program.

To update, install the new version over the old one. What is stored stays:
  npm install -g './dotaf-<version>.tgz'

To uninstall, see where the credentials are, then remove the program (with the --prefix that you
installed it with, if any). Both folders above stay: delete
them yourself.
  dotaf config path
  npm uninstall -g dotaf
`;

const fieldNamesText = `
The API document does not show what the service calls the facts of domains, tiers and prices. dotaf
looks for the usual names. If a column stays empty although you know the value, first see what came:
  dotaf doctor

If the service uses another name, say which. A path within an object has dots:
  dotaf config set field-names expiry=paid_till
  dotaf config set field-names nameservers=dns.servers
  # a value that the service does not have
  dotaf config set field-names nameservers=-
  # where the list of domains is
  dotaf config set field-names domains=payload.list
  # back to the usual names
  dotaf config set field-names expiry=

What you set is added to what you set before. The usual names of a value:
  dotaf help field-names expiry

Values: ${configurableAttributes.join(', ')}
`;

const usualNamesFooter = `
Case, _ and - make no difference: expiry_date is also expiryDate. (a | b) is a or b, and what is in
[brackets] may be left out. dns.servers is a key within an object, and ns1 is also ns2 and ns_3.
Dates, auto_renew and nameservers are also found in objects named ${attributeGroupKeys.replaceAll(' ', ', ')}.
The list of domains is found under any key by the names that it holds.

If the service uses another name:
  dotaf help field-names
`;

const exitCodesFooter = `
In brackets is the code of the error that --json prints on stderr. Rely on either code, never on the
text of a message. 0, 1 and 9 come with an answer on stdout. The others print nothing there, except
for rows that came before the failure.
`;

const words = {
  'the week': 'what dotaf alone shows: expiries, changes, how long money lasts',
  retail: 'what your customer pays: the cost and your markup, rounded',
  markup: 'what is added to the cost: 25 is 25 percent, +5.00 an amount',
  'may lapse': 'it expires soon, and nobody knows if it renews by itself',
  details: 'the own answer of a domain, with what the list leaves out',
  'domains-file': 'your own list: the service lists 100 domains at most',
  mark: 'a name under which a run is remembered, for the next to compare',
  complete: 'nothing is missing: no domain, no price',
  'at least': 'the sum of what is known; something is missing',
  journal: 'the file of check --out, in which each answer is kept',
};

const cronText = `
cron mails what a job prints. With --cron a command prints nothing, as long as its exit code is 0 and
it has no warning. Otherwise it prints its answer and, below it, everything else. A change alone is
no reason to print: with changes, add --expect none. The first run of a --mark then says that it has
nothing to compare. cron starts in your home folder.

Log in as the user who will run the jobs (dotaf auth login). Then print the PATH that cron needs:
  echo "PATH=$(dirname "$(command -v dotaf)"):$(dirname "$(command -v node)"):/usr/bin:/bin"

Mail, for crontab -e. Put your address and your PATH into the first two lines:
  MAILTO=you@example.com
  PATH=/usr/local/bin:/usr/bin:/bin
  # every Monday: the week
  0 7 * * 1   dotaf --mark week --details
  # the balance is below 50
  0 8 * * *   dotaf balance --min 50 --cron
  # the balance does not cover the renewals of 90 days
  10 8 * * *  dotaf forecast --expect covered --cron
  # anything about the domains has changed
  30 6 * * *  dotaf domains changes --details --mark daily --expect none --cron
  # a price of the service has changed
  40 6 * * *  dotaf prices changes --mark prices --expect none --cron
  # a name of watch.txt has become free
  0 * * * *   dotaf check --file watch.txt --expect taken --cron

A job that gets no answer writes the error. To try a line, run it without the five fields of its time. cron reads % as the end of the line: write \\% in its place.

A message to your phone, with ntfy:
  0 8 * * *  out=$(dotaf balance --min 50 --cron 2>&1); [ -z "$out" ] || curl -fsS -o /dev/null -d "$out" https://ntfy.sh/your-topic

Metrics, for the textfile collector of node_exporter. Without an answer the file stays as it is:
  */15 * * * *  dotaf balance --jq '"dotaf_balance \\(.balance)", "dotaf_active_domains \\(.active_domains)"' > "$HOME/dotaf.new" 2> /dev/null && mv "$HOME/dotaf.new" "$HOME/dotaf.prom"

Nagios and Icinga, as a check command (critical below 50, unknown without an answer):
  dotaf balance --min 50; case $? in 0) exit 0;; 1) exit 2;; *) exit 3;; esac
`;

const filesText = `
A list of your own can be text, CSV or a workbook (.xlsx):
  # names that a customer would like: --dry-run shows what dotaf finds
  dotaf check --file wishes.txt --file more.xlsx --dry-run
  # what your billing and your price list say
  dotaf domains compare billing.csv
  dotaf prices compare prices.xlsx --rate AFN=70
  # your customers, remembered for domains ls
  dotaf config set domains-file customers.xlsx
  dotaf domains ls --fields domain,expiry,file.customer

Save as .xlsx or CSV UTF-8, not as .xls or .ods. A workbook is read from its first sheet with a
known heading, or --sheet.

Text: if a line holds only names, each is taken. Of other lines dotaf takes the names that end in
.af, and a note counts these lines. List numbers, signs, links and # comments do no harm. A word
alone, such as herat, is no name in a file. Write herat.af, or add --tld .af.

Tables: one of the first ten lines has a heading that the command knows:
  domain: domain, domain name, fqdn, hostname, دامنه
  expiry: expiry, expiry date, expire date, expires, renewal date, valid until, تاریخ ختم, انقضا
  status: status, state, وضعیت
  registration date: registration date, registered, created, تاریخ ثبت
  auto-renew: auto renew, autorenew, تمدید خودکار (yes, no, on, off, بلی, نخیر, هو)
  name servers: nameservers, name server 1, dns servers, ns, ns1
  tld: tld, extension, endung, پسوند (.af, com.af, *.org.af)
  price: price, retail, Preis, قیمت, beside action, years and currency
  prices by column: register, create, renew, transfer, restore, ثبت, تمدید, انتقال

Another heading is named with --map, and - leaves a column out:
  dotaf domains compare billing.csv --map 'Next Due Date=expiry' --map Notes=-

Amounts: 4200, 4,200.00, 4.200,00 and ۴٬۲۰۰ are read, with a currency before or after (AFN, Afs, ؋,
USD, $, EUR, €, another code). All amounts of a file have one decimal sign. Three digits after a sign
are never cents, so 4,200 is four thousand two hundred. An amount below zero is no price.

Dates: 2027-03-01, 1 March 2027, 01.03.2027, a date cell, or the solar 1405/12/10. In 03/04/2027 the
day comes first if another date of the file, such as 25/12/2027, shows it.

No name is lost: each is asked, has a row with its error, or is named.
`;

const scriptingText = `
dotaf only reads. The answer is on stdout, everything else on stderr. Without a terminal there are
no questions, no colour and no progress. -q leaves out notes, but not warnings.

JSON: One object a line for each name (check, quote, domains show), one object for balance, tier and
forecast, one array for lists. Every key is always there. null means not known, amounts are decimal
strings. Rely on available, not on status. Within a major version keys are added, but never renamed
or removed. A stored markup adds keys: --no-retail leaves them out.
  dotaf check hello.af kite.af --jq 'select(.available) | .domain'
  # every command with its options, arguments and fields
  dotaf help --json

Exit codes: 0 is an answer, 1 an answer that does not meet --expect or --min. 9 means that some names
have no answer. A failed command prints nothing on stdout and, with --json, one line on stderr:
{"error": {code, message, hint, status, api_code, request_id, retryable}}.
  dotaf check hello.af --expect available -q > /dev/null && echo "available"
  dotaf balance --min 50 -q || echo "code $?"

Waiting: All dotaf processes of this user share 60 requests in 60 seconds per credential. They wait and
retry by themselves: do not add sleeps or retries. --timeout limits one attempt, --max-wait all
waiting for one request; after it the exit code is 7.
  dotaf tier --json --timeout 5 --max-wait 20

Many names: Give them all to one check. Rows come in the order given. --out keeps each answer before
it is printed, and --resume asks only for what is missing, even after a power cut.
  printf 'hello.af\\nkite.af\\nnews.af\\n' > names.txt
  dotaf check --file names.txt --only available --json
  dotaf check --file names.txt --out answers.jsonl -q > /dev/null
  dotaf check --file names.txt --out answers.jsonl --resume -q > /dev/null
  dotaf domains ls --names | head -n 2 | xargs dotaf domains show --json

Credentials: DOTAF_BASE_URL, DOTAF_KEY and DOTAF_SECRET, or a profile (dotaf help auth login).
--secret-command takes a line of a password store: pass show dotaf, op read op://work/dotaf/secret,
secret-tool lookup service dotaf, security find-generic-password -s dotaf -w.

Tests: The sandbox is a local server, with the same answers for the same seed.
  dotaf sandbox --json > sandbox.json &
`;

const skillText = `---
name: dotaf
description: Check availability and prices of .af domains, and read the account of their reseller
---

# dotaf

dotaf only reads: no command registers, renews, transfers or buys anything.

Give many names to one check. It keeps to the rate limit and retries by itself:

    dotaf check --file names.txt --json

Decide by .available, which is true, false or null for not known. Never decide by .status or by the
text of a message:

    dotaf check hello.af kite.af --jq 'select(.available) | .domain'

A name without an answer has an error in its line. Before anything else, read:

    dotaf help scripting
`;
