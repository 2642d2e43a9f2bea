/** Completion reads this of the tree that `dotaf help --json` prints and the build writes down. */
export interface HelpTree {
  commands: readonly CommandWord[];
  options: readonly OptionWord[];
  topics: readonly { name: string }[];
}

export interface CommandWord {
  name: string;
  aliases: readonly string[];
  summary: string;
  arguments: readonly ArgumentWord[];
  options: readonly OptionWord[];
  fields: readonly string[];
  commands: readonly CommandWord[];
}

export interface ArgumentWord {
  /** Null where any may be accepted. */
  values: readonly string[] | null;
  /** Where other words come from: `files`, `domains`, … */
  completes: string | null;
  variadic: boolean;
}

export interface OptionWord {
  /** `--profile` */
  name: string;
  short: string | null;
  description: string;
  /** Help calls its value by this name; null for an option that takes none. */
  value: string | null;
  values: readonly string[] | null;
  completes: string | null;
  /** It takes several values with commas between, and may be repeated. */
  list: boolean;
}

export interface Candidate {
  /** Replaces the whole word at the cursor. */
  word: string;
  summary: string;
}

/** With `files` the shell is to complete a path. */
export type Completion = Candidate[] | 'files';

/** @param given the options before the cursor, by their names, with their values */
export type LookUp = (
  source: 'profiles' | 'domains',
  given: ReadonlyMap<string, string>,
) => readonly string[];

type Taker = Pick<ArgumentWord, 'values' | 'completes'> & Partial<Pick<OptionWord, 'list'>>;

interface Line {
  tree: HelpTree;
  command: Pick<CommandWord, 'arguments' | 'fields' | 'commands'>;
  options: readonly OptionWord[];
  args: string[];
  given: Map<string, string>;
  awaiting: OptionWord | undefined;
  hasEndedOptions: boolean;
}

/** Bash hands redirections over among the words. */
const redirection: OptionWord = {
  name: '>',
  short: null,
  description: '',
  value: 'file',
  values: null,
  completes: 'files',
  list: false,
};

/** @param words those typed after `dotaf`, up to the cursor and without the quotes of a shell */
export function complete(tree: HelpTree, words: readonly string[], lookUp: LookUp): Completion {
  const line = readLine(tree, words.slice(0, -1));
  const current = words.at(-1) ?? '';
  const completion = completeWord(current, line, lookUp);
  if (completion === 'files') return completion;
  return completion.filter(({ word }) => word.startsWith(current));
}

function completeWord(current: string, line: Line, lookUp: LookUp): Completion {
  const { command, options, args, awaiting, hasEndedOptions } = line;
  const completeValue = (taker: Taker | undefined, start = ''): Completion => {
    const words = taker ? wordsOf(taker, line, lookUp) : [];
    if (words === 'files') return words;
    const listed = taker?.list ? (/^.*,/s.exec(current.slice(start.length))?.[0] ?? '') : '';
    return words
      .filter((word) => !listed.split(',').includes(word))
      .map((word) => ({ word: start + listed + word, summary: '' }));
  };
  if (awaiting) return completeValue(awaiting);
  if (isRedirection(current)) return 'files';
  if (!hasEndedOptions && current.startsWith('-')) {
    const [start, name] = /^(--[^=]+)=/.exec(current) ?? [];
    if (start === undefined) return optionCandidates(line);
    const option = options.find((one) => one.name === name);
    return completeValue(option, start);
  }
  if (command.commands.length > 0) {
    return args.length > 0
      ? []
      : command.commands.map(({ name, summary }) => ({ word: name, summary }));
  }
  const last = command.arguments.at(-1);
  const argument = command.arguments[args.length] ?? (last?.variadic ? last : undefined);
  return completeValue(argument);
}

function optionCandidates({ options, given }: Line): Candidate[] {
  return options
    .filter(({ name, list }) => !given.has(name) || list)
    .flatMap(({ name, short, description }) =>
      [short ?? [], name].flat().map((word) => ({ word, summary: description })),
    );
}

function wordsOf({ values, completes }: Taker, line: Line, lookUp: LookUp) {
  const { tree, command, args, given } = line;
  const namesOf = (words: readonly { name: string }[]) => words.map(({ name }) => name);
  if (values !== null) return values;
  switch (completes) {
    case 'files':
      return completes;
    case 'fields':
      return command.fields;
    case 'profiles':
    case 'domains':
      return lookUp(completes, given).filter((word) => !args.includes(word));
    case 'topics':
      return [...namesOf(tree.commands), ...namesOf(tree.topics)];
    case 'subcommands':
      return namesOf(tree.commands.find(({ name }) => name === args.at(-1))?.commands ?? []);
    default:
      return [];
  }
}

function readLine(tree: HelpTree, words: readonly string[]): Line {
  const line: Line = {
    ...{ tree, command: { ...tree, arguments: [], fields: [] }, options: tree.options },
    ...{ args: [], given: new Map(), awaiting: undefined, hasEndedOptions: false },
  };
  for (const word of words) readWord(word, line);
  return line;
}

function readWord(word: string, line: Line): void {
  const { tree, command, args, awaiting } = line;
  if (awaiting) {
    line.given.set(awaiting.name, word);
    line.awaiting = undefined;
  } else if (isRedirection(word)) {
    if (/[<>&|]$/.test(word)) line.awaiting = redirection;
  } else if (!line.hasEndedOptions && /^-./.test(word)) {
    readOption(word, line);
  } else {
    const inner = command.commands.find(
      ({ name, aliases }) => args.length === 0 && [name, ...aliases].includes(word),
    );
    if (inner) {
      line.command = inner;
      line.options = [...tree.options, ...inner.options];
    } else args.push(word);
  }
}

function readOption(word: string, line: Line): void {
  const [, name, value] = /^(--[^=]*)(?:=(.*))?$/s.exec(word) ?? [undefined, word];
  const option = line.options.find((one) => name === one.name || name === one.short);
  if (name === '--') line.hasEndedOptions = true;
  else if (option && option.value !== null && value === undefined) line.awaiting = option;
  else if (option) line.given.set(option.name, value ?? '');
}

function isRedirection(word: string): boolean {
  return /^[\d&]*[<>]/.test(word);
}
