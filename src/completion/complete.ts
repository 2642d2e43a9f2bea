import type { Description } from '../help/describe.ts';

export type HelpTree = Pick<
  Description['json'],
  'commands' | 'options' | 'home_options' | 'topics'
>;

export type CommandWord = HelpTree['commands'][number];

export type OptionWord = HelpTree['options'][number];

interface Candidate {
  /** Replaces the whole word at the cursor. */
  word: string;
  summary: string;
}

type Completion = Candidate[] | 'files';

/** @param given the options before the cursor, by their names, with their values */
export type LookUp = (
  source: 'profiles' | 'domains',
  given: ReadonlyMap<string, string>,
) => readonly string[];

interface Taker {
  name: string;
  /** Null where any value may be accepted. */
  values: readonly string[] | null;
  completes: OptionWord['completes'];
  list?: boolean;
}

/** Bash hands redirections over among the words. */
const redirection: Taker = {
  name: '>',
  values: null,
  completes: 'files',
};

/** @param words those typed after `dotaf`, up to the cursor and without the quotes of a shell */
export function complete(tree: HelpTree, words: readonly string[], lookUp: LookUp): Completion {
  const line = new TypedLine(tree, lookUp);
  for (const word of words.slice(0, -1)) line.read(word);
  const current = words.at(-1) ?? '';
  const completion = line.complete(current);
  if (completion === 'files') return completion;
  return completion.filter(({ word }) => word.startsWith(current));
}

class TypedLine {
  readonly #tree: HelpTree;
  readonly #lookUp: LookUp;
  #command: Pick<CommandWord, 'arguments' | 'options' | 'fields' | 'commands'>;
  readonly #args: string[] = [];
  readonly #given = new Map<string, string>();
  #awaiting: Taker | undefined;

  constructor(tree: HelpTree, lookUp: LookUp) {
    this.#tree = tree;
    this.#lookUp = lookUp;
    const { commands, home_options } = tree;
    this.#command = { commands, options: home_options, arguments: [], fields: [] };
  }

  read(word: string): void {
    if (this.#awaiting !== undefined) {
      this.#given.set(this.#awaiting.name, word);
      this.#awaiting = undefined;
    } else if (isRedirection(word)) {
      if (/[<>&|]$/.test(word)) this.#awaiting = redirection;
    } else if (/^-./.test(word)) this.#readOption(word);
    else this.#readArgument(word);
  }

  complete(current: string): Completion {
    if (this.#awaiting !== undefined) return this.#values(this.#awaiting, current);
    if (isRedirection(current)) return 'files';
    if (current.startsWith('-')) return this.#optionWords(current);
    const { commands, arguments: known } = this.#command;
    if (commands.length === 0) {
      const last = known.at(-1);
      const argument = known[this.#args.length] ?? (last?.variadic ? last : undefined);
      return this.#values(argument, current);
    }
    if (this.#args.length > 0) return [];
    return commands.map(({ name, summary }) => ({ word: name, summary }));
  }

  get #options(): OptionWord[] {
    const { options } = this.#tree;
    // A log-in repeats options of every command.
    const own = this.#command.options.filter(
      ({ name }) => !options.some((one) => one.name === name),
    );
    return options.concat(own);
  }

  #readOption(word: string): void {
    const [, name, value] = /^(--[^=]*)(?:=(.*))?$/s.exec(word) ?? [undefined, word];
    const option = this.#options.find((one) => name === one.name || name === one.short);
    if (option === undefined) return;
    if (option.value !== null && value === undefined) this.#awaiting = option;
    else this.#given.set(option.name, value ?? '');
  }

  #readArgument(word: string): void {
    const inner = this.#command.commands.find(
      ({ name, aliases }) => name === word || aliases.includes(word),
    );
    if (inner === undefined || this.#args.length > 0) this.#args.push(word);
    else this.#command = inner;
  }

  #optionWords(current: string): Completion {
    const [start, name] = /^(--[^=]+)=/.exec(current) ?? [];
    if (name !== undefined) {
      const option = this.#options.find((one) => one.name === name);
      return this.#values(option, current, start);
    }
    const open = this.#options.filter((option) => option.list || !this.#given.has(option.name));
    return open.map((option) => ({ word: option.name, summary: option.description }));
  }

  /** @param start of the current word, before its value */
  #values(taker: Taker | undefined, current: string, start = ''): Completion {
    if (taker === undefined) return [];
    const words = this.#wordsOf(taker);
    if (words === 'files') return words;
    const comma = taker.list ? current.lastIndexOf(',') : -1;
    const listed = current.slice(start.length, comma + 1);
    const used = listed.split(',');
    const unused = words.filter((word) => !used.includes(word));
    return unused.map((word) => ({ word: start + listed + word, summary: '' }));
  }

  #wordsOf({ values, completes }: Taker): readonly string[] | 'files' {
    if (values !== null) return values;
    const { commands, topics } = this.#tree;
    switch (completes) {
      case 'files':
        return completes;
      case 'fields':
        return this.#command.fields.map(({ name }) => name);
      case 'profiles':
      case 'domains':
        return this.#lookUp(completes, this.#given);
      case 'topics':
        return [...commands, ...topics].map((one) => one.name);
      case 'subcommands': {
        const group = commands.find((one) => one.name === this.#args.at(-1));
        return group?.commands.map((one) => one.name) ?? [];
      }
      default:
        return [];
    }
  }
}

function isRedirection(word: string): boolean {
  return /^[\d&]*[<>]/.test(word);
}
