import { guessOf } from '../core/closest.ts';
import { tidyName } from '../core/names.ts';
import { Failure } from '../errors.ts';
import { lineageOf, quoted, type UnknownWord, usageError, wordsOf } from './usage-errors.ts';

/** The line that was typed. */
interface Typed {
  argv: readonly string[];
  /** Checks that a line can be parsed. */
  isAccepted: (argv: readonly string[]) => Promise<boolean>;
}

const commandWords = new Map([
  ['login', 'auth login'],
  ['logout', 'auth logout'],
  ['whoami', 'auth status'],
  ['status', 'auth status'],
  ['profiles', 'auth ls'],
  ['ls', 'domains ls'],
  ['list', 'domains ls'],
  ['whois', 'check kabul.af'],
  ['price', 'quote'],
]);

/** What only the portal can do, and what dotaf knows about it. */
const portalWords = new Map([
  ['register', 'check kabul.af'],
  ['buy', 'check kabul.af'],
  ['renew', 'quote --action renewal'],
  ['transfer', 'quote --action transfer'],
]);

/** Options that earlier versions had, and the commands in their place. */
const formerOptions = new Map([
  ['--install', 'completion bash'],
  ['--days', 'forecast --within 30'],
  ['--search', 'domains ls --names | grep kabul'],
  ['--prices', 'forecast'],
  ['--since', 'domains ls --changes'],
]);

const formatOptions = ['-o', '--output', '--format'];

const secretOption = /^--((api-|access-|client-)?(secret|token|secret-key)|password|secret-stdin)$/;

/** What may be a secret, or would need quotes, is not typed again in a hint. */
const plainWord = /^(?=.{1,24}$|.{1,63}\.[a-z]{2,10}$)[\w.,:%+/=*-]+$/i;

const confidential = /^--(key|secret-command|base-url|jq|data)\b/;

/** The failure for a word that does not exist, with the right one where it is likely. */
export function correction(unknown: UnknownWord, typed: Typed): Promise<Failure> {
  return unknown.isOption ? optionCorrection(unknown, typed) : commandCorrection(unknown, typed);
}

async function commandCorrection(
  { command, word, words }: UnknownWord,
  typed: Typed,
): Promise<Failure> {
  const path = [...wordsOf(command), word];
  const message = `unknown command ${quoted(word)}`;
  const meant = commandWords.get(path.join(' '));
  const portal = portalWords.get(path.join(' '));
  const line = meant ?? portal;
  if (line === undefined) {
    const names = command.commands.map((inner) => inner.name());
    return usageError(command, message, guessOf(word, names));
  }
  const typedNames = words.slice(1);
  const bare = typedNames.length > 0 ? line.replace(' kabul.af', '') : line;
  const whole = [...bare.split(' '), ...without(typed.argv, path)];
  const areNames = typedNames.every((one) => tidyName(one).ok);
  const hint = areNames ? await lineFor(whole, line, typed) : `dotaf ${line}`;
  const says = portal && `${message}: the API only reads; use the reseller portal`;
  return new Failure('usage', says ?? message, { hint });
}

/** A value may be a secret, so the message repeats only the name: `--kay=…`, `-kvalue`. */
async function optionCorrection({ command, word }: UnknownWord, typed: Typed): Promise<Failure> {
  const { argv } = typed;
  const [, start = word, attached] = /^(-[^=]*)=(.*)$/s.exec(word) ?? [];
  const name = start.startsWith('--') ? start : start.slice(0, 2);
  if (secretOption.test(name)) {
    return new Failure('usage', 'the secret is never an argument, where others could read it', {
      hint: 'dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt',
    });
  }
  const options = lineageOf(command).flatMap((one) => one.options);
  const known = options.find(({ long }) => long === name);
  if (known !== undefined) {
    const says = known.required ? 'goes after its command' : 'takes no value';
    return usageError(command, `${name} ${says}`);
  }
  const message = `unknown option ${quoted(name)}`;
  const next = argv[argv.indexOf(word) + 1];
  const value = attached ?? (next?.startsWith('-') ? undefined : next);
  const isFormat = formatOptions.includes(name) && (value === 'json' || value === 'csv');
  const former = formerOptions.get(name);
  if (former === undefined && name !== '--limit' && !isFormat) {
    const names = options.flatMap(({ long }) => long ?? []);
    return usageError(command, message, guessOf(start, names));
  }
  if (former !== undefined && name !== '--install')
    return new Failure('usage', message, { hint: `dotaf ${former}` });
  const count = /^\d{1,6}$/.test(value ?? '') ? value : undefined;
  const own = attached === undefined && (isFormat || count) ? [word, value ?? ''] : [word];
  const last = isFormat ? [`--${value}`] : [];
  const line = [...without(argv, own), ...last];
  const hint = await lineFor(line, former ?? [...wordsOf(command), ...last].join(' '), typed);
  return new Failure('usage', message, {
    hint: name === '--limit' ? `${hint} | head -n ${count ?? 10}` : hint,
  });
}

/** A line for a hint: it may be a secret that was typed, and it must not be refused itself. */
async function lineFor(
  line: readonly string[],
  otherwise: string,
  { isAccepted }: Typed,
): Promise<string> {
  const isSafe = line.every((word) => plainWord.test(word) && !confidential.test(word));
  return `dotaf ${isSafe && (await isAccepted(line)) ? line.join(' ') : otherwise}`;
}

function without(argv: readonly string[], wrong: readonly string[]): string[] {
  const left = [...wrong];
  return argv.filter((word) => {
    if (word !== left[0]) return true;
    left.shift();
    return false;
  });
}
