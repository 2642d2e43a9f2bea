import {
  type Argument,
  type CommandUnknownOpts,
  Help,
  type Option,
} from '@commander-js/extra-typings';
import { CommandWithDefinition, findCommand, listCommands } from '../cli/command-line.ts';
import { CompletableArgument, CompletableOption } from '../cli/options.ts';
import { getCommandPath, overviewCommandName } from '../cli/parser.ts';
import type { FieldList, FieldType } from '../output/field-list.ts';
import { version } from '../version.ts';
import { helpTopics } from './topics.ts';

export type CliSchema = ReturnType<typeof describeProgram>;

export function describeProgram(program: CommandUnknownOpts) {
  for (const command of listCommands(program))
    if (command instanceof CommandWithDefinition) command.defineOptions();
  const overview = findCommand(program, [overviewCommandName]).command;
  const commands = describeCommands(program);
  const json = {
    name: program.name(),
    version,
    summary: program.summary(),
    commands,
    options: program.options.map(toOptionJson),
    home_options: overview.options.map(toOptionJson),
    fields: describeFields(overview),
    topics: [...helpTopics].map(([name, { summary }]) => ({ name, summary })),
  };
  return { program, all: commands.flatMap(flattenCommands), json };
}

export interface CommandDescription extends ReturnType<typeof describeCommand> {
  commands: CommandDescription[];
}

function flattenCommands(description: CommandDescription): CommandDescription[] {
  return [description, ...description.commands.flatMap(flattenCommands)];
}

function describeCommands(parent: CommandUnknownOpts): CommandDescription[] {
  const visible = parent.commands.filter((command) => command.name() !== overviewCommandName);
  return visible.map((command) => ({
    ...describeCommand(command),
    commands: describeCommands(command),
  }));
}

function describeCommand(command: CommandUnknownOpts) {
  const examples = Object.entries(getDefinition(command)?.examples ?? {});
  return {
    name: command.name(),
    path: getCommandPath(command).join(' '),
    aliases: command.aliases(),
    summary: command.summary(),
    description: command.description(),
    arguments: command.registeredArguments.map(toArgumentJson),
    options: command.options.map(toOptionJson),
    fields: describeFields(command),
    examples: examples.map(([line, purpose]) => ({ command: line, purpose })),
  };
}

function getDefinition(command: CommandUnknownOpts) {
  return command instanceof CommandWithDefinition ? command.definition : undefined;
}

function describeFields(command: CommandUnknownOpts): FieldJson[] {
  return toFieldsJson(getDefinition(command)?.fields?.() ?? []);
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
  cells: 'object of strings, only with --fields file.<heading>',
  list: 'array of objects',
  extra: 'object',
  anything: 'any',
};

function toFieldsJson(fields: FieldList): FieldJson[] {
  const visibleFields = fields.filter(({ inData }) => inData !== 'never');
  return visibleFields.map(({ name, type = 'text', items }) => ({
    name,
    type: jsonTypes[type] ?? 'string',
    items: items === undefined ? null : toFieldsJson(items),
  }));
}

function toArgumentJson(argument: Argument) {
  return {
    name: argument.name(),
    description: argument.description,
    required: argument.required,
    variadic: argument.variadic,
    ...toValuesJson(argument),
  };
}

function toOptionJson(option: Option) {
  const { long, short, flags, description } = option;
  const helpText = new Help().optionDescription(option);
  return {
    name: long ?? flags,
    short: short ?? null,
    value: /<(.+)>/.exec(flags)?.[1] ?? null,
    description,
    ...toValuesJson(option),
    default: /default: "?(.*?)"?\)$/.exec(helpText)?.[1] ?? null,
    list: option instanceof CompletableOption && option.isList,
  };
}

function toValuesJson(param: Argument | Option) {
  const isCompletable = param instanceof CompletableArgument || param instanceof CompletableOption;
  const completes = isCompletable ? param.completes : undefined;
  const values = param.argChoices ?? (typeof completes === 'object' ? completes : undefined);
  return {
    values: values === undefined ? null : [...values],
    completes: typeof completes === 'string' ? completes : null,
  };
}
