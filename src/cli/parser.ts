import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { usageFailure } from '../errors.ts';
import {
  addPreferenceOptions,
  CompletableOption,
  commaSeparatedOption,
  stringOption,
} from './options.ts';

export type GlobalOptions = ReturnType<Program['opts']>;

/** True if the output is a table of rows, in place of one object that also holds sums. */
export function isTabular(options?: GlobalOptions) {
  return (options?.csv ?? options?.xlsx) !== undefined;
}

export type Program = ReturnType<typeof createProgram>;

/** Code that suggests corrections is loaded only when this error is reported. */
export class UnknownArgumentError extends Error {
  readonly path;
  readonly token;
  readonly candidates;

  constructor(path: readonly string[], token: string, candidates: readonly string[]) {
    super('unknown word');
    this.path = path;
    this.token = token;
    this.candidates = candidates;
  }
}

export class MissingSubcommandError extends Error {}

/** Commander's default command, which runs if `dotaf` is invoked without a command. */
export const overviewCommandName = '(overview)';

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
    .addOption(
      stringOption(
        '--xlsx <file>',
        'write a workbook (.xlsx) with the fields of --csv',
        (file) => (/\.xlsx$/i.test(file) ? file : undefined),
        'the file must end in .xlsx',
        'files',
      ).conflicts(['json', 'jq', 'csv']),
    )
    .option('--color', 'always use colour')
    .option('--no-color', 'never use colour')
    .addOption(
      new Option('--cron', 'print nothing while all is well (dotaf help cron)').conflicts([
        'json',
        'jq',
        'csv',
        'xlsx',
      ]),
    )
    .option('-q, --quiet', 'print only the answer and errors')
    .option('-v, --verbose', 'log requests and answers to stderr, credentials hidden')
    .optionsGroup('Account:')
    .addOption(new CompletableOption('--profile <name>', 'profile to use', 'profiles'))
    .option('--base-url <url>', 'address of the service')
    .addOption(
      new Option('--sandbox', 'use an embedded sandbox, no account needed').conflicts('profile'),
    )
    .option('--no-input', 'never prompt')
    .optionsGroup('Waiting:');
  return addPreferenceOptions(command, 'timeout', 'max-wait');
}

export class StrictCommand extends Command {
  constructor(name: string) {
    super(name);
    this.helpOption(false).helpCommand(false);
  }

  override help(): never {
    throw new MissingSubcommandError();
  }

  unknownCommand(): never {
    const [word = ''] = this.args;
    // commander passes an unknown command to the default command as an argument.
    const group = (this.#isOverview && this.parent) || this;
    throw new UnknownArgumentError(getCommandPath(this), word, getSubcommandNames(group));
  }

  unknownOption(flag: string): never {
    if (this.#isOverview && !this.args[0]?.startsWith('-')) this.unknownCommand();
    const flags = getOptionsWithGlobals(this).flatMap(({ short, long }) =>
      [short ?? [], long ?? []].flat(),
    );
    throw new UnknownArgumentError(getCommandPath(this), flag, flags);
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

  /** Does not quote the excess argument, which may be a secret. */
  _excessArguments(): never {
    if (this.#isOverview) this.unknownCommand();
    const { length } = this.registeredArguments;
    const allowed = ['no arguments', 'one argument at most', 'two arguments at most'][length];
    const path = getCommandPath(this);
    throw commandUsageFailure(path, `${formatCommandLine(path)} takes ${allowed}`);
  }

  get #isOverview() {
    return this.name() === overviewCommandName;
  }
}

export function getSubcommandNames({ commands }: CommandUnknownOpts) {
  return commands.map((command) => command.name()).filter((name) => name !== overviewCommandName);
}

export function commandUsageFailure(path: readonly string[], message: string, suggestion = '') {
  return usageFailure(
    message,
    `${suggestion}${formatCommandLine(path)} --help shows what there is`,
  );
}

export function getCommandPath(command: CommandUnknownOpts): string[] {
  if (command.parent === null || command.name() === overviewCommandName) return [];
  return [...getCommandPath(command.parent), command.name()];
}

export function getOptionsWithGlobals({ parent, options }: CommandUnknownOpts): readonly Option[] {
  return parent === null ? options : [...options, ...getOptionsWithGlobals(parent)];
}

export function formatCommandLine(path: readonly string[]) {
  return ['dotaf', ...path].join(' ');
}
