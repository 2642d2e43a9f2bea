import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { type Failure, usageFailure } from '../errors.ts';
import { addPreferenceOptions, commaSeparatedOption, ValueOption } from './options.ts';

export type GlobalOptions = ReturnType<Program['opts']>;

export type Program = ReturnType<typeof createProgram>;

/** An unknown command or option. Suggestions are loaded only when this is thrown. */
export class UnknownArgumentError extends Error {
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

/** Thrown for a command group without a subcommand: the group's help page is shown instead. */
export class HelpRequest extends Error {}

/** Internal name of the default command, which runs when `dotaf` is given no command. */
export const overviewName = '(overview)';

/** Creates the root command with the global options; commander neither prints nor exits. */
export function createProgram() {
  const command = new StrictCommand('dotaf')
    .exitOverride()
    .usage('<command> [options]')
    .option('-V, --version', 'print the version')
    .option('-h, --help', 'show help')
    .optionsGroup('Output:')
    .option('--json', 'print JSON, one object per line for each name or price')
    .addOption(
      commaSeparatedOption(
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

/** Overrides commander's error methods to throw typed errors instead of plain text messages. */
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
    throw new UnknownArgumentError(getCommandPath(this), word, subcommandNames(this));
  }

  unknownOption(flag: string): never {
    if (this.#isOverview && !this.args[0]?.startsWith('-')) this.#unknownToProgram();
    throw new UnknownArgumentError(getCommandPath(this), flag, listOptionFlags(this));
  }

  missingArgument(name: string): never {
    throw commandUsageFailure(getCommandPath(this), `<${name}> is missing`);
  }

  optionMissingArgument({ long, flags }: Option): never {
    throw commandUsageFailure(getCommandPath(this), `${long} needs a value: ${flags}`);
  }

  _conflictingOption({ long: first }: Option, { long: second }: Option): never {
    throw usageFailure(`use either ${first} or ${second}`, 'leave one of them out');
  }

  /** Quotes the excess argument only if it looks harmless: up to 8 lowercase letters, no secret. */
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

  /** Reports an unknown command: commander passes unknown words to the default command. */
  #unknownToProgram(): never {
    const [word = ''] = this.args;
    throw new UnknownArgumentError(
      [],
      word,
      this.parent === null ? [] : subcommandNames(this.parent),
    );
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

/** @returns the command's words, such as `['domains', 'ls']`; empty for the default command */
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
