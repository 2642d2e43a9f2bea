import { didYouMean } from '../core/text.ts';
import { usageFailure } from '../errors.ts';
import { commandUsageFailure, formatCommandLine, type UnknownArgumentError } from './parser.ts';

/**
 * Maps command lines that users guess to the correct ones. `*` matches any domain name. In the
 * correction, `…` is the command as typed, and `kabul.af` is replaced by the user's argument.
 */
const redirects = `
login → auth login
logout → auth logout
whoami → auth status
status → auth status
profiles → auth ls
* → check kabul.af
search → check kabul.af
whois → check kabul.af
register → check kabul.af
buy → check kabul.af
renew → quote --action renewal
transfer → quote --action transfer
price → quote
pricing → quote
account → balance
credit → balance
renewals → forecast
ls → domains ls
list → domains ls
export → domains ls --csv
expiring → domains ls --expiring 30d
domains * → domains show kabul.af
domains get → domains show kabul.af
get → domains show kabul.af
show → domains show kabul.af
info → domains show kabul.af
update → help environment
upgrade → help environment
uninstall → help environment
version → --version
check --months → check kabul.af --years 1
quote --months → quote --years 1
forecast --months → forecast --within 3m
domains ls --months → domains ls --expiring 3m
domains ls --expires → domains ls --expiring 30d
balance --minimum → balance --min 50
… -j → … --json
… -o → … --json
… --output → … --json
… --format → … --json
… --columns → … --fields '<fields>'
… --limit → … | head -n 10
`;

const portalOnlyPattern = /^(register|buy|renew|transfer)$/;

const secretOptionPattern =
  /^--((api-|access-|client-)?(secret|token|secret-key)|password|secret-stdin)$/;

export function unknownArgumentFailure(
  { path, token, candidates }: UnknownArgumentError,
  argv: readonly string[],
) {
  const isOption = token.startsWith('-');
  // For an argument such as `--kay=…` or `-kvalue`, quote only the name: the value may be secret.
  const [head = ''] = isOption ? token.split('=') : [token];
  const name = /^-[^-]/.test(head) ? head.slice(0, 2) : head;
  if (secretOptionPattern.test(name)) {
    return usageFailure(
      'the secret is never an argument, where others could read it',
      "dotaf auth login --base-url '<url>' --key '<key>' --secret-stdin < secret.txt",
    );
  }
  if (isOption && candidates.includes(name))
    return commandUsageFailure(path, `${name} takes no value`);
  // Do not quote a word that is long or has spaces: it may be a secret, not a typo.
  const label = name.length <= 24 && !/\s/.test(name) ? `'${name}'` : 'on this line';
  const message = `unknown ${isOption ? 'option' : 'command'} ${label}`;
  // An option of `dotaf` alone makes it the command, so that the next word is not one.
  if (!isOption && candidates.includes(name)) {
    return usageFailure(
      `the command '${name}' stands after its options`,
      `write dotaf ${name} first, and the options after it`,
    );
  }
  const hint = suggestLine(path, name, argv);
  if (hint === undefined) return commandUsageFailure(path, message, didYouMean(head, candidates));
  const explanation = portalOnlyPattern.test(name)
    ? ': the API only reads; use the reseller portal'
    : '';
  return usageFailure(message + explanation, hint);
}

/** Suggests a command line that works as it stands, with the domain or word that was typed. */
function suggestLine(path: readonly string[], name: string, argv: readonly string[]) {
  const domain = argv.find((arg) => /^[\p{L}\d][\p{L}\p{M}\d.-]*\.af$/iu.test(arg));
  const line = findRedirect([...path, name === domain ? '*' : name]) ?? findRedirect(['…', name]);
  const next = argv[argv.indexOf(name) + 1] ?? '';
  const isWord = !name.startsWith('-') && /^[\p{L}\d][\p{L}\p{M}\d.-]{0,23}$/u.test(next);
  return (
    line &&
    formatCommandLine([line])
      .replace('dotaf …', completeCommand(path))
      .replace('--json', /[ =]csv/.test(argv.join(' ')) ? '--csv' : '--json')
      .replace('kabul.af', domain ?? (isWord ? next : 'kabul.af'))
  );
}

function findRedirect(words: readonly string[]) {
  const guess = `${words.join(' ')} → `;
  return redirects
    .split('\n')
    .find((line) => line.startsWith(guess))
    ?.slice(guess.length);
}

/** Adds the arguments without which the command does not run. */
function completeCommand(path: readonly string[]) {
  return formatCommandLine(path)
    .replace(/ (check|show)$/, '$& kabul.af')
    .replace(/ compare$/, "$& '<file>'");
}
