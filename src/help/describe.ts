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
}

export type DescribedProgram = ReturnType<typeof describeProgram>;

export function describeProgram(tree: Tree) {
  const program: CommandUnknownOpts = createProgram().usage('<command> [options]');
  addCommands(program, [], tree, async () => {});
  for (const command of program.commands) {
    const groups = Object.entries(commandGroups);
    const [heading] = groups.find(([, names]) => names.includes(command.name())) ?? [];
    command.helpGroup(heading ?? 'Set-up and tools:');
  }
  return { program, all: describeCommands(program, tree, []) };
}

/** @throws Failure `usage` for words that name no command */
export function findCommand({ all, program }: DescribedProgram, words: readonly string[]) {
  const at = (path: string) => all.find((one) => one.path === path);
  const [first = '', second = ''] = words;
  const found = at(words.join(' '));
  if (found !== undefined) return found;
  const outer = at(first)?.command;
  const known = outer === undefined ? [...namesIn(program), ...topics.keys()] : namesIn(outer);
  const word = outer === undefined ? first : second;
  throw usageError(outer ?? program, `unknown command ${quoted(word)}`, guessOf(word, known));
}

export function namesIn(group: CommandUnknownOpts): string[] {
  return group.commands.map((command) => command.name());
}

function describeCommands(
  parent: CommandUnknownOpts,
  tree: Readonly<Record<string, CommandEntry | Group>>,
  before: readonly string[],
): Described[] {
  return parent.commands.flatMap((command) => {
    const words = [...before, command.name()];
    const path = words.join(' ');
    const { description = '', examples = [], exitCodes = {}, related } = texts[path] ?? {};
    const entry = tree[command.name()];
    const fields = entry && 'fields' in entry ? entry.fields : [];
    const inner = entry && 'commands' in entry ? entry.commands : {};
    if (command.commands.length > 0) command.usage('<command> [options]');
    const own = {
      ...{ command, path, fields, examples, exitCodes },
      description: description.replace(/\s+/g, ' '),
      related: related ?? [before[0] ?? 'help scripting'],
    };
    return [own, ...describeCommands(command, inner, words)];
  });
}
