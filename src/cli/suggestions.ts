import { didYouMean } from '../core/text.ts';
import { usageError } from '../errors.ts';
import { commandUsageError, formatCommandLine, type UnknownArgumentError } from './parser.ts';

const portal = 'the API only reads; use the reseller portal';

/**
 * Maps comma-separated wrong commands to the right one. `…` stands for any command, and `<domain>`
 * for any word that matches `wordPatterns['<domain>']`. If the user typed a word that matches the
 * same pattern as an example in braces, such as `{kabul.af}`, then the word replaces the example.
 */
const redirects: Readonly<Record<string, string | readonly [right: string, reason: string]>> = {
  login: 'auth login',
  logout: 'auth logout',
  'whoami, status': 'auth status',
  profiles: 'auth ls',
  use: "auth use '<profile>'",
  '<domain>, search, whois, lookup, available': 'check {kabul.af}',
  'domains check': 'check {kabul.af}',
  watch: 'check {kabul.af} --expect taken --cron',
  'register, buy, domains register': ['check {kabul.af}', portal],
  'renew, domains renew': ['quote --action renewal', portal],
  'transfer, domains transfer': ['quote --action transfer', portal],
  'domains auto-renew': ['domains ls --auto-renew off', portal],
  'price, pricing, cost, prices ls, prices list': 'quote',
  'price <tld>, pricing <tld>, cost <tld>': 'quote {.af}',
  'price <domain>, pricing <domain>, cost <domain>': 'quote {kabul.af}',
  'prices <tld>': 'quote {.af}',
  'prices <domain>': 'quote {kabul.af}',
  'account, credit': 'balance',
  renewals: 'forecast',
  'history, transactions, orders, invoices, payments': 'statement',
  'ls, list, domain': 'domains ls',
  changes: 'domains changes',
  calendar: 'domains calendar > renewals.ics',
  'export, domains export': 'domains ls --csv',
  'expire, expiring, domains expiring': 'domains ls --expiring {30d}',
  'get, show, info, nameservers, dns': 'domains show {kabul.af}',
  'domains <domain>, ls <domain>, list <domain>, domains get, domains info, domains ls <domain>':
    'domains show {kabul.af}',
  'domains ns, domains search, domains ls --search, domains ls --filter, domains ls --customer':
    "domains ls --match '<text>'",
  'compare, domains diff, domains compare --file': "domains compare {'<file>'}",
  'config <preference>, set <preference>': "config set {rate} '<value>'",
  'config reset, config delete, config remove': 'config unset {rate}',
  week: '…',
  cron: 'help cron',
  'update, upgrade, uninstall': 'help environment',
  version: '--version',
  'api <path>': 'api {/domains}',
  'check --months': 'check {kabul.af} --years 1',
  'quote --months': 'quote --years 1',
  'check --period': 'check {kabul.af} --years {1}',
  'quote --period': 'quote --years {1}',
  'check --profit, check --margin': 'check {kabul.af} --markup {25}',
  'quote --profit, quote --margin': 'quote --markup {25}',
  'domains ls --profit': 'domains ls --renewal --markup {25}',
  'check --currency': "check {kabul.af} --markup '<25|+5.00>' --rate {AFN}='<rate>'",
  'quote --currency': "quote --markup '<25|+5.00>' --rate {AFN}='<rate>'",
  'check -f, check --files, check --input': "check --file {'<file>'}",
  'forecast --months': 'forecast --within {3}m',
  'forecast --days, forecast --until, forecast <span>': 'forecast --within {90d}',
  'statement --since': "statement --mark '<name>'",
  'domains ls --months': 'domains ls --expiring {3}m',
  'domains ls --expires, domains ls --days, domains ls --within, domains ls days, domains ls <span>':
    'domains ls --expiring {30d}',
  'domains ls --expired': 'domains ls --expiring {0d}',
  'domains ls --group-by': "domains ls --sort 'file.<heading>'",
  'domains ls --page': ['domains ls', 'the list has one page'],
  'balance --minimum, balance <currency>, balance <span>': 'balance --min {50}',
  '… -j': '… --json',
  '… -o csv, … --output csv, … --format csv': '… --csv',
  '… -o <csv>, … --output <csv>': '… --csv > {list.csv}',
  '… -o <xlsx>, … --output <xlsx>, … --excel': '… --xlsx {list.xlsx}',
  '… -o, … --output, … --format': '… --json',
  '… --columns': "… --fields '<fields>'",
  '… --limit': '… | head -n {10}',
};

/**
 * Hints repeat a typed word only if it matches one of these patterns or looks like a domain label,
 * such as `saffron`: any other word may be a secret.
 */
