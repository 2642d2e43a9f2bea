import { Command } from 'commander';
import { type CommandEntry, variants } from './cli/command.ts';
import { version } from './version.ts';

/** A command is loaded when it is typed: the others would only take time. */
type Load = () => Promise<CommandEntry>;

type Branch = { summary: string; commands: Record<string, Load> };

/** Every command, by the words that are typed for it. */
const tree: Record<string, Load | Branch> = {
  check: async () => (await import('./commands/check.ts')).check,
  quote: async () => (await import('./commands/quote.ts')).quote,
  domains: {
    summary: "The account's domains",
    commands: {
      ls: async () => variants((await import('./commands/domains/ls.ts')).domainsLs, comparison),
      show: async () => (await import('./commands/domains/show.ts')).domainsShow,
    },
  },
  balance: async () => (await import('./commands/balance.ts')).balance,
  tier: async () => (await import('./commands/tier.ts')).tier,
  auth: {
    summary: 'Credentials, one set a profile',
    commands: {
      login: async () => (await import('./commands/auth/login.ts')).authLogin,
      status: async () => (await import('./commands/auth/status.ts')).authStatus,
      ls: async () => (await import('./commands/auth/ls.ts')).authLs,
      use: async () => (await import('./commands/auth/use.ts')).authUse,
      logout: async () => (await import('./commands/auth/logout.ts')).authLogout,
    },
  },
  config: {
    summary: 'Preferences',
    commands: {
      ls: async () => (await import('./commands/config/ls.ts')).configLs,
      get: async () => (await import('./commands/config/get.ts')).configGet,
      set: async () => (await import('./commands/config/set.ts')).configSet,
      unset: async () => (await import('./commands/config/unset.ts')).configUnset,
      path: async () => (await import('./commands/config/path.ts')).configPath,
    },
  },
  sandbox: async () => (await import('./commands/sandbox.ts')).sandbox,
  completion: async () => (await import('./commands/completion.ts')).completion,
};

async function comparison(options: {
  changes?: true;
  against?: string;
}): Promise<CommandEntry | undefined> {
  if (options.changes) return (await import('./commands/domains/ls-changes.ts')).domainsChanges;
  if (options.against === undefined) return undefined;
  return (await import('./commands/domains/ls-against.ts')).domainsAgainst;
}

/** Called when a command has been recognised; `parsed` holds what was typed for it. */
export type Execute = (entry: CommandEntry, parsed: Command) => Promise<void>;

/** What a parse of the command line calls. */
export interface Listener {
  execute: Execute;
  /** Given help and version. */
  write(text: string): void;
  /** Of help, in cells. */
  width: number;
}

/** Help is no wider than this, and narrower on a terminal that is. */
export const helpWidth = 80;

/**
 * The command line of dotaf. It prints nothing and ends nothing by itself: all goes through the
 * listener and errors.
 *
 * @param words what was typed: a command that is not among it is left out. Without them the program
 *   is whole, as help and errors need it
 */
export async function buildProgram(
  { execute, write, width }: Listener,
  words?: readonly string[],
): Promise<Command> {
  const program = new Command('dotaf')
    .description('The command-line tool for resellers of .af domains')
    .usage('<command> [options]')
    .helpOption('-h, --help', 'show help')
    .version(version, '-V, --version', 'print the version')
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ minWidthToWrap: 20 })
    .configureOutput({
      writeOut: write,
      writeErr: write,
      outputError: () => {},
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
    });
  addGlobalOptions(program);
  program.addHelpText(
    'after',
    examplesText(['dotaf check kabul.af --sandbox', 'dotaf auth login', 'dotaf <command> --help']),
  );
  const globals = () => globalsText(program, width);
  const isNeeded = ([name]: [string, unknown]) => words === undefined || words.includes(name);
  const add = async (parent: Command, name: string, load: Load) => {
    const command = parent.command(name);
    define(command, await load(), execute);
    command.addHelpText('after', globals);
  };
  for (const [name, branch] of Object.entries(tree).filter(isNeeded)) {
    if (typeof branch === 'function') await add(program, name, branch);
    else {
      const group = program
        .command(name)
        .description(branch.summary)
        .usage('<command> [options]')
        .helpCommand(false)
        .addHelpText('after', globals);
      const inner = Object.entries(branch.commands).filter(isNeeded);
      for (const [word, load] of inner) await add(group, word, load);
    }
  }
  return program;
}

function addGlobalOptions(program: Command): void {
  program
    .optionsGroup('Output:')
    .option('--json', 'print JSON, one object a line for each thing asked')
    .option('--fields <list>', 'print these fields alone, such as domain,pricing.amount')
    .option('--jq <expression>', 'filter the JSON with a jq expression')
    .option('--csv', 'print CSV with a header line')
    .option('--color', 'colour, also in a pipe')
    .option('--no-color', 'no colour, also on a terminal')
    .option('-q, --quiet', 'the answer and errors, no notes and no progress')
    .option('-v, --verbose', 'a trace of the requests on stderr, without the credentials')
    .optionsGroup('Account:')
    .option('--profile <name>', 'use the credentials and preferences of this profile')
    .option('--base-url <url>', 'address of the service')
    .option('--sandbox', 'use an embedded sandbox, no account needed')
    .option('--no-input', 'never ask, fail instead')
    .optionsGroup('Waiting:')
    .option('--timeout <seconds>', 'for one attempt (default: 15)')
    .option('--max-wait <seconds>', 'for the rate limit and retries of one request (default: 75)');
}

function define(command: Command, entry: CommandEntry, execute: Execute): void {
  command.description(entry.summary);
  for (const argument of entry.args ?? []) command.addArgument(argument);
  entry.options?.(command);
  if (entry.examples) command.addHelpText('after', examplesText(entry.examples));
  command.action(() => execute(entry, command));
}

/** The global options by name alone: what they mean stands in the help of the program. */
function globalsText(program: Command, width: number): string {
  const lines: string[] = [];
  for (const { flags } of program.options) {
    const name = flags.replace(/^-\w, /, '');
    const line = `${lines.at(-1) ?? ''}  ${name}`;
    if (lines.length === 0 || line.length > width - 4) lines.push(`  ${name}`);
    else lines[lines.length - 1] = line;
  }
  return `\nGlobal options (dotaf --help explains them):\n${lines.join('\n')}`;
}

function examplesText(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
