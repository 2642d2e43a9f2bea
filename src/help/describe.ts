import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandEntry } from '../cli/command.ts';
import { addCommands, createProgram, type Group, type Tree } from '../cli/command-line.ts';
import type { CommandHelp } from './command-help.ts';
import { commandHelp } from './texts.ts';

/** What its definition and the texts say of one command, or of a group of commands. */
export interface Described {
  command: CommandUnknownOpts;
  /** The words that are typed for it: `domains ls`. */
  path: string;
  help: CommandHelp;
  /** The fields that `--fields` accepts. */
  fields: readonly string[];
}

export interface DescribedProgram {
  program: CommandUnknownOpts;
  /** Every group stands before its commands. */
  all: readonly Described[];
}

export function describeProgram(tree: Tree): DescribedProgram {
  const program = createProgram();
  addCommands(program, [], tree, async () => {});
  return { program, all: describeCommands(program, tree, []) };
}

export function isGroup({ command }: Described): boolean {
  return command.commands.length > 0;
}

function describeCommands(
  parent: CommandUnknownOpts,
  tree: Readonly<Record<string, CommandEntry | Group>>,
  before: readonly string[],
): Described[] {
  return parent.commands.flatMap((command) => {
    const words = [...before, command.name()];
    const path = words.join(' ');
    const entry = tree[command.name()];
    const own = {
      command,
      path,
      help: commandHelp(path),
      fields: entry && 'fields' in entry ? entry.fields : [],
    };
    const inner = entry && 'commands' in entry ? entry.commands : {};
    return [own, ...describeCommands(command, inner, words)];
  });
}
