import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';

/** Plain data: the build writes it down, and completion reads it. */
export interface CommandTree {
  name: string;
  alias?: string;
  summary: string;
  args: ArgumentWord[];
  /** Those of the root can be typed after every command. */
  options: OptionWord[];
  /** The fields of its answer. */
  fields: readonly string[];
  commands: CommandTree[];
}

export interface ArgumentWord {
  values: Values;
  isRepeated: boolean;
}

export interface OptionWord {
  long: string;
  short?: string;
  summary: string;
  /** Absent for an option that takes no value. */
  values?: Values;
  /** It takes several values with commas between, and may be repeated. */
  isList?: true;
}

export type Values =
  | { kind: 'free' | 'files' | 'fields' | Source }
  | { kind: 'choice'; words: readonly string[] }
  | { kind: 'by-previous-argument'; words: Record<string, readonly string[]> };

/** These values are found on this machine. */
export type Source = 'profiles' | 'domains' | 'statuses';

export interface KnownValues {
  /** @param path the words that lead to a command, such as `domains`, `ls` */
  fieldsOf(path: readonly string[]): readonly string[];
  isList(option: Option): boolean;
  /** By the name of the option, or of the value as help shows it. */
  byName: Record<string, Values>;
}

export function describeTree(program: CommandUnknownOpts, known: KnownValues): CommandTree {
  const help = program.createHelp();
  const globals = help.visibleOptions(program).map(({ long }) => long);
  const describe = (command: CommandUnknownOpts, path: string[]): CommandTree => ({
    name: command.name(),
    ...(command.alias() && { alias: command.alias() }),
    summary: command.description(),
    args: command.registeredArguments.map((argument) => ({
      values: valuesOf([argument.name()], argument.argChoices, known),
      isRepeated: argument.variadic,
    })),
    options: help
      .visibleOptions(command)
      .filter(({ long }) => command === program || !globals.includes(long))
      .map((option) => describeOption(option, known)),
    fields: known.fieldsOf(path),
    commands: command.commands.map((inner) => describe(inner, [...path, inner.name()])),
  });
  return describe(program, []);
}

function describeOption(option: Option, known: KnownValues): OptionWord {
  const { long, short, description: summary, argChoices, flags } = option;
  const [, value] = /<([^>]+)>/.exec(flags) ?? [];
  return {
    long: long ?? flags,
    ...(short && { short }),
    summary,
    ...(value && { values: valuesOf([option.name(), value], argChoices, known) }),
    ...(known.isList(option) && { isList: true }),
  };
}

function valuesOf(
  names: readonly string[],
  choices: readonly string[] | undefined,
  { byName }: KnownValues,
): Values {
  if (choices) return { kind: 'choice', words: choices };
  return names.flatMap((name) => byName[name] ?? [])[0] ?? { kind: 'free' };
}