const wordPatterns: Readonly<Record<string, RegExp>> = {
  '<domain>': /^[\p{L}\d][\p{L}\p{M}\d.-]*\.af$/iu,
  '<tld>': /^\.?([a-z]+\.)?af$/i,
  '<span>': /^(\d{1,6}[dwmy]?|\d{4}-\d\d(-\d\d)?|(this|next)-month)$/,
  '<currency>': /^[A-Z]{3}$/,
  '<preference>': /^(rate|markup|round|timeout|max-wait|rate-limit|tld|color|domains-file)$/,
  '<path>': /^\/(domains|account|pricing)[\w./-]*$/,
  '<csv>': /^[\w./-]{1,60}\.csv$/i,
  '<xlsx>': /^[\w./-]{1,60}\.xlsx$/i,
  '<file>': /^('<file>'|[\w./-]{1,60}\.(csv|txt|xlsx))$/i,
};

const secretOptionPattern =
  /^--((api-|access-|client-)?(secret|token|secret-key)|password|secret-stdin)$/;

export function createUnknownArgumentError(
  { path, token, candidates, message }: UnknownArgumentError,
  argv: readonly string[],
) {
  const isOption = token.startsWith('-');
  // Quote only the name of an unknown option, such as `--kye=…`: its value may be a secret.
  const [head = ''] = isOption ? token.split('=') : [token];
  const name = /^-[^-]/.test(head) ? head.slice(0, 2) : head;
  if (secretOptionPattern.test(name)) {
    return usageError(
      'the secret is never an argument, where others could read it',
      "dotaf auth login --base-url '<url>' --key '<key>' --secret-stdin < secret.txt",
    );
  }
  if (isOption && candidates.includes(name))
    return commandUsageError(path, `${name} takes no value`);
  // Do not repeat long words or words with spaces: they may be secrets, not typos.
  const label = name.length <= 24 && !/\s/.test(name) ? `'${name}'` : 'on this line';
  const problem = message || `unknown ${isOption ? 'option' : 'command'} ${label}`;
  // In `dotaf --mark x balance`, commander passes `balance` to the default command as an argument.
  if (!isOption && candidates.includes(name)) {
    return usageError(
      `the command '${name}' stands after its options`,
      `write dotaf ${name} first, and the options after it`,
    );
  }
  const suggestion = suggestLine(path, name, token, argv);
  if (suggestion === undefined)
    return commandUsageError(path, problem, didYouMean(head, candidates));
  const { line, reason } = suggestion;
  return usageError(reason === undefined ? problem : `${problem}: ${reason}`, line);
}

function suggestLine(
  path: readonly string[],
  name: string,
  token: string,
  argv: readonly string[],
) {
  const position = Math.max(argv.indexOf(token), 0);
  const wordsFromToken = [...argv.slice(position), ...argv.slice(0, position)];
  const [, ...typedWords] = wordsFromToken.flatMap((word) => word.split('='));
  const [, redirect] = findRedirect(path, name, typedWords[0] ?? '') ?? [];
  if (redirect === undefined) return undefined;
  const [correction = '', reason] = [redirect].flat();
  const line = correction.replace(/^…/, completeCommand(path)).trim();
  const words = line === '' ? [] : [fillIn(line, [name, ...typedWords])];
  return { line: formatCommandLine(words), reason };
}

function findRedirect(path: readonly string[], name: string, next: string) {
  const guesses = [path.join(' '), '…'].flatMap((start) =>
    listForms(name).flatMap((word) =>
      [...listForms(next), ''].map((following) => `${start} ${word} ${following}`.trim()),
    ),
  );
  const entries = Object.entries(redirects);
  return guesses
    .map((guess) => entries.find(([wrongLines]) => wrongLines.split(', ').includes(guess)))
    .find(Boolean);
}

/** @returns the forms of a word in `redirects`: the word itself and placeholders like `<domain>` */
function listForms(word: string) {
  const kinds = Object.keys(wordPatterns).filter((kind) => wordPatterns[kind]?.test(word));
  return [word, ...kinds];
}

function fillIn(line: string, typedWords: readonly string[]) {
  return line.replace(/\{(.+?)\}/g, (_, example: string) => {
    const pattern = Object.values(wordPatterns).find((candidate) => candidate.test(example));
    const typed = typedWords.find((word) => pattern?.test(word));
    return typed ?? (example === 'kabul.af' ? findLabel(typedWords) : undefined) ?? example;
  });
}

/** Finds a domain name without a TLD after an unknown command, as in `dotaf search saffron`. */
function findLabel([name = '', next = '']: readonly string[]) {
  const isLabel = !name.startsWith('-') && /^[\p{L}\d][\p{L}\p{M}\d.-]{0,23}$/u.test(next);
  return isLabel ? next : undefined;
}

function completeCommand(path: readonly string[]) {
  return path
    .join(' ')
    .replace(/^(check|domains show)$/, '$& {kabul.af}')
    .replace(/ compare$/, "$& '<file>'");
}
