import type { Argument, Command, Option } from 'commander';

/** A word that can be typed, and what may follow it. */
export interface CommandTree {
  name: string;
  summary: string;
  args: ArgumentWord[];
  options: OptionWord[];
  commands: CommandTree[];
}

/** What a value is completed with: one of a few words, what the config holds, a path, or nothing. */
export type Values =
  | { kind: 'choices'; choices: string[] }
  | { kind: 'profiles' }
  | { kind: 'path' }
  | { kind: 'free' };

export interface ArgumentWord {
  name: string;
  values: Values;
  isRepeated: boolean;
}

export interface OptionWord {
  /** `--json` */
  long: string;
  /** `-q` */
  short: string | undefined;
  summary: string;
  /** Undefined for an option that takes no value. */
  values: Values | undefined;
}

/** The command tree as plain data. The options of the root can be typed after every command. */
export function describeTree(program: Command): CommandTree {
  const help = program.createHelp();
  return {
    name: program.name(),
    summary: program.description(),
    args: program.registeredArguments.map(describeArgument),
    options: help.visibleOptions(program).flatMap(describeOption),
    commands: program.commands.map(describeTree),
  };
}

function describeArgument(argument: Argument): ArgumentWord {
  return {
    name: argument.name(),
    values: valuesOf(argument.name(), argument.argChoices),
    isRepeated: argument.variadic,
  };
}

function describeOption(option: Option): OptionWord[] {
  const { long, short, description, argChoices, flags } = option;
  if (!long) return [];
  const value = /<([^>]+)>/.exec(flags)?.[1];
  const what = long === '--profile' ? 'profile' : value;
  const values = what === undefined ? undefined : valuesOf(what, argChoices);
  return [{ long, short, summary: description, values }];
}

function valuesOf(name: string, choices: string[] | undefined): Values {
  if (choices) return { kind: 'choices', choices };
  if (name === 'profile') return { kind: 'profiles' };
  return /^(path|file)\b/.test(name) ? { kind: 'path' } : { kind: 'free' };
}
