import type { CommandTree, OptionWord, Values } from './tree.ts';

/** A command and all the words that lead to it: `dotaf domains ls`. */
export interface ReachedCommand {
  path: string;
  command: CommandTree;
  /** The options that cannot be typed for every command. */
  ownOptions: OptionWord[];
}

/** One spelling of an option that takes a value; without a path it can follow every command. */
export interface ValueOption {
  path: string | undefined;
  spelling: string;
  values: Values;
}

/** An argument, by the number of words between it and its command that are no options. */
interface ArgumentPlace {
  path: string;
  place: number | 'any';
  values: Values;
}

/** The root comes first. */
export function everyCommand(root: CommandTree): ReachedCommand[] {
  const common = new Set(root.options.map(({ long }) => long));
  const reach = (command: CommandTree, path: string): ReachedCommand[] => [
    { path, command, ownOptions: command.options.filter(({ long }) => !common.has(long)) },
    ...command.commands.flatMap((inner) => reach(inner, `${path} ${inner.name}`)),
  ];
  return reach(root, root.name);
}

/** All that leads to a command inside the root: `dotaf domains`, `dotaf domains ls`. */
export function innerPaths(root: CommandTree): string[] {
  return everyCommand(root)
    .slice(1)
    .map(({ path }) => path);
}

export function valueOptions(root: CommandTree): ValueOption[] {
  const own = everyCommand(root).flatMap(({ path, ownOptions }) =>
    ownOptions.flatMap((option) => valueSpellings(option, path)),
  );
  return [...root.options.flatMap((option) => valueSpellings(option, undefined)), ...own];
}

export function argumentPlaces(root: CommandTree): ArgumentPlace[] {
  return everyCommand(root).flatMap(({ path, command }) =>
    command.args.map(({ values, isRepeated }, index) => ({
      path,
      place: isRepeated ? 'any' : index,
      values,
    })),
  );
}

export function spellings({ long, short }: OptionWord): string[] {
  return short === undefined ? [long] : [short, long];
}

function valueSpellings(option: OptionWord, path: string | undefined): ValueOption[] {
  const { values } = option;
  return values ? spellings(option).map((spelling) => ({ path, spelling, values })) : [];
}
