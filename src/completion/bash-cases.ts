import { optionPattern, quoted, word } from './posix.ts';
import type { CommandTree, OptionWord, Values } from './tree.ts';
import { argumentPlaces, everyCommand, spellings, valueOptions } from './typed-words.ts';

/*
 * The arms of the `case` commands in the script of bash.
 */

/** What the value of an option can be. */
export function valueCases(root: CommandTree): string[] {
  return valueOptions(root).flatMap((option) => valueCase(optionPattern(option), option.values));
}

/** The options of each command. */
export function optionCases(root: CommandTree): string[] {
  return everyCommand(root)
    .filter(({ ownOptions }) => ownOptions.length > 0)
    .map(({ path, ownOptions }) => `${quoted(path)}) candidates=(${optionList(ownOptions)}) ;;`);
}

/** Words that are no options: the commands inside the one at hand, and its arguments. */
export function wordCases(root: CommandTree): string[] {
  const inner = everyCommand(root)
    .filter(({ command }) => command.commands.length > 0)
    .flatMap(({ path, command }) => {
      const choices = command.commands.map(({ name }) => name);
      return valueCase(quoted(`${path} 0`), { kind: 'choices', choices });
    });
  const args = argumentPlaces(root).flatMap(({ path, place, values }) =>
    valueCase(place === 'any' ? `${quoted(`${path} `)}[0-9]*` : quoted(`${path} ${place}`), values),
  );
  return [...inner, ...args];
}

export function optionList(options: readonly OptionWord[]): string {
  return options.flatMap(spellings).map(word).join(' ');
}

function valueCase(pattern: string, values: Values): string[] {
  if (values.kind === 'free') return [];
  if (values.kind === 'path') return [`${pattern}) is_path=1 ;;`];
  if (values.kind === 'profiles') return [`${pattern}) is_profile=1 ;;`];
  return [`${pattern}) candidates=(${values.choices.map(word).join(' ')}) ;;`];
}
