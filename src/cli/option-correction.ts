import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { guessOf } from '../core/closest.ts';
import { Failure } from '../errors.ts';
import {
  formatHabits,
  formatWords,
  isListed,
  keyOf,
  optionHabits,
  otherOptionHabits,
} from './habits.ts';
import { isPlainArgument, retyped } from './retyped.ts';
import { lineageOf, quoted, type UnknownOption, usageError, wordsOf } from './usage-errors.ts';

/** The option that is not there, as it was typed. */
interface Typed {
  command: CommandUnknownOpts;
  argv: readonly string[];
  name: string;
  /** What stands behind it, or behind its `=`, if that is no option. */
  value: string | undefined;
  /** The words of the line that it takes up, with and without the value. */
  alone: string[];
  withValue: string[];
}

const secretNames =
  /^--(api-|access-|client-|service-|auth-)?(secret|password|passwd|passphrase|token|secret-key)$/;

/** The value of one of these means the same beside the option that is meant. */
const sameValues =
  /^--(search|years|tld|action|file|out|expiring|days|status|sort|columns|fields|min|timeout|against)$/;

/**
 * The failure for an option that does not exist, with the right one where it is likely. A value may
 * be a secret, so the message repeats only the name: `--kay=…`, `-kvalue`.
 */
export function optionCorrection(
  { command, flag }: UnknownOption,
  argv: readonly string[],
): Failure {
  const typed = readTyped(command, flag, argv);
  const { name } = typed;
  if (secretNames.test(name) || /^--secret-stdin=/.test(flag)) {
    return new Failure('usage', 'the secret is never an argument, where others could read it', {
      hint: 'dotaf auth login --secret-stdin < secret.txt',
    });
  }
  if (/^-[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/i.test(flag)) {
    return new Failure('invalid_name', 'a domain name cannot begin with a hyphen', {
      hint: 'a name is letters, digits and inner hyphens between dots, such as kabul.af',
    });
  }
  const switched = lineageOf(command)
    .flatMap(({ options }) => options)
    .find((option) => option.long === name);
  if (switched !== undefined && flag.startsWith('--')) return misplaced(typed, switched);
  const hint =
    oneHyphenHint(typed, switched) ??
    formatHint(typed) ??
    habitHint(typed) ??
    otherHint(typed) ??
    innerHint(typed);
  const message = `unknown option ${quoted(switched === undefined ? name : `-${name.slice(2)}`)}`;
  if (hint !== undefined) return new Failure('usage', message, { hint });
  const known = longNames(lineageOf(command));
  return usageError(command, message, guessOf(name, known));
}

function readTyped(command: CommandUnknownOpts, flag: string, argv: readonly string[]): Typed {
  const [, start = flag, attached] = /^(-[^=]*)=(.*)$/s.exec(flag) ?? [];
  const isLong = flag.startsWith('--') || longNames(lineageOf(command)).includes(`-${start}`);
  const next = argv[argv.indexOf(flag) + 1];
  const value = attached ?? (next?.startsWith('-') === false ? next : undefined);
  const isApart = attached === undefined && value !== undefined;
  return {
    command,
    argv,
    name: isLong ? start.replace(/^-(?=\w)/, '--') : flag.slice(0, 2),
    value,
    alone: [flag],
    withValue: isApart ? [flag, value] : [flag],
  };
}

/** A switch with a value, or an option of a command that stands before the command. */
function misplaced(typed: Typed, { long = '', required }: Option): Failure {
  const { command, argv, alone, withValue, value = '' } = typed;
  if (required) {
    const last = isPlainArgument(value) ? [long, value] : [long];
    return new Failure('usage', `${long} stands before its command`, {
      hint: retyped(argv, withValue, { last }),
    });
  }
  const isOff = /^(false|no|off|never|none|0)$/i.test(value);
  const negation = long.replace(/^--(no-)?/, '--no-');
  const off = longNames(lineageOf(command)).includes(negation) ? [negation] : [];
  return new Failure('usage', `${long} takes no value`, {
    hint: retyped(argv, alone, { last: isOff ? off : [long] }),
  });
}

/** `-json` */
function oneHyphenHint({ argv, alone }: Typed, option: Option | undefined): string | undefined {
  return option && retyped(argv, alone, { last: option.flags.replace(/^-\w, /, '').split(' ') });
}

/** `-o json`, `--format csv`, `--output answers.jsonl` */
function formatHint(typed: Typed): string | undefined {
  const { command, argv, name, value = '' } = typed;
  if (!isListed(formatHabits, name)) return undefined;
  const format = keyOf(formatWords, value.toLowerCase());
  const known = longNames(lineageOf(command));
  if (format === '' || (format !== undefined && known.includes(format))) {
    return retyped(argv, typed.withValue, { last: format === '' ? [] : [format] });
  }
  if (known.includes('--out') && /^[\w.-]+\.(csv|jsonl)$/.test(value)) {
    return retyped(argv, typed.withValue, { last: ['--out', value] });
  }
  if (name === '-f' || name === '-t') return undefined;
  const wrong = /^[\w.-]+$/.test(value) ? typed.withValue : typed.alone;
  return `${retyped(argv, wrong, { last: ['--json'] })}, or --csv`;
}

/** An option that has another name here; those of the command come before those of every one. */
function habitHint(typed: Typed): string | undefined {
  const { command, argv, name, value = '' } = typed;
  const rows = Object.keys(optionHabits).filter((key) => isListed(optionHabits[key] ?? '', name));
  const meant = rows.flatMap((key) => key.split('|'));
  for (const options of lineageOf(command).map((one) => one.options)) {
    for (const words of meant) {
      const option = options.find(({ long }) => long === words.split(' ')[0]);
      if (option === undefined) continue;
      if (!option.required || words.includes(' ')) {
        return retyped(argv, typed.alone, { last: words.split(' ') });
      }
      const isSame = sameValues.test(words) && isPlainArgument(value);
      const last = isSame ? [words, value] : option.flags.replace(/^-\w, /, '').split(' ');
      return retyped(argv, typed.withValue, { last });
    }
  }
  return undefined;
}

function otherHint({ command, argv, name, value = '', ...typed }: Typed): string | undefined {
  const hint = keyOf(otherOptionHabits, name);
  const number = /^\d{1,6}$/.test(value) ? value : undefined;
  const isValue = number !== undefined || command.registeredArguments.length === 0;
  return hint
    ?.replace('<line>', retyped(argv, isValue ? typed.withValue : typed.alone, {}))
    .replace('<value>', number ?? '10');
}

/** An option of a command in the group: `dotaf domains --status active`. */
function innerHint({ command, argv, name }: Typed): string | undefined {
  const inner = command.commands.find(({ options }) => options.some(({ long }) => long === name));
  if (inner === undefined) return undefined;
  return retyped(argv, wordsOf(command), { first: wordsOf(inner) });
}

function longNames(commands: readonly CommandUnknownOpts[]): string[] {
  return commands.flatMap(({ options }) => options.flatMap(({ long }) => long ?? []));
}
