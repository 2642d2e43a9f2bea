import { Help, type Option } from '@commander-js/extra-typings';
import { ListOption } from '../cli/options.ts';
import { exits } from '../errors.ts';
import type { CommandJson, HelpJson, OptionJson } from '../json-schemas/help.ts';
import { version } from '../version.ts';
import { type Described, type DescribedProgram, findCommand } from './describe.ts';
import { acceptedWords } from './known-values.ts';
import { topics, variables } from './topics.ts';

/** These never ask the service. */
const localCommands = /^(auth(?! login)|config|sandbox|completion|help|version)\b/;

/** These change what dotaf has stored. */
const writingCommands = /^(auth (login|use|logout)|config (set|unset))$/;

/** With these a command writes a file, or moves the last look. */
const writingOptions = ['--out', '--changes'];

/**
 * What `dotaf help --json` prints: all that there is, or the command that the words name.
 *
 * @throws Failure `usage` for words that name no command
 */
export async function helpJson(
  described: DescribedProgram,
  words: readonly string[],
): Promise<HelpJson | CommandJson> {
  const { program, all } = described;
  const { schemaText } = await import('../json-schemas/schema-text.ts');
  const jsonOf = (one: Described): CommandJson => {
    const inner = all.filter(({ path }) => path.startsWith(`${one.path} `));
    return commandJson(one, schemaText(one.path) !== undefined, inner.map(jsonOf));
  };
  if (words.length > 0) return jsonOf(findCommand(described, words));
  return {
    name: program.name(),
    version,
    summary: program.description(),
    commands: all.filter(({ path }) => !path.includes(' ')).map(jsonOf),
    options: program.options.map(optionJson),
    topics: [...topics].map(([name, { summary }]) => ({ name, summary })),
    environment: variables(),
    exit_codes: exits.map(([code, errors, meaning]) => ({ code, meaning, errors: [...errors] })),
  };
}

function commandJson(
  { command, path, description, fields, exitCodes, examples, related }: Described,
  json_schema: boolean,
  commands: CommandJson[],
): CommandJson {
  const options = command.options.map(optionJson);
  return {
    name: command.name(),
    path,
    summary: command.description(),
    description,
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: argument.description,
      required: argument.required,
      variadic: argument.variadic,
      values: acceptedWords(argument.name(), argument.argChoices),
    })),
    options,
    fields: [...fields],
    json_schema,
    exit_codes: Object.entries(exitCodes).map(([code, meaning]) => ({
      code: Number(code),
      meaning,
    })),
    examples: examples.map(([line, purpose]) => ({ command: line, purpose })),
    read_only: !writingCommands.test(path),
    writes_with: options.map(({ name }) => name).filter((name) => writingOptions.includes(name)),
    reaches_service: !localCommands.test(path),
    related: [...related],
    commands,
  };
}

function optionJson(option: Option): OptionJson {
  const { long, short, flags, description, argChoices } = option;
  const shown = new Help().optionDescription(option);
  return {
    name: long ?? flags,
    short: short ?? null,
    value: /<(.+)>/.exec(flags)?.[1] ?? null,
    description,
    values: acceptedWords(option.name(), argChoices),
    default: /default: "?(.*?)"?\)$/.exec(shown)?.[1] ?? null,
    list: option instanceof ListOption,
  };
}
