import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { type Failure, usageFailure } from '../errors.ts';
import { addPreferences, ValueOption, wordsOption } from './options.ts';

export type GlobalOptions = ReturnType<Program['opts']>;

export type Program = ReturnType<typeof createProgram>;

/** A word that no command or option is called by; the correction is loaded for it alone. */
export class UnknownWord extends Error {
  readonly path: readonly string[];
  readonly word: string;
  readonly known: readonly string[];

  constructor(path: readonly string[], word: string, known: readonly string[]) {
    super('unknown word');
    this.path = path;
    this.word = word;
    this.known = known;
  }
}

/** Thrown for a group of commands without one of them: its help is the answer. */
export class HelpRequest extends Error {}

/** Name of the command that `dotaf` alone runs; nobody types it. */
export const overviewName = '(overview)';

/** A program without commands, which neither prints nor exits by itself. */
export function createProgram() {
  const command = new StrictCommand('dotaf')
    .exitOverride()
    .usage('<command> [options]')
    .option('-V, --version', 'print the version')
    .option('-h, --help', 'show help')
    .optionsGroup('Output:')
    .option('--json', 'print JSON, one object per line for each name or price')
    .addOption(
      wordsOption(
        '--fields <list>',
        'print only these fields, such as domain,pricing.amount',
        'fields',
      ),
    )
    .option('--jq <expression>', 'filter the JSON with a jq expression')
    .addOption(new Option('--csv', 'print CSV with a header line').conflicts(['json', 'jq']))
    .option('--color', 'always use colour')
    .option('--no-color', 'never use colour')
    .option('-q, --quiet', 'print only the answer and errors')
    .option('-v, --verbose', 'log requests and answers to stderr, credentials hidden')
    .optionsGroup('Account:')
    .addOption(new ValueOption('--profile <name>', 'profile to use', 'profiles'))
    .option('--base-url <url>', 'address of the service')
    .addOption(
      new Option('--sandbox', 'use an embedded sandbox, no account needed').conflicts('profile'),
    )
    .option('--no-input', 'never prompt')
    .optionsGroup('Waiting:');
  return addPreferences(command, 'timeout', 'max-wait');
}

/** commander calls these methods; its own report what is wrong only as English text. */
export class StrictCommand extends Command {
  constructor(name: string) {
    super(name);
    this.helpOption(false).helpCommand(false);
  }

  override help(): never {
    throw new HelpRequest();
  }

  unknownCommand(): never {
    const [word = ''] = this.args;
    throw new UnknownWord(pathOf(this), word, subcommandNames(this));
  }

  unknownOption(flag: string): never {
    if (this.#isOverview && !this.args[0]?.startsWith('-')) this.#unknownToProgram();
    throw new UnknownWord(pathOf(this), flag, knownOptions(this));
  }

  missingArgument(name: string): never {
    throw usageError(pathOf(this), `<${name}> is missing`);
  }

  optionMissingArgument({ long, flags }: Option): never {
    throw usageError(pathOf(this), `${long} needs a value: ${flags}`);
  }

  _conflictingOption({ long: one }: Option, { long: other }: Option): never {
    throw usageFailure(`use either ${one} or ${other}`, 'leave one of them out');
  }

  /** A word that may be a secret is not repeated. */
  _excessArguments(words: readonly string[]): never {
    if (this.#isOverview) this.#unknownToProgram();
    const { length } = this.registeredArguments;
    const excess = words[length] ?? '';
    const says = /^[a-z]{1,8}$/.test(excess) ? `'${excess}' is one too many: ` : '';
    const allowed = ['no arguments', 'one argument at most', 'two arguments at most'][length];
    throw usageError(pathOf(this), `${says}${typed(pathOf(this))} takes ${allowed}`);
  }

  get #isOverview(): boolean {
    return this.name() === overviewName;
  }

  /** commander hands every word that is no command to the default command. */
  #unknownToProgram(): never {
    const [word = ''] = this.args;
    throw new UnknownWord([], word, this.parent === null ? [] : subcommandNames(this.parent));
  }
}

export function subcommandNames({ commands }: CommandUnknownOpts): string[] {
  return commands.map((command) => command.name()).filter((name) => name !== overviewName);
}

export function usageError(path: readonly string[], message: string, guess = ''): Failure {
  return usageFailure(message, `${guess}${typed(path)} --help shows what there is`);
}

/** @returns the words that are typed for the command, none for `dotaf` alone */
export function pathOf(command: CommandUnknownOpts): string[] {
  if (command.parent === null || command.name() === overviewName) return [];
  return [...pathOf(command.parent), command.name()];
}

export function knownOptions({ parent, options }: CommandUnknownOpts): string[] {
  const own = options.flatMap(({ short, long }) => [short ?? [], long ?? []].flat());
  return parent === null ? own : [...own, ...knownOptions(parent)];
}

export function typed(path: readonly string[]): string {
  return ['dotaf', ...path].join(' ');
}
