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

/** Commands of other tools. What is in brackets gives way to names that were typed. */
const commandWords = new Map([
  ['login', 'auth login'],
  ['logout', 'auth logout'],
  ['whoami', 'auth status'],
  ['status', 'auth status'],
  ['profiles', 'auth ls'],
  ['ls', 'domains ls'],
  ['list', 'domains ls'],
  ['whois', 'check [kabul.af]'],
  ['price', 'quote'],
]);

/** What only the portal can do, and what dotaf knows about it. */
const portalWords = new Map([
  ['register', 'check [kabul.af]'],
  ['buy', 'check [kabul.af]'],
  ['renew', 'quote --action renewal'],
  ['transfer', 'quote --action transfer'],
]);

/**
 * Options of other tools and of earlier versions, by the commands that had them, for commands that
 * do not have them. The value that was typed replaces the one in this table, and @ is the command.
 */
const optionWords: readonly (readonly [of: string, typed: string, line: string])[] = [
  ['domains ls', '--changes', 'domains changes'],
  ['domains ls', '--since 7d', 'domains changes'],
  ['domains ls', '--against domains.csv', 'domains compare domains.csv'],
  ['domains ls', '--ics', 'domains calendar'],
  ['domains ls', '--search kabul', 'domains ls --names | grep kabul'],
  ['domains ls', '--prices', 'forecast'],
  ['quote', '--changes', 'prices changes'],
  ['quote', '--since 7d', 'prices changes'],
  ['quote', '--against prices.csv', 'prices compare prices.csv'],
  ['forecast', '--days 30', 'forecast --within 30'],
  ['completion', '--install', 'completion [bash]'],
  ['', '--limit 10', '@ | head -n 10'],
  ['', '-o json', '@ --json'],
  ['', '--output json', '@ --json'],
  ['', '--format json', '@ --json'],
];

const secretOption = /^--((api-|access-|client-)?(secret|token|secret-key)|password|secret-stdin)$/;

/** What may be a secret, or would need quotes, is not typed again in a hint. */
const plainWord = /^(?=.{1,24}$|.{1,63}\.[a-z]{2,10}$)[\w.,:%/+=*-]+$/i;

const confidential = /^--(key|secret-command|base-url|jq|data)\b/;

/** The failure for a word that does not exist, with the right one where it is likely. */
export function correction(unknown: UnknownWord, typed: Typed): Promise<Failure> {
  return unknown.isOption ? optionCorrection(unknown, typed) : commandCorrection(unknown, typed);
}

async function commandCorrection({ command, words }: UnknownWord, typed: Typed): Promise<Failure> {
  const [word = '', ...names] = words;
  const path = [...wordsOf(command), word];
  const portal = portalWords.get(path.join(' '));
  const line = portal ?? commandWords.get(path.join(' '));
  const message = `unknown command ${quoted(word)}`;
  if (line !== undefined) {
    const meant = names.length > 0 ? withoutSample(line) : line;
    const areNames = names.every((name) => tidyName(name).ok);
    const whole = areNames ? [lineWith(meant, without(typed.argv, path))] : [];
    const hint = await firstAccepted([...whole, lineWith(line)], typed);
    const says = portal && `${message}: the API only reads; use the reseller portal`;
    if (hint !== undefined) return new Failure('usage', says ?? message, { hint });
  }
  const known = command.commands.map((inner) => inner.name());
  return usageError(command, message, guessOf(word, known));
}

/** A value may be a secret, so the message repeats only the name: `--kay=…`, `-kvalue`. */
async function optionCorrection({ command, words }: UnknownWord, typed: Typed): Promise<Failure> {
  const [word = ''] = words;
  const [, start = word, attached] = /^(-[^=]*)=(.*)$/s.exec(word) ?? [];
  const name = start.startsWith('--') ? start : start.slice(0, 2);
  if (secretOption.test(name)) {
    return new Failure('usage', 'the secret is never an argument, where others could read it', {
      hint: 'dotaf auth login --base-url <url> --key <key> --secret-stdin < secret.txt',
    });
  }
  const options = lineageOf(command).flatMap((one) => one.options);
  const known = options.find(({ long, short }) => long === name || short === name);
  if (known !== undefined) {
    const says = known.required ? 'goes after its command' : 'takes no value';
    return usageError(command, `${name} ${says}`);
  }
  const lines = linesInPlaceOf({ word, name, attached }, wordsOf(command), typed.argv);
  const hint = await firstAccepted(lines, typed);
  const message = `unknown option ${quoted(name)}`;
  if (hint !== undefined) return new Failure('usage', message, { hint });
  const names = options.flatMap(({ long, short }) =>
    [long ?? '', short ?? ''].filter((one) => one.startsWith('--')),
  );
  return usageError(command, message, guessOf(start, names));
}

/** With all that was typed, with the value of the option only, and with neither. */
function linesInPlaceOf(
  { word, name, attached }: { word: string; name: string; attached: string | undefined },
  path: readonly string[],
  argv: readonly string[],
): (string | undefined)[] {
  const rows = optionWords.filter(([, one]) => one.split(' ')[0] === name);
  const [, one = '', line] = rows.find(([of]) => of === path.join(' ')) ?? rows[0] ?? [];
  const [, sample = ''] = one.split(' ');
  const value = attached ?? argv[argv.indexOf(word) + 1] ?? '';
  const isItsValue = sample !== '' && patternLike(sample).test(value);
  if (line === undefined || (sample === 'json' && !isItsValue)) return [];
  const used = isItsValue && attached === undefined ? [word, value] : [word];
  const others = without(without(argv, path), used);
  const meant = line.replace('@', path.join(' ')).trim();
  const own = isItsValue && plainWord.test(value) ? meant.replace(sample, value) : meant;
  return [lineWith(withoutSample(own), others), lineWith(own), lineWith(meant)];
}

function withoutSample(line: string): string {
  return line.replace(/ \[.*\]/, '');
}

function patternLike(sample: string): RegExp {
  if (sample === 'json') return /^(json|csv)$/;
  return /^\d+$/.test(sample) ? /^\d{1,6}$/ : /^([^-]|-$)/;
}

/** The line with what was typed beside it; undefined where that may hold a secret. */
function lineWith(line: string, others: readonly string[] = []): string | undefined {
  const isSafe = others.every((word) => plainWord.test(word) && !confidential.test(word));
  const [start = '', ...pipe] = line.replace(/[[\]]/g, '').split(/ ?(?=\|)/);
  return isSafe ? [...start.split(' '), ...others, ...pipe].filter(Boolean).join(' ') : undefined;
}

/** A hint must not be refused itself. */
async function firstAccepted(lines: readonly (string | undefined)[], { isAccepted }: Typed) {
  for (const line of lines) {
    const [command = ''] = line?.split(' |') ?? [];
    const words = command.split(' ').filter(Boolean);
    if (line !== undefined && (await isAccepted(words))) return `dotaf ${line}`;
  }
  return undefined;
}

function without(argv: readonly string[], wrong: readonly string[]): string[] {
  const left = [...wrong];
  return argv.filter((word) => {
    if (word !== left[0]) return true;
    left.shift();
    return false;
  });
}
