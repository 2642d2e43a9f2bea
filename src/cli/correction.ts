import { guessOf } from '../core/closest.ts';
import { Failure } from '../errors.ts';
import { lineageOf, quoted, type UnknownWord, usageError, wordsOf } from './usage-errors.ts';

/** Commands of other tools. */
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

/** Options of earlier versions, behind the command that had them. */
const optionWords = new Map([
  ['domains ls --changes', 'domains changes'],
  ['domains ls --since', 'domains changes'],
  ['domains ls --against', 'domains compare domains.csv'],
  ['domains ls --ics', 'domains calendar'],
  ['domains ls --days', 'domains ls --expiring 30d'],
  ['domains ls --search', 'domains ls --names | grep kabul'],
  ['domains ls --prices', 'forecast'],
  ['quote --changes', 'prices changes'],
  ['quote --since', 'prices changes'],
  ['quote --against', 'prices compare prices.csv'],
  ['prices changes --since', 'prices changes'],
  ['domains changes --since', 'domains changes'],
  ['forecast --days', 'forecast --within 30'],
  ['completion --install', 'completion bash'],
]);

/** Options of other tools, wherever they are typed. */
const habits = new Map([
  ['-o', '--json'],
  ['--output', '--json'],
  ['--format', '--json'],
  ['--limit', '| head -n 10'],
]);

const secretOption = /^--((api-|access-|client-)?(secret|token|secret-key)|password|secret-stdin)$/;

/** The failure for a word that does not exist, with the right one where it is likely. */
export function correction(unknown: UnknownWord): Failure {
  return unknown.isOption ? optionCorrection(unknown) : commandCorrection(unknown);
}

function commandCorrection({ command, word }: UnknownWord): Failure {
  const message = `unknown command ${quoted(word)}`;
  const path = [...wordsOf(command), word].join(' ');
  const portal = portalWords.get(path);
  if (portal !== undefined) {
    const says = `${message}: the API only reads; use the reseller portal`;
    return new Failure('usage', says, { hint: `dotaf ${portal}` });
  }
  const line = commandWords.get(path);
  if (line !== undefined) return new Failure('usage', message, { hint: `dotaf ${line}` });
  const known = command.commands.map((inner) => inner.name());
  return usageError(command, message, guessOf(word, known));
}

/** A value may be a secret, so the message repeats only the name: `--kay=…`, `-kvalue`. */
function optionCorrection({ command, word }: UnknownWord): Failure {
  const [start = ''] = word.split('=');
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
  const message = `unknown option ${quoted(name)}`;
  const line = optionWords.get([...wordsOf(command), name].join(' '));
  if (line !== undefined) return new Failure('usage', message, { hint: `dotaf ${line}` });
  const habit = habits.get(name);
  if (habit !== undefined) return usageError(command, message, `did you mean ${habit}? `);
  const names = options.flatMap(({ long }) => long ?? []);
  return usageError(command, message, guessOf(start, names));
}
