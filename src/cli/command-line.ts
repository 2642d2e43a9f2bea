import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { exitCodes } from '../errors.ts';
import { version } from '../version.ts';
import type { CommandHandler, CommandMetadata, RunnableCommand } from './command.ts';
import type { CommandContext } from './context.ts';
import {
  type GlobalOptions,
  getCommandPath,
  overviewCommandName,
  type Program,
  rejectRepeatedOptions,
  throwUsageErrors,
  UnknownArgumentError,
} from './parser.ts';

interface CommandGroup extends CommandMetadata {
  commands: Commands;
}

type Commands = Readonly<Record<string, RunnableCommand | CommandGroup>>;

export class CommandWithDefinition extends Command {
  readonly definition;
  execute: CommandHandler | undefined;

  constructor(name: string, definition: RunnableCommand | CommandGroup) {
    super(name);
    this.definition = definition;
    this.summary(definition.summary).description(definition.description ?? '');
    if (definition.alias !== undefined) this.alias(definition.alias);
    if ('commands' in definition) this.usage('<command> [options]').helpCommand(false);
  }

  /** Called on first use, since adding the options of every command at startup would be slow. */
  defineOptions() {
    if (this.execute !== undefined || !('attach' in this.definition)) return;
    this.execute = this.definition.attach(this);
    rejectRepeatedOptions(this);
  }

  override parseOptions(args: string[]) {
    this.defineOptions();
    return super.parseOptions(args);
  }
}

export function registerCommands(parent: CommandUnknownOpts, commands: Commands, heading = '') {
  for (const [name, definition] of Object.entries(commands)) {
    const command = new CommandWithDefinition(name, definition).copyInheritedSettings(parent);
    throwUsageErrors(command);
    const isDefault = name === overviewCommandName;
    parent.addCommand(command.helpGroup(heading), { isDefault, hidden: isDefault });
    if ('commands' in definition) registerCommands(command, definition.commands);
  }
}

interface HelpSource {
  isDefault(options: GlobalOptions): boolean;
  render(context: CommandContext, path: readonly string[]): Promise<string>;
}

/** Parses the arguments; --help and --version override parse errors. @throws a `usage` error */
export function parseCommandLine(
  program: Program,
  argv: readonly string[],
  help: HelpSource,
): { execute: CommandHandler; options: GlobalOptions } {
  let chosen: CommandUnknownOpts = program;
  for (const command of listCommands(program)) {
    command.action(() => {
      chosen = command;
    });
  }
  let parseError: unknown;
  try {
    program.parse([...argv], { from: 'user' });
  } catch (error) {
    parseError = error;
  }
  const options = program.opts();
  if (options.version) return printPage(options, async () => `${version}\n`);
  if (!options.help) {
    if (parseError !== undefined) throw parseError;
    const execute = chosen instanceof CommandWithDefinition ? chosen.execute : undefined;
    const isHelp = chosen.name() === overviewCommandName && help.isDefault(options);
    if (execute !== undefined && !isHelp)
      return { execute, options: { ...chosen.opts(), ...options } };
  }
  const path = resolveCommandPath(program);
  return printPage(options, (context) => help.render(context, path));
}

export function listCommands({ commands }: CommandUnknownOpts): CommandUnknownOpts[] {
  return commands.flatMap((command) => [command, ...listCommands(command)]);
}

/** Ignores --cron, which would hide the help text or version number like any successful output. */
function printPage(
  { cron: _, ...options }: GlobalOptions,
  render: (context: CommandContext) => Promise<string>,
) {
  const execute: CommandHandler = async (context) => {
    await context.output.writeAnswer(await render(context));
    return exitCodes.success;
  };
  return { execute, options };
}

/** @returns the most deeply nested command that the words match, and the remaining words */
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
  if (command.commands.length > 0 && word !== undefined && !word.startsWith('-'))
    throw new UnknownArgumentError(command, word);
  return getCommandPath(command);
}
