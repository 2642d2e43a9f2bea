import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import type { Tree } from '../cli/command-line.ts';
import { type CommandTree, describeTree, type OptionWord } from '../completion/tree.ts';
import { exits } from '../errors.ts';
import type { CommandJson, HelpJson, OptionJson } from '../json-schemas/help.ts';
import { preferences } from '../settings/preferences.ts';
import { version } from '../version.ts';
import { exitCodeItems } from './command-page.ts';
import { type Described, type DescribedProgram, describeProgram } from './describe.ts';
import { findCommand } from './find-page.ts';
import { acceptedWords, knownValues } from './known-values.ts';
import { variables } from './topics/environment.ts';
import { topicNames, topicPage } from './topics.ts';

/** All that `dotaf help --json` prints. */
export async function describeAll(tree: Tree): Promise<HelpJson> {
  const described = describeProgram(tree);
  const { program, all } = described;
  const words = describeTree(program, knownValues(tree));
  const { schemaText } = await import('../json-schemas/schema-text.ts');
  const commands = all.filter(({ path }) => !path.includes(' '));
  const topics = topicNames.map(async (name) => {
    const { summary } = await topicPage(name, described);
    return { name, summary };
  });
  return {
    name: program.name(),
    version,
    summary: program.description(),
    commands: commands.map((one) => commandJson(one, { described, words, schemaText })),
    options: optionsJson(program, words),
    topics: await Promise.all(topics),
    environment: variables(),
    exit_codes: exits.map(([code, errors, meaning]) => ({ code, meaning, errors: [...errors] })),
  };
}

/** @throws Failure `usage` for words that name no command */
export async function describeCommand(tree: Tree, words: readonly string[]): Promise<CommandJson> {
  const { path } = findCommand(describeProgram(tree), words);
  const { commands } = await describeAll(tree);
  const found = commands.flatMap((one) => [one, ...one.commands]).find((one) => one.path === path);
  if (found === undefined) throw new Error(`'${path}' is not in the tree`);
  return found;
}

interface Sources {
  described: DescribedProgram;
  words: CommandTree;
  schemaText(path: string): string | undefined;
}

function commandJson({ command, path, help, fields }: Described, sources: Sources): CommandJson {
  const { described, words, schemaText } = sources;
  const own = words.commands.find(({ name }) => name === command.name());
  const inner = described.all.filter((one) => one.path.startsWith(`${path} `));
  return {
    name: command.name(),
    path,
    summary: command.description(),
    description: help.description,
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: argument.description,
      required: argument.required,
      variadic: argument.variadic,
      values: acceptedWords(argument.name(), argument.argChoices),
    })),
    options: own === undefined ? [] : optionsJson(command, own),
    fields: [...fields],
    json_schema: schemaText(path) !== undefined,
    exit_codes: exitCodeItems(help).map(([code, meaning]) => ({ code: Number(code), meaning })),
    examples: help.examples.map(([line, purpose = null]) => ({ command: line, purpose })),
    read_only: help.isReadOnly,
    writes_with: [...(help.writesWith ?? [])],
    reaches_service: help.reachesService,
    related: help.related.map((page) => page),
    commands: inner.map((one) => commandJson(one, { ...sources, words: own ?? words })),
  };
}

function optionsJson(command: CommandUnknownOpts, { options: words }: CommandTree): OptionJson[] {
  return command.options.flatMap((option) => {
    const word = words.find(({ long }) => long === option.long);
    return word === undefined ? [] : [optionJson(option, word)];
  });
}

function optionJson(option: Option, { long, short, summary, isList }: OptionWord): OptionJson {
  const [, value = null] = /<([^>]+)>/.exec(option.flags) ?? [];
  return {
    name: long,
    short: short ?? null,
    value,
    description: summary,
    values: acceptedWords(option.name(), option.argChoices),
    default: defaultOf(option),
    list: isList === true,
  };
}

/** As a person would type it. Those of preferences are not known to commander. */
function defaultOf({ defaultValue, defaultValueDescription, flags }: Option): string | null {
  if (defaultValueDescription !== undefined) return defaultValueDescription;
  const preference = Object.values(preferences).find((one) => one.flags?.includes(flags));
  if (preference !== undefined && flags.includes('<')) return preference.default;
  const value: unknown = defaultValue;
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : null;
}
