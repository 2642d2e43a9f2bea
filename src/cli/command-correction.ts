import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { closest, guessOf } from '../core/closest.ts';
import { tidyName } from '../core/names.ts';
import { Failure } from '../errors.ts';
import { preferenceNames } from '../settings/preferences.ts';
import {
  commandHabits,
  groupCommands,
  groupHabits,
  isListed,
  keyOf,
  lookingWords,
  otherHabits,
  portalHabits,
} from './habits.ts';
import { isPlainArgument, retyped } from './retyped.ts';
import { quoted, rootOf, type UnknownCommand, usageError, wordsOf } from './usage-errors.ts';

/** A command of dotaf, and how many of the typed words it replaces. */
interface Meant {
  command: string;
  replaced: number;
}

/** An argument for the commands that take some, where none is typed. */
const exampleArguments: Readonly<Record<string, string>> = {
  check: 'kabul.af',
  quote: '',
  'domains show': 'kabul.af',
  'auth use': '<profile>',
  'config get': 'timeout',
  'config set': 'timeout 30',
  'config unset': 'timeout',
  completion: 'bash',
  api: '/account/balance',
  help: '',
};

/** The failure for a command that does not exist, with the right one where it is likely. */
export function commandCorrection(
  { group, words }: UnknownCommand,
  argv: readonly string[],
): Failure {
  const [word = ''] = words;
  const path = wordsOf(group);
  const message = `unknown command ${quoted(word)}`;
  const root = rootOf(group);
  const meant = meantBy([...path, ...words], root) ?? joinedMeant(path, word, root);
  if (meant !== undefined) {
    return new Failure('usage', message, { hint: lineFor(meant, [...path, ...words], argv) });
  }
  const isAction = path.length === 0 || path[0] === 'domains';
  const portal = isAction ? keyOf(portalHabits, word) : undefined;
  if (portal !== undefined) {
    const says = 'changes are made in the reseller portal, and the service only reads';
    return new Failure('usage', `${message}: ${says}`, { hint: aboutName(portal, words) });
  }
  const other = isAction ? keyOf(otherHabits, word) : undefined;
  if (other !== undefined) return new Failure('usage', message, { hint: other });
  if (path.length === 0 && word.includes('.') && tidyName(word).ok) {
    return new Failure('usage', message, { hint: `dotaf check ${words.join(' ')}` });
  }
  const names = group.commands.map((command) => command.name());
  return usageError(group, message, guessOf(word, names) || habitGuess(path, word));
}

function meantBy(words: readonly string[], root: CommandUnknownOpts): Meant | undefined {
  const [first = '', second] = words;
  const both = `${first} ${second}`;
  const preference = words.findIndex(isPreference);
  if (first === 'config' && preference > 0) {
    const verb = words.length > preference + 1 ? 'set' : 'get';
    return { command: `config ${verb}`, replaced: preference };
  }
  if (hasCommand(root, both)) return { command: both, replaced: 2 };
  const ofTwo = keyOf(commandHabits, both);
  if (ofTwo !== undefined) return { command: ofTwo, replaced: 2 };
  const group = keyOf(groupHabits, first);
  const inGroup = second !== undefined && group !== undefined && meantBy([group, second], root);
  if (inGroup && inGroup.replaced === 2) return inGroup;
  if (second !== undefined && isListed(lookingWords, first)) {
    if (isPreference(second)) return { command: 'config get', replaced: 1 };
    const seen = seenBy(words.slice(1), root);
    if (seen !== undefined) return { ...seen, replaced: seen.replaced + 1 };
  }
  if (hasCommand(root, first)) return undefined;
  const ofOne = keyOf(commandHabits, first) ?? groupCommands[group ?? ''];
  return ofOne === undefined ? undefined : { command: ofOne, replaced: 1 };
}

/** `domains:list`, `auth-login` and 'domains ls' are one word of the line. */
function joinedMeant(path: readonly string[], word: string, root: CommandUnknownOpts) {
  const parts = word.split(/[\s:./_-]+/);
  const meant = parts.length === 2 ? meantBy([...path, ...parts], root) : undefined;
  return meant?.replaced === path.length + 2 ? { ...meant, replaced: path.length + 1 } : undefined;
}

function isPreference(word: string): boolean {
  return preferenceNames.some((name) => name === word);
}

/** Finds the command that a verb such as `show` or `get` is typed before: `show balance`. */
function seenBy(words: readonly string[], root: CommandUnknownOpts): Meant | undefined {
  const [first = ''] = words;
  const ofGroup = Object.hasOwn(groupCommands, first) ? groupCommands[first] : undefined;
  if (ofGroup !== undefined) return { command: ofGroup, replaced: 1 };
  return hasCommand(root, first) ? { command: first, replaced: 1 } : meantBy(words, root);
}

function hasCommand(root: CommandUnknownOpts, path: string): boolean {
  let command: CommandUnknownOpts | undefined = root;
  for (const word of path.split(' ')) {
    command = command?.commands.find((inner) => inner.name() === word);
  }
  return command !== undefined;
}

/** The whole line with the command that was meant, and with the arguments that it takes. */
function lineFor(meant: Meant, words: readonly string[], argv: readonly string[]): string {
  const args = words.slice(meant.replaced);
  const isAboutName = /^(domains ls|auth status|balance)/.test(meant.command) && isName(args[0]);
  const command = isAboutName ? 'domains show' : meant.command;
  const example = exampleArguments[command];
  const wrong = example === undefined ? words : words.slice(0, meant.replaced);
  const first = command.split(' ');
  const line = retyped(argv, wrong, { first });
  return args.length === 0 && example ? `${line} ${example}` : line;
}

function isName(word: string | undefined): boolean {
  return word?.includes('.') === true && isPlainArgument(word) && tidyName(word).ok;
}

/** A hint with the name that was typed in place of the one in it. */
function aboutName(hint: string, words: readonly string[]): string {
  const name = words.slice(1).find(isName);
  return name === undefined ? hint : hint.replace(/kabul\.af|(?<= )\.af/, name);
}

/** A habit with a typing mistake: `lgoin`. */
function habitGuess(path: readonly string[], word: string): string {
  const start = path.map((one) => `${one} `).join('');
  const habits = Object.values(commandHabits)
    .flatMap((list) => list.split(', '))
    .filter((habit) => habit.startsWith(start))
    .map((habit) => habit.slice(start.length))
    .filter((habit) => habit.length > 4 && !habit.includes(' '));
  const guess = word.length > 3 ? closest(word, habits) : undefined;
  const meant = guess === undefined ? undefined : keyOf(commandHabits, start + guess);
  return meant === undefined ? '' : `did you mean dotaf ${meant}? `;
}
