import type { CommandTree, OptionWord, Source, Values } from './tree.ts';

export interface Candidate {
  /** Replaces the whole word at the cursor. */
  word: string;
  summary: string;
}

/** With `files` the shell is to complete a path. */
export type Completion = Candidate[] | 'files';

/** @param given the options before the cursor, by long name, with their values */
export type LookUp = (source: Source, given: ReadonlyMap<string, string>) => readonly string[];

/** An argument or an option. */
type Taker = Pick<OptionWord, 'values' | 'isList'>;

interface Line {
  command: CommandTree;
  options: readonly OptionWord[];
  args: string[];
  given: Map<string, string>;
  /** Its value comes next. */
  awaiting: OptionWord | undefined;
  hasEndedOptions: boolean;
}

/** Bash hands redirections over among the words. */
const redirection: OptionWord = { long: '>', summary: '', values: { kind: 'files' } };

/** @param words what was typed after `dotaf`, up to the cursor and without the quotes of a shell */
export function complete(root: CommandTree, words: readonly string[], lookUp: LookUp): Completion {
  const line = readLine(root, words.slice(0, -1));
  const current = words.at(-1) ?? '';
  const completion = completeWord(current, line, lookUp);
  if (completion === 'files') return completion;
  return completion.filter(({ word }) => word.startsWith(current));
}

function completeWord(current: string, line: Line, lookUp: LookUp): Completion {
  const { command, options, args, awaiting, hasEndedOptions } = line;
  const completeValue = (taker: Taker | undefined, start = ''): Completion => {
    const { values, isList = false } = taker ?? {};
    if (values?.kind === 'files') return 'files';
    const listed = isList ? (/^.*,/s.exec(current.slice(start.length))?.[0] ?? '') : '';
    const words = values ? wordsOf(values, line, lookUp) : [];
    return words
      .filter((word) => !listed.split(',').includes(word))
      .map((word) => ({ word: start + listed + word, summary: '' }));
  };
  if (awaiting) return completeValue(awaiting);
  if (isRedirection(current)) return 'files';
  if (!hasEndedOptions && current.startsWith('-')) {
    const [start, long] = /^(--[^=]+)=/.exec(current) ?? [];
    if (start === undefined) return optionCandidates(line);
    return completeValue(
      options.find((option) => option.long === long),
      start,
    );
  }
  if (command.commands.length > 0) {
    return args.length > 0
      ? []
      : command.commands.map(({ name, summary }) => ({ word: name, summary }));
  }
  const last = command.args.at(-1);
  return completeValue(command.args[args.length] ?? (last?.isRepeated ? last : undefined));
}

function optionCandidates({ options, given }: Line): Candidate[] {
  return options
    .filter(({ long, isList }) => !given.has(long) || isList)
    .flatMap(({ long, short, summary }) =>
      (short === undefined ? [long] : [short, long]).map((word) => ({ word, summary })),
    );
}

function wordsOf(values: Values, line: Line, lookUp: LookUp): readonly string[] {
  const { command, args, given } = line;
  switch (values.kind) {
    case 'choice':
      return values.words;
    case 'fields':
      return command.fields;
    case 'by-previous-argument': {
      const previous = args.at(-1) ?? '';
      return Object.hasOwn(values.words, previous) ? (values.words[previous] ?? []) : [];
    }
    case 'profiles':
    case 'domains':
      return lookUp(values.kind, given).filter((word) => !args.includes(word));
    default:
      return [];
  }
}

function readLine(root: CommandTree, words: readonly string[]): Line {
  const line: Line = {
    command: root,
    options: root.options,
    args: [],
    given: new Map(),
    awaiting: undefined,
    hasEndedOptions: false,
  };
  for (const word of words) readWord(word, line, root);
  return line;
}

function readWord(word: string, line: Line, root: CommandTree): void {
  const { command, args, awaiting } = line;
  if (awaiting) {
    line.given.set(awaiting.long, word);
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
      line.options = [...root.options, ...inner.options];
    } else args.push(word);
  }
}

function readOption(word: string, line: Line): void {
  const [, name, value] = /^(--[^=]*)(?:=(.*))?$/s.exec(word) ?? [undefined, word];
  const option = line.options.find(({ long, short }) => name === long || name === short);
  if (name === '--') line.hasEndedOptions = true;
  else if (option?.values && value === undefined) line.awaiting = option;
  else if (option) line.given.set(option.long, value ?? '');
}

function isRedirection(word: string): boolean {
  return /^[\d&]*[<>]/.test(word);
}
