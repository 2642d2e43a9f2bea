import path from 'node:path';
import { relativeMonthNames } from '../core/dates.ts';
import type { CliSchema } from '../help/describe.ts';
import { resolveAppDirectoriesFromEnv } from '../system/app-directories.ts';
import { readFileIfExists } from '../system/files.ts';

export type CompletionTree = CliSchema['json'];

export type CommandSpec = CompletionTree['commands'][number];

export type OptionSpec = CompletionTree['options'][number];

type ValueSpec = Pick<OptionSpec, 'values' | 'completes'> & { list?: boolean };

/** Candidates for the word at the cursor, or `files` to let the shell complete paths. */
type Completion = { word: string; summary: string }[] | 'files';

/** @returns `candidate<TAB>summary` lines, `:files` to complete paths, or '' on any error */
export function renderCompletions(words: readonly string[], readTree: () => string) {
  try {
    const tree: CompletionTree = JSON.parse(readTree());
    // Windows PowerShell drops empty arguments, so its completion script passes `""` instead.
    const args = words.map((word) => (word === '""' ? '' : word));
    const completion = completeCommandLine(tree, args, readProfileNames);
    if (completion === 'files') return ':files\n';
    return completion
      .map(({ word, summary }) => (summary === '' ? `${word}\n` : `${word}\t${summary}\n`))
      .join('');
  } catch {
    return '';
  }
}

/** @param words the words up to the cursor, unquoted; the last one may be incomplete */
export function completeCommandLine(
  tree: CompletionTree,
  words: readonly string[],
  getProfiles: () => readonly string[],
): Completion {
  const parser = new LineParser(tree, getProfiles);
  for (const word of words.slice(0, -1)) parser.consume(word);
  const current = words.at(-1) ?? '';
  const completion = parser.complete(current);
  if (completion === 'files') return completion;
  return completion.filter(({ word }) => word.startsWith(current));
}

class LineParser {
  readonly #tree;
  readonly #getProfiles;
  #command: Pick<CommandSpec, 'arguments' | 'options' | 'fields' | 'commands'>;
  #argumentCount = 0;
  #pendingValue: ValueSpec | undefined;

  constructor(tree: CompletionTree, getProfiles: () => readonly string[]) {
    this.#tree = tree;
    this.#getProfiles = getProfiles;
    const { commands, home_options } = tree;
    this.#command = { commands, options: home_options, arguments: [], fields: [] };
  }

  consume(word: string) {
    const { commands } = this.#command;
    if (this.#pendingValue !== undefined) this.#pendingValue = undefined;
    else if (isRedirection(word)) {
      // Bash also passes redirections, such as `> file`, to completion functions.
      if (/[<>&|]$/.test(word)) this.#pendingValue = { values: null, completes: 'files' };
    } else if (/^-./.test(word)) {
      const option = this.#options.find(({ name, short }) => name === word || short === word);
      if (option && option.value !== null) this.#pendingValue = option;
    } else {
      const subcommand = commands.find(({ name, aliases }) => [name, ...aliases].includes(word));
      if (subcommand === undefined || this.#argumentCount > 0) this.#argumentCount += 1;
      else this.#command = subcommand;
    }
  }

  complete(current: string): Completion {
    if (this.#pendingValue !== undefined) return this.#completeValue(this.#pendingValue, current);
    if (isRedirection(current)) return 'files';
    if (current.startsWith('-')) return this.#completeOption(current);
    const { commands, arguments: params } = this.#command;
    if (commands.length === 0) {
      const argument = params[this.#argumentCount] ?? params.find(({ variadic }) => variadic);
      return this.#completeValue(argument, current);
    }
    if (this.#argumentCount > 0) return [];
    return commands.map(({ name, summary }) => ({ word: name, summary }));
  }

  get #options() {
    return [...this.#tree.options, ...this.#command.options];
  }

  #completeOption(current: string): Completion {
    const [prefix, optionName] = /^(--[^=]+)=/.exec(current) ?? [];
    if (prefix === undefined)
      return this.#options.map(({ name, description }) => ({ word: name, summary: description }));
    const option = this.#options.find(({ name }) => name === optionName);
    return this.#completeValue(option, current, prefix);
  }

  #completeValue(spec: ValueSpec | undefined, current: string, prefix = ''): Completion {
    if (spec === undefined) return [];
    const values = this.#listValues(spec);
    if (values === 'files') return values;
    const earlierItems = spec.list ? current.slice(0, current.lastIndexOf(',') + 1) : '';
    return values.map((value) => ({ word: (earlierItems || prefix) + value, summary: '' }));
  }

  #listValues({ values, completes }: ValueSpec): readonly string[] | 'files' {
    if (values !== null) return values;
    const { commands, topics } = this.#tree;
    switch (completes) {
      case 'files':
        return completes;
      case 'fields':
        return this.#command.fields.map(({ name }) => name);
      case 'profiles':
        return this.#getProfiles();
      case 'months':
        return relativeMonthNames;
      case 'topics':
        return [...commands, ...topics].map(({ name }) => name);
      default:
        return [];
    }
  }
}

function isRedirection(word: string) {
  return /^[\d&]*[<>]/.test(word);
}

/** Skips validation of the config: loading zod takes longer than the rest of the completion. */
function readProfileNames(): string[] {
  const file = path.join(resolveAppDirectoriesFromEnv().config, 'config.json');
  const { profiles }: { profiles: { name: string }[] } = JSON.parse(readFileIfExists(file) ?? '');
  // Skip names with characters that are special in a shell, except spaces, which are escaped.
  const pattern = /^[\p{L}\p{N}_.@+][\p{L}\p{N}_.@+ -]*$/u;
  return profiles.map(({ name }) => name).filter((name) => pattern.test(name));
}
