import type { CommandTree, Values } from '../completion/tree.ts';
import { faultKinds } from '../sandbox/faults.ts';
import { preferences } from '../settings/preferences.ts';
import type { CommandJson, HelpJson, OptionJson } from './machine.ts';

/** By the name of an option or argument, or by what help calls the value: usual words. */
const usualWords: Readonly<Record<string, readonly string[]>> = {
  fail: faultKinds.map((kind) => `${kind}:`),
  tld: ['.af', '.com.af'],
  tlds: ['.af', '.com.af'],
  round: ['1', '5', '.99', '.95'],
  rate: ['AFN='],
  remind: ['30d', '14d', '7d', '1d'],
  periods: ['1', '1-5'],
};

/** The commands as completion reads them, and as the build writes them down. */
export function completionTree(help: HelpJson): CommandTree {
  const namesIn = ({ commands }: HelpJson | CommandJson) => commands.map(({ name }) => name);
  const ofPreferences = Object.entries(preferences).map(([key, one]) => [key, one.choices ?? []]);
  const inGroups = help.commands.map((command) => [command.name, namesIn(command)]);
  const lookedUp: Readonly<Record<string, Values>> = {
    columns: { kind: 'fields' },
    fields: { kind: 'fields' },
    profile: { kind: 'profiles' },
    domains: { kind: 'domains' },
    file: { kind: 'files' },
    path: { kind: 'files' },
    topic: { kind: 'choice', words: [...namesIn(help), ...help.topics.map(({ name }) => name)] },
    value: { kind: 'by-previous-argument', words: Object.fromEntries(ofPreferences) },
    subcommand: { kind: 'by-previous-argument', words: Object.fromEntries(inGroups) },
  };
  const valuesOf = (accepted: string[] | null, ...names: string[]): Values => {
    const found = accepted ? undefined : names.map((name) => lookedUp[name]).find(Boolean);
    const usual = names.flatMap((name) => usualWords[name] ?? []);
    return found ?? { kind: 'choice', words: accepted ?? usual };
  };
  const optionOf = ({ name, short, description, value, values, list }: OptionJson) => ({
    long: name,
    ...(short && { short }),
    summary: description,
    ...(value && { values: valuesOf(values, name.replace('--', ''), value) }),
    ...(list && ({ isList: true } as const)),
  });
  const treeOf = (command: CommandJson): CommandTree => ({
    name: command.name,
    aliases: command.aliases,
    summary: command.summary,
    args: command.arguments.map(({ name, values, variadic }) => ({
      values: valuesOf(values, name),
      isRepeated: variadic,
    })),
    options: command.options.map(optionOf),
    fields: command.fields,
    commands: command.commands.map(treeOf),
  });
  const { name, summary, options, commands } = help;
  return {
    ...{ name, summary, aliases: [], args: [], fields: [] },
    options: options.map(optionOf),
    commands: commands.map(treeOf),
  };
}
