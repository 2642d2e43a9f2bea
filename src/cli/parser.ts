import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { type Failure, usageFailure } from '../errors.ts';
import { addPreferenceOptions, rawListOption, ValueOption } from './options.ts';

export type GlobalOptions = ReturnType<Program['opts']>;

export type Program = ReturnType<typeof createProgram>;

/** A word that no command or option is called by; the correction is loaded for it alone. */
export class UnknownTokenError extends Error {
  readonly path: readonly string[];
  readonly token: string;
  readonly candidates: readonly string[];

  constructor(path: readonly string[], token: string, candidates: readonly string[]) {
    super('unknown word');
    this.path = path;
    this.token = token;
    this.candidates = candidates;
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
      rawListOption(
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
  return addPreferenceOptions(command, 'timeout', 'max-wait');
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
    throw new UnknownTokenError(getCommandPath(this), word, subcommandNames(this));
  }

  unknownOption(flag: string): never {
    if (this.#isOverview && !this.args[0]?.startsWith('-')) this.#unknownToProgram();
    throw new UnknownTokenError(getCommandPath(this), flag, listOptionFlags(this));
  }

  missingArgument(name: string): never {
    throw commandUsageFailure(getCommandPath(this), `<${name}> is missing`);
  }

  optionMissingArgument({ long, flags }: Option): never {
    throw commandUsageFailure(getCommandPath(this), `${long} needs a value: ${flags}`);
  }

  _conflictingOption({ long: one }: Option, { long: other }: Option): never {
    throw usageFailure(`use either ${one} or ${other}`, 'leave one of them out');
  }

  /** A word that may be a secret is not repeated. */
  _excessArguments(args: readonly string[]): never {
    if (this.#isOverview) this.#unknownToProgram();
    const { length } = this.registeredArguments;
    const excess = args[length] ?? '';
    const prefix = /^[a-z]{1,8}$/.test(excess) ? `'${excess}' is one too many: ` : '';
    const allowed = ['no arguments', 'one argument at most', 'two arguments at most'][length];
    throw commandUsageFailure(
      getCommandPath(this),
      `${prefix}${formatCommandLine(getCommandPath(this))} takes ${allowed}`,
    );
  }

  get #isOverview(): boolean {
    return this.name() === overviewName;
  }

  /** commander hands every word that is no command to the default command. */
  #unknownToProgram(): never {
    const [word = ''] = this.args;
    throw new UnknownTokenError([], word, this.parent === null ? [] : subcommandNames(this.parent));
  }
}

export function subcommandNames({ commands }: CommandUnknownOpts): string[] {
  return commands.map((command) => command.name()).filter((name) => name !== overviewName);
}

export function commandUsageFailure(
  path: readonly string[],
  message: string,
  suggestion = '',
): Failure {
  return usageFailure(
    message,
    `${suggestion}${formatCommandLine(path)} --help shows what there is`,
  );
}

/** @returns the words that are typed for the command, none for `dotaf` alone */
export function getCommandPath(command: CommandUnknownOpts): string[] {
  if (command.parent === null || command.name() === overviewName) return [];
  return [...getCommandPath(command.parent), command.name()];
}

export function listOptionFlags({ parent, options }: CommandUnknownOpts): string[] {
  const flags = options.flatMap(({ short, long }) => [short ?? [], long ?? []].flat());
  return parent === null ? flags : [...flags, ...listOptionFlags(parent)];
}

export function formatCommandLine(path: readonly string[]): string {
  return ['dotaf', ...path].join(' ');
}
