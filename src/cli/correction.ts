import { didYouMean } from '../core/text.ts';
import { type Failure, usageFailure } from '../errors.ts';
import { typed, type UnknownWord, usageError } from './parser.ts';

const lines = new Map([
  ['login', 'auth login'],
  ['logout', 'auth logout'],
  ['whoami', 'auth status'],
  ['status', 'auth status'],
  ['profiles', 'auth ls'],
  ['ls', 'domains ls'],
  ['list', 'domains ls'],
  ['whois', 'check kabul.af'],
  ['price', 'quote'],
  ['search', 'check kabul.af'],
  ['show', 'domains show kabul.af'],
  ['info', 'domains show kabul.af'],
  ['get', 'domains show kabul.af'],
  ['domains get', 'domains show kabul.af'],
  ['export', 'domains ls --csv'],
  ['version', '--version'],
  ['register', 'check kabul.af'],
  ['buy', 'check kabul.af'],
  ['renew', 'quote --action renewal'],
  ['transfer', 'quote --action transfer'],
]);

const onlyInPortal = /^(register|buy|renew|transfer)$/;

const habits = new Map([
  ['-o', 'did you mean --csv or --json? '],
  ['--output', 'did you mean --csv or --json? '],
  ['--format', 'did you mean --csv or --json? '],
  ['--columns', 'did you mean --fields? '],
  ['--limit', 'add | head -n 10; '],
]);

const secretOption = /^--((api-|access-|client-)?(secret|token|secret-key)|password|secret-stdin)$/;

export function correction({ path, word, known }: UnknownWord): Failure {
  const isOption = word.startsWith('-');
  // A value may be a secret, so only the name is repeated: of `--kay=…`, of `-kvalue`.
  const [start = ''] = isOption ? word.split('=') : [word];
  const name = /^-[^-]/.test(start) ? start.slice(0, 2) : start;
  if (secretOption.test(name)) {
    return usageFailure(
      'the secret is never an argument, where others could read it',
      'dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt',
    );
  }
  if (isOption && known.includes(name)) return usageError(path, `${name} takes no value`);
  const says = `unknown ${isOption ? 'option' : 'command'} ${quoted(name)}`;
  const line = lines.get([...path, name].join(' '));
  if (line !== undefined) {
    const why = onlyInPortal.test(name) ? ': the API only reads; use the reseller portal' : '';
    return usageFailure(says + why, typed([line]));
  }
  return usageError(path, says, habits.get(name) ?? didYouMean(start, known));
}

/** A word that is long or contains spaces is hardly a typo, and may be a secret. */
function quoted(word: string): string {
  return word.length <= 24 && !/\s/.test(word) ? `'${word}'` : 'on this line';
}
