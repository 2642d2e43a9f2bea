import { didYouMean } from '../core/text.ts';
import { type Failure, usageFailure } from '../errors.ts';
import { commandUsageFailure, formatCommandLine, type UnknownArgumentError } from './parser.ts';

const redirects = new Map(
  Object.entries({
    login: 'auth login',
    logout: 'auth logout',
    whoami: 'auth status',
    status: 'auth status',
    profiles: 'auth ls',
    ls: 'domains ls',
    list: 'domains ls',
    whois: 'check kabul.af',
    price: 'quote',
    search: 'check kabul.af',
    show: 'domains show kabul.af',
    info: 'domains show kabul.af',
    get: 'domains show kabul.af',
    'domains get': 'domains show kabul.af',
    export: 'domains ls --csv',
    version: '--version',
    register: 'check kabul.af',
    buy: 'check kabul.af',
    renew: 'quote --action renewal',
    transfer: 'quote --action transfer',
  }),
);

const portalOnlyPattern = /^(register|buy|renew|transfer)$/;

const foreignFlags = new Map(
  Object.entries({
    '-o': 'did you mean --csv or --json? ',
    '--output': 'did you mean --csv or --json? ',
    '--format': 'did you mean --csv or --json? ',
    '--columns': 'did you mean --fields? ',
    '--limit': 'add | head -n 10; ',
  }),
);

const secretOptionPattern =
  /^--((api-|access-|client-)?(secret|token|secret-key)|password|secret-stdin)$/;

export function unknownArgumentFailure({ path, token, candidates }: UnknownArgumentError): Failure {
  const isOption = token.startsWith('-');
  // For an argument such as `--kay=…` or `-kvalue`, quote only the name: the value may be secret.
  const [head = ''] = isOption ? token.split('=') : [token];
  const name = /^-[^-]/.test(head) ? head.slice(0, 2) : head;
  if (secretOptionPattern.test(name)) {
    return usageFailure(
      'the secret is never an argument, where others could read it',
      'dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt',
    );
  }
  if (isOption && candidates.includes(name))
    return commandUsageFailure(path, `${name} takes no value`);
  // Do not quote a word that is long or has spaces: it may be a secret, not a typo.
  const label = name.length <= 24 && !/\s/.test(name) ? `'${name}'` : 'on this line';
  const message = `unknown ${isOption ? 'option' : 'command'} ${label}`;
  const replacement = redirects.get([...path, name].join(' '));
  if (replacement !== undefined) {
    const explanation = portalOnlyPattern.test(name)
      ? ': the API only reads; use the reseller portal'
      : '';
    return usageFailure(message + explanation, formatCommandLine([replacement]));
  }
  return commandUsageFailure(path, message, foreignFlags.get(name) ?? didYouMean(head, candidates));
}
