import { Help, type Option } from '@commander-js/extra-typings';
import { ListOption } from '../cli/options.ts';
import { actions } from '../core/service-words.ts';
import { sortWords } from '../domains/choice.ts';
import { exits } from '../errors.ts';
import { version } from '../version.ts';
import { type Described, type DescribedProgram, findCommand } from './describe.ts';
import { topics, variables } from './topics.ts';

/** By the name of an option or argument: lists of which nothing else is accepted. */
const acceptedWords: Readonly<Record<string, readonly string[]>> = {
  action: actions,
  sort: sortWords,
};

export type HelpJson = ReturnType<typeof wholeJson>;

export type OptionJson = ReturnType<typeof optionJson>;

export interface CommandJson extends ReturnType<typeof ownJson> {
  commands: CommandJson[];
}

/**
 * What `dotaf help --json` prints: all that there is, or the command that the words name.
 *
 * @throws Failure `usage` for words that name no command
 */
export function helpJson(described: DescribedProgram, words: readonly string[]) {
  const found = findCommand(described, words);
  return found === undefined ? wholeJson(described) : commandJson(found);
}

export function wholeJson({ program, commands }: DescribedProgram) {
  return {
    name: program.name(),
    version,
    summary: program.description(),
    commands: commands.map(commandJson),
    options: program.options.map(optionJson),
    topics: [...topics].map(([name, { summary }]) => ({ name, summary })),
    environment: variables(),
    exit_codes: exits.map(([code, errors, meaning]) => ({ code, meaning, errors: [...errors] })),
  };
}

function commandJson(one: Described): CommandJson {
  return { ...ownJson(one), commands: one.commands.map(commandJson) };
}

function ownJson({ command, path, description, fields, exitCodes, examples }: Described) {
  return {
    name: command.name(),
    path,
    aliases: command.aliases(),
    summary: command.description(),
    description,
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: argument.description,
      required: argument.required,
      variadic: argument.variadic,
      values: valuesOf(argument.name(), argument.argChoices),
    })),
    options: command.options.map(optionJson),
    fields: [...fields],
    exit_codes: Object.entries(exitCodes).map(([code, meaning]) => ({
      code: Number(code),
      meaning,
    })),
    examples: examples.map(([line, purpose]) => ({ command: line, purpose })),
  };
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
