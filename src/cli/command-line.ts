import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { exitCodes } from '../errors.ts';
import { version } from '../version.ts';
import type { CommandHandler, CommandMetadata, RunnableCommand } from './command.ts';
import {
  type GlobalOptions,
  getCommandPath,
  getSubcommandNames,
  MissingSubcommandError,
  overviewCommandName,
  type Program,
  StrictCommand,
  UnknownArgumentError,
} from './parser.ts';

interface CommandGroup extends CommandMetadata {
  commands: Commands;
}

type Commands = Readonly<Record<string, RunnableCommand | CommandGroup>>;

export class CommandWithDefinition extends StrictCommand {
  readonly definition;
  execute: CommandHandler | undefined;

  constructor(name: string, definition: RunnableCommand | CommandGroup) {
    super(name);
    this.definition = definition;
    this.summary(definition.summary).description(definition.description ?? '');
    if (definition.alias !== undefined) this.alias(definition.alias);
    if ('commands' in definition) this.usage('<command> [options]');
  }

  /** Adds the options lazily: to add those of all commands would slow down every start. */
  defineOptions() {
    if (this.execute !== undefined || 'commands' in this.definition) return;
    this.execute = this.definition.attach(this);
    // commander runs preAction hooks only for commands that have an action, so add an empty one.
    this.action(() => {});
  }

  override parseOptions(args: string[]) {
    this.defineOptions();
    return super.parseOptions(args);
  }
}

export function registerCommands(parent: CommandUnknownOpts, commands: Commands, heading = '') {
  for (const [name, definition] of Object.entries(commands)) {
    const command = new CommandWithDefinition(name, definition).copyInheritedSettings(parent);
    const isDefault = name === overviewCommandName;
    parent.addCommand(command.helpGroup(heading), { isDefault, hidden: isDefault });
    if ('commands' in definition) registerCommands(command, definition.commands);
  }
}

/** --help and --version take precedence over parse errors. @throws a `usage` Failure */
export function parseCommandLine(
  program: Program,
  argv: readonly string[],
  shouldShowHelp: (options: GlobalOptions) => boolean,
): { execute: CommandHandler; options: GlobalOptions } {
  let command: CommandUnknownOpts = program;
  program.hook('preAction', (_, actionCommand) => {
    command = actionCommand;
  });
  const parse = (args: readonly string[]) => program.parse([...args], { from: 'user' });
  let failure: unknown;
  try {
    parse(argv);
  } catch (error) {
    failure = error;
  }
  const { version: isVersion, help: isHelp, color, profile } = program.opts();
  if (isVersion) {
    const execute: CommandHandler = async ({ output }) => {
      await output.writeAnswer(`${version}\n`);
      return exitCodes.success;
    };
    return { execute, options: program.opts() };
  }
  if (!isHelp && failure !== undefined && !(failure instanceof MissingSubcommandError))
    throw failure;
  const isOverview = command.name() === overviewCommandName;
  if (isHelp || failure !== undefined || (isOverview && shouldShowHelp(program.opts()))) {
    // commander's parse() resets all options, so set --color and --profile again for the help.
    parse(['help', ...resolveCommandPath(program)]);
    program.setOptionValue('color', color).setOptionValue('profile', profile);
  }
  const execute = command instanceof CommandWithDefinition ? command.execute : undefined;
  if (execute === undefined) throw new Error('commander has called no command');
  return { execute, options: { ...command.opts(), ...program.opts() } };
}

/** @returns the deepest matching command, and in `rest` the words from the first mismatch on */
export function findCommand(program: CommandUnknownOpts, words: readonly string[]) {
  let command = program;
  let depth = 0;
  for (const word of words) {
    const subcommand = command.commands.find(
      (candidate) => candidate.name() === word || candidate.aliases().includes(word),
    );
    if (subcommand === undefined) break;
    command = subcommand;
    depth += 1;
  }
  return { command, rest: words.slice(depth) };
}

function resolveCommandPath(program: Program) {
  const {
    command,
    rest: [word],
  } = findCommand(program, program.args);
  const path = getCommandPath(command);
  if (command.commands.length > 0 && word !== undefined && !word.startsWith('-')) {
    throw new UnknownArgumentError(path, word, getSubcommandNames(command));
  }
  return path;
}
