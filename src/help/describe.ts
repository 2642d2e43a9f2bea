import {
  type Argument,
  type CommandUnknownOpts,
  Help,
  type Option,
} from '@commander-js/extra-typings';
import type { CommandEntry } from '../cli/command.ts';
import { declare, type Group, type Tree } from '../cli/command-line.ts';
import { type Completes, ValueArgument, ValueOption } from '../cli/options.ts';
import { createProgram, StrictCommand } from '../cli/parser.ts';
import type { FieldType, Kind } from '../output/kind.ts';
import { version } from '../version.ts';
import { topics } from './topics.ts';

export type Description = ReturnType<typeof describe>;

export interface Described {
  /** The words that are typed for the command: `domains ls`. */
  path: string;
  command: CommandUnknownOpts;
  json: CommandJson;
}

/** All that help knows: commands of commander for the pages, and a tree for machines and completion. */
export function describe(tree: Tree) {
  const program: CommandUnknownOpts = createProgram();
  program.description(tree.summary).usage('<command> [options]');
  const home = new StrictCommand(program.name());
  tree.home.attach(home);
  const all = Object.entries(tree.sections).flatMap(([heading, commands]) =>
    describeCommands(program, commands, [], heading),
  );
  const json = {
    name: program.name(),
    version,
    summary: tree.summary,
    commands: jsonIn(program, all),
    options: program.options.map(optionJson),
    home_options: home.options.map(optionJson),
    fields: fieldsJson(tree.home.fields()),
    topics: [...topics].map(([name, { summary }]) => ({ name, summary })),
  };
  return { tree, program, home, all, json };
}

function describeCommands(
  parent: CommandUnknownOpts,
  commands: Group['commands'],
  before: readonly string[],
  heading: string,
): Described[] {
  return Object.entries(commands).flatMap(([name, entry]) => {
    const command = declare(parent, name).description(entry.summary).helpGroup(heading);
    if (entry.alias) command.alias(entry.alias);
    const words = [...before, name];
    if ('attach' in entry) entry.attach(command);
    else command.usage('<command> [options]');
    const inner = 'commands' in entry ? describeCommands(command, entry.commands, words, '') : [];
    const path = words.join(' ');
    const json = { ...ownJson(command, entry, path), commands: jsonIn(command, inner) };
    return [{ path, command, json }, ...inner];
  });
}

interface CommandJson extends ReturnType<typeof ownJson> {
  commands: CommandJson[];
}

function ownJson(command: CommandUnknownOpts, entry: CommandEntry | Group, path: string) {
  return {
    name: command.name(),
    path,
    aliases: command.aliases(),
    summary: entry.summary,
    description: entry.description ?? '',
    arguments: command.registeredArguments.map(argumentJson),
    options: command.options.map(optionJson),
    fields: 'fields' in entry ? fieldsJson(entry.fields()) : [],
    examples: (entry.examples ?? []).map(([line, purpose]) => ({ command: line, purpose })),
  };
}

interface FieldJson {
  name: string;
  type: string;
  items: FieldJson[] | null;
}

const jsonTypes: Partial<Record<FieldType, string>> = {
  money: 'decimal string',
  day: 'date string',
  count: 'integer',
  flag: 'boolean',
  names: 'array of strings',
  list: 'array of objects',
  extra: 'object',
  anything: 'any',
};

function fieldsJson(kind: Kind): FieldJson[] {
  const printed = kind.filter(({ machines }) => machines !== 'never');
  return printed.map(({ name, type = 'text', items }) => ({
    name,
    type: jsonTypes[type] ?? 'string',
    items: items === undefined ? null : fieldsJson(items),
  }));
}

function jsonIn(group: CommandUnknownOpts, all: readonly Described[]): CommandJson[] {
  return all.filter(({ command }) => command.parent === group).map(({ json }) => json);
}

function argumentJson(argument: Argument) {
  const completes = argument instanceof ValueArgument ? argument.completes : undefined;
  return {
    name: argument.name(),
    description: argument.description,
    required: argument.required,
    variadic: argument.variadic,
    ...valuesJson(argument.argChoices, completes),
  };
}

function optionJson(option: Option) {
  const { long, short, flags, description, argChoices } = option;
  const shown = new Help().optionDescription(option);
  const { completes, isList } = option instanceof ValueOption ? option : { isList: false };
  return {
    name: long ?? flags,
    short: short ?? null,
    value: /<(.+)>/.exec(flags)?.[1] ?? null,
    description,
    ...valuesJson(argChoices, completes),
    default: /default: "?(.*?)"?\)$/.exec(shown)?.[1] ?? null,
    list: isList,
  };
}

/** `values` is null where any may be accepted; `completes` says where a shell finds some. */
function valuesJson(choices: readonly string[] | undefined, completes: Completes | undefined) {
  const words = choices ?? (typeof completes === 'object' ? completes : undefined);
  return {
    values: words === undefined ? null : [...words],
    completes: typeof completes === 'string' ? completes : null,
  };
}
