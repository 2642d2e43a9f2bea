import {
  Command,
  type CommanderError,
  type CommandUnknownOpts,
  Option,
} from '@commander-js/extra-typings';
import { usageError } from '../errors.ts';
import {
  addPreferenceOptions,
  CompletableOption,
  commaSeparatedOption,
  stringOption,
} from './options.ts';

export type GlobalOptions = ReturnType<Program['opts']>;

/** True for CSV and workbook output, which consists of rows and cannot include totals. */
export function isTabularFormat(options?: GlobalOptions) {
  return (options?.csv ?? options?.xlsx) !== undefined;
}

export type Program = ReturnType<typeof createProgram>;

/** Converted to a CliError only when reported, to avoid loading `suggestions.ts` at startup. */
export class UnknownArgumentError extends Error {
  readonly path;
  readonly token;
  readonly candidates;

  constructor(
    command: CommandUnknownOpts,
    token: string,
    candidates = listCommandNames(command),
    message = '',
  ) {
    super(message);
    this.path = getCommandPath(command);
    this.token = token;
    this.candidates = candidates;
  }
}

/** Commander's default command, which runs if the user types no command. */
export const overviewCommandName = '(overview)';

export function createProgram() {
  const command = new Command('dotaf')
    .helpOption(false)
    .showSuggestionAfterError(false)
    // Suppress commander's messages: they quote whole arguments, which may be secrets.
    .configureOutput({ outputError: () => {} })
    .usage('<command> [options]')
    .option('-V, --version', 'print the version')
    .option('-h, --help', 'show help')
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
    .addOption(new CompletableOption('--profile <name>', 'profile to use', 'profiles'))
    .option('--base-url <url>', 'address of the service')
    .addOption(
      new Option('--sandbox', 'use an embedded sandbox, no account needed').conflicts('profile'),
    )
    .option('--no-input', 'never prompt');
  throwUsageErrors(command);
  return rejectRepeatedOptions(addPreferenceOptions(command, 'timeout', 'max-wait'));
}

export function throwUsageErrors(command: CommandUnknownOpts) {
  command.exitOverride((error) => {
    throw toUsageError(command, error);
  });
}

/** Rejects a repeated single-value option: commander would silently ignore the first value. */
export function rejectRepeatedOptions<Cmd extends CommandUnknownOpts>(command: Cmd) {
  for (const option of command.options) {
    if (!option.required || (option instanceof CompletableOption && option.isList)) continue;
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) throw usageError(`${option.long} is given twice`, 'give it once');
      isGiven = true;
    });
  }
  return command;
}

function toUsageError(command: CommandUnknownOpts, { code, message }: CommanderError) {
  const path = getCommandPath(command);
  const { args, registeredArguments } = command;
  const [word = ''] = args;
  // Commander passes an unknown command to the default command, as an argument.
  const group = (command.name() === overviewCommandName && command.parent) || command;
  const isGroup = group.commands.length > 0;
  const [, quoted = ''] = /'(.*)'/s.exec(message) ?? [];
  const [option, otherOption] = message.match(/--[\w-]+/g) ?? [];
  switch (code) {
    case 'commander.unknownOption':
      // Commander reports only the option after an unknown command: report the command instead.
      if (isGroup && !word.startsWith('-')) return new UnknownArgumentError(group, word);
      return new UnknownArgumentError(command, quoted, listFlags(command));
    case 'commander.excessArguments': {
      if (isGroup) return new UnknownArgumentError(group, word);
      const allowed = ['no arguments', 'one argument at most', 'two arguments at most'];
      const { length } = registeredArguments;
      // Do not quote the excess argument, which may be a secret.
      const text = `${formatCommandLine(path)} takes ${allowed[length]}`;
      return new UnknownArgumentError(command, args[length] ?? '', [], text);
    }
    case 'commander.missingArgument':
      return commandUsageError(path, `<${quoted}> is missing`);
    case 'commander.optionMissingArgument':
      return commandUsageError(path, `${option} needs a value: ${quoted}`);
    case 'commander.conflictingOption':
      return usageError(`use either ${option} or ${otherOption}`, 'leave one of them out');
    default:
      return new Error(`commander reports ${code}`);
  }
}

function listFlags(command: CommandUnknownOpts) {
  return getOptionsWithGlobals(command).flatMap(({ short, long }) =>
    [short ?? [], long ?? []].flat(),
  );
}

function listCommandNames({ commands }: CommandUnknownOpts) {
  return commands.map((command) => command.name()).filter((name) => name !== overviewCommandName);
}

export function commandUsageError(path: readonly string[], message: string, suggestion = '') {
  return usageError(message, `${suggestion}${formatCommandLine(path)} --help shows what there is`);
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
