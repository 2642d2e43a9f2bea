import {
  type Argument,
  type CommandUnknownOpts,
  Help,
  type Option,
} from '@commander-js/extra-typings';
import { DefinedCommand, findCommand } from '../cli/command-line.ts';
import { type Completes, ValueArgument, ValueOption } from '../cli/options.ts';
import { overviewName, pathOf } from '../cli/parser.ts';
import type { FieldList, FieldType } from '../output/kind.ts';
import { version } from '../version.ts';
import { topics } from './topics.ts';

export type Description = ReturnType<typeof describe>;

/** All that help knows: commands of commander for the pages, and a tree for machines and completion. */
export function describe(program: CommandUnknownOpts) {
  const overview = findCommand(program, [overviewName]).command;
  const commands = describeCommands(program);
  const json = {
    name: program.name(),
    version,
    summary: program.summary(),
    commands: commands.map((one) => one.json),
    options: program.options.map(optionJson),
    home_options: overview.options.map(optionJson),
    fields: readJsonBody(overview),
    topics: [...topics].map(([name, { summary }]) => ({ name, summary })),
  };
  return { program, overview, all: commands.flatMap(withInner), json };
}

export interface Described {
  /** The words that are typed for the command: `domains ls`. */
  path: string;
  command: CommandUnknownOpts;
  json: CommandJson;
  inner: Described[];
}

function withInner(described: Described): Described[] {
  return [described, ...described.inner.flatMap(withInner)];
}

function describeCommands(parent: CommandUnknownOpts): Described[] {
  const visible = parent.commands.filter((command) => command.name() !== overviewName);
  return visible.map((command) => {
    const inner = describeCommands(command);
    const path = pathOf(command).join(' ');
    const json = { ...ownJson(command, path), commands: inner.map((one) => one.json) };
    return { path, command, json, inner };
  });
}

interface CommandJson extends ReturnType<typeof ownJson> {
  commands: CommandJson[];
}

function ownJson(command: CommandUnknownOpts, path: string) {
  const examples = definitionOf(command)?.examples ?? [];
  return {
    name: command.name(),
    path,
    aliases: command.aliases(),
    summary: command.summary(),
    description: command.description(),
    arguments: command.registeredArguments.map(argumentJson),
    options: command.options.map(optionJson),
    fields: readJsonBody(command),
    examples: examples.map(([line, purpose]) => ({ command: line, purpose })),
  };
}

function definitionOf(command: CommandUnknownOpts) {
  return command instanceof DefinedCommand ? command.definition : undefined;
}

function readJsonBody(command: CommandUnknownOpts): FieldJson[] {
  const definition = definitionOf(command);
  return definition !== undefined && 'fields' in definition ? fieldsJson(definition.fields()) : [];
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

function fieldsJson(kind: FieldList): FieldJson[] {
  const printed = kind.filter(({ inData }) => inData !== 'never');
  return printed.map(({ name, type = 'text', items }) => ({
    name,
    type: jsonTypes[type] ?? 'string',
    items: items === undefined ? null : fieldsJson(items),
  }));
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
