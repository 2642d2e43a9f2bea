import { type CommandUnknownOpts, Help, type Option } from '@commander-js/extra-typings';
import { declare, type Group, type Tree } from '../cli/command-line.ts';
import { ListOption } from '../cli/options.ts';
import { createProgram } from '../cli/parser.ts';
import type { CommandWord } from '../completion/complete.ts';
import { actions } from '../core/service-words.ts';
import { sortWords } from '../domains/list.ts';
import { exits } from '../errors.ts';
import { version } from '../version.ts';
import { commandGroups, textOf } from './texts.ts';
import { topics, variables } from './topics.ts';

export type Description = ReturnType<typeof describe>;

/** A command, or a group of commands. */
export interface Described {
  /** The words that are typed for it: `domains ls`. */
  path: string;
  command: CommandUnknownOpts;
  /** As `dotaf help --json` prints it. */
  json: CommandWord & ReturnType<typeof textOf>;
}

/** By the name of an option: lists of which nothing else is accepted. */
const acceptedWords: Readonly<Record<string, readonly string[]>> = {
  action: actions,
  sort: sortWords,
};

/** All that help knows: for pages the commands of commander, for machines and completion a tree. */
export function describe(tree: Tree) {
  const program: CommandUnknownOpts = createProgram();
  program.description(tree.summary).usage('<command> [options]');
  const all = describeGroup(program, tree, []);
  const json = {
    ...{ name: program.name(), version, summary: tree.summary },
    commands: jsonIn(program, all),
    options: program.options.map(optionJson),
    topics: [...topics].map(([name, { summary }]) => ({ name, summary })),
    environment: variables(),
    exit_codes: exits.map(([code, errors, meaning]) => ({ code, meaning, errors: [...errors] })),
  };
  return { tree, program, all, json };
}

/** Every command and group in a group, each group before its own. */
function describeGroup(
  parent: CommandUnknownOpts,
  { commands }: Group,
  before: readonly string[],
): Described[] {
  return Object.entries(commands).flatMap(([name, entry]) => {
    const words = [...before, name];
    const path = words.join(' ');
    const command = declare(parent, name);
    const section = commandGroups.find(([, names]) => before.length === 0 && names.includes(name));
    command.description(entry.summary);
    command.helpGroup(section?.[0] ?? (before.length === 0 ? 'Set-up and tools:' : ''));
    if ('attach' in entry) entry.attach(command);
    else command.usage('<command> [options]');
    if ('alias' in entry && entry.alias) command.alias(entry.alias);
    const inner = 'commands' in entry ? describeGroup(command, entry, words) : [];
    const { description, examples } = textOf(path);
    const json = {
      ...{ name, path, aliases: command.aliases(), summary: entry.summary, description },
      arguments: command.registeredArguments.map((argument) => ({
        name: argument.name(),
        description: argument.description,
        required: argument.required,
        variadic: argument.variadic,
        values: valuesOf(argument.name(), argument.argChoices),
      })),
      options: command.options.map(optionJson),
      fields: 'fields' in entry ? entry.fields : [],
      ...{ examples, commands: jsonIn(command, inner) },
    };
    return [{ path, command, json }, ...inner];
  });
}

function jsonIn(group: CommandUnknownOpts, all: readonly Described[]) {
  return all.filter(({ command }) => command.parent === group).map(({ json }) => json);
}

function optionJson(option: Option) {
  const { long, short, flags, description, argChoices } = option;
  const shown = new Help().optionDescription(option);
  return {
    name: long ?? flags,
    short: short ?? null,
    value: /<(.+)>/.exec(flags)?.[1] ?? null,
    description,
    values: valuesOf(option.name(), argChoices),
    default: /default: "?(.*?)"?\)$/.exec(shown)?.[1] ?? null,
    list: option instanceof ListOption,
  };
}

/** @returns null where any value may be accepted */
function valuesOf(name: string, choices: readonly string[] | undefined): string[] | null {
  const words = choices ?? acceptedWords[name];
  return words === undefined ? null : [...words];
}
