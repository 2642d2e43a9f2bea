import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { outcomes } from '../errors.ts';
import { version } from '../version.ts';
import type { CommandEntry, CommandTexts } from './command.ts';
import type { Context } from './context.ts';
import { type GlobalOptions, knownOptions, type Program, UnknownWord } from './parser.ts';

export interface Group extends CommandTexts {
  commands: Readonly<Record<string, CommandEntry | Group>>;
}

export interface Tree extends Group {
  sections: Readonly<Record<string, Group['commands']>>;
  /** `dotaf` alone. */
  home: CommandEntry;
  help: CommandEntry;
}

export function declare(parent: CommandUnknownOpts, name: string) {
  return parent.command(name).helpOption(false).helpCommand(false);
}

/**
 * Declares only the command that is meant, since each takes time. @throws Failure, UnknownWord
 * @param needsHelp tells whether `dotaf` alone shows the help in place of the page of an account
 */
export function readLine(
  program: Program,
  argv: readonly string[],
  tree: Tree,
  needsHelp: (options: GlobalOptions) => boolean,
) {
  // parseOptions reads the global options wherever they are typed; a command reads what is left.
  const { operands, unknown } = program.parseOptions([...argv]);
  const options = program.opts();
  if (options.version) return { execute: printVersion, options };
  const { entry, path, rest } = placeOf(tree, operands);
  const [word] = rest;
  if ('commands' in entry && word !== undefined) {
    throw new UnknownWord(path, word, Object.keys(entry.commands));
  }
  if (options.help) return helpLine(program, tree, path);
  if (!('commands' in entry)) {
    // After `--` every word is an operand, also one that begins with a hyphen.
    const words = unknown.length === 0 ? ['--', ...rest] : [...rest, ...unknown];
    return lineOf(program, entry, path, words);
  }
  const [option] = unknown;
  if (path.length > 0) {
    if (option !== undefined) throw new UnknownWord(path, option, knownOptions(program));
    program.parse([], { from: 'user' });
    return helpLine(program, tree, path);
  }
  const execute = tree.home.attach(program);
  program.parse(unknown, { from: 'user' });
  return needsHelp(options) ? helpLine(program, tree, path) : { execute, options };
}

/** Help is shown whatever else stands on the line. */
function helpLine(program: Program, tree: Tree, path: readonly string[]) {
  for (const one of program.options) {
    const name = one.attributeName();
    if (!['color', 'profile'].includes(name)) program.setOptionValue(name, undefined);
  }
  return lineOf(program, tree.help, ['help'], path);
}

export function placeOf(tree: Tree, words: readonly string[]) {
  let entry: CommandEntry | Group = tree;
  const path: string[] = [];
  for (const word of words) {
    const inner: [string, CommandEntry | Group][] =
      'commands' in entry ? Object.entries(entry.commands) : [];
    const found = inner.find(([name, { alias }]) => name === word || alias === word);
    if (found === undefined) break;
    path.push(found[0]);
    entry = found[1];
  }
  return { entry, path, rest: words.slice(path.length) };
}

function lineOf(
  program: Program,
  entry: CommandEntry,
  [first = '', ...inner]: readonly string[],
  words: readonly string[],
) {
  const command = inner.reduce(declare, declare(program, first));
  const execute = entry.attach(command);
  command.parse(words, { from: 'user' });
  return { execute, options: { ...command.opts(), ...program.opts() } };
}

async function printVersion({ output }: Context): Promise<number> {
  await output.answer(`${version}\n`);
  return outcomes.answered;
}
