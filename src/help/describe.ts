import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandEntry } from '../cli/command.ts';
import { addCommands, createProgram, type Group, type Tree } from '../cli/command-line.ts';
import { quoted, usageError } from '../cli/usage-errors.ts';
import { guessOf } from '../core/closest.ts';
import { type CommandText, commandGroups, texts } from './texts.ts';
import { topics } from './topics.ts';

/** What its definition and the texts say of one command, or of a group of commands. */
export interface Described extends Required<CommandText> {
  command: CommandUnknownOpts;
  /** The words that are typed for it: `domains ls`. */
  path: string;
  /** What `--fields` chooses from. */
  fields: readonly string[];
  /** Those of a group. */
  commands: Described[];
}

export type DescribedProgram = ReturnType<typeof describeProgram>;

export function describeProgram(tree: Tree) {
  const program: CommandUnknownOpts = createProgram().usage('<command> [options]');
  addCommands(program, [], tree, async () => {});
  for (const command of program.commands) {
    const group = commandGroups.find(([, names]) => names.includes(command.name()));
    command.helpGroup(group?.[0] ?? 'Set-up and tools:');
  }
  const commands = describeCommands(program, tree, '');
  return { program, commands, all: commands.flatMap((one) => [one, ...one.commands]) };
}

/**
 * Follows the words down the tree. @returns undefined for the program itself
 *
 * @throws Failure `usage` for words that name no command
 */
export function findCommand(
  { program, commands }: DescribedProgram,
  words: readonly string[],
): Described | undefined {
  let found: Described | undefined;
  for (const word of words) {
    const inner: Described[] = found?.commands ?? commands;
    const next = inner.find((one) => isCalled(one, word));
    if (next === undefined) {
      const names = inner.map(({ command }) => command.name());
      const known = found === undefined ? [...names, ...topics.keys()] : names;
      const says = `unknown command ${quoted(word)}`;
      throw usageError(found?.command ?? program, says, guessOf(word, known));
    }
    found = next;
  }
  return found;
}

function isCalled({ command }: Described, word: string): boolean {
  return command.name() === word || command.aliases().includes(word);
}

function describeCommands(
  parent: CommandUnknownOpts,
  tree: Readonly<Record<string, CommandEntry | Group>>,
  before: string,
): Described[] {
  return parent.commands.map((command) => {
    const path = `${before} ${command.name()}`.trim();
    const { description = '', examples = [], exitCodes = {} } = texts[path] ?? {};
    const entry = tree[command.name()];
    const fields = entry && 'fields' in entry ? entry.fields : [];
    const inner = entry && 'commands' in entry ? entry.commands : {};
    if (command.commands.length > 0) command.usage('<command> [options]');
    return {
      ...{ command, path, fields, examples, exitCodes },
      description: description.replace(/\s+/g, ' '),
      commands: describeCommands(command, inner, path),
    };
  });
}
