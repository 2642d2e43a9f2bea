import { Command } from 'commander';
import { type CommandEntry, variants } from './command.ts';
import { authLogin } from './commands/auth/login.ts';
import { authLogout } from './commands/auth/logout.ts';
import { authLs } from './commands/auth/ls.ts';
import { authStatus } from './commands/auth/status.ts';
import { authUse } from './commands/auth/use.ts';
import { balance } from './commands/balance.ts';
import { check } from './commands/check.ts';
import { completion } from './commands/completion.ts';
import { configGet } from './commands/config/get.ts';
import { configLs } from './commands/config/ls.ts';
import { configPath } from './commands/config/path.ts';
import { configSet } from './commands/config/set.ts';
import { configUnset } from './commands/config/unset.ts';
import { domainsLs } from './commands/domains/ls.ts';
import { domainsShow } from './commands/domains/show.ts';
import { quote } from './commands/quote.ts';
import { sandbox } from './commands/sandbox.ts';
import { tier } from './commands/tier.ts';
import { version } from './version.ts';

type Branch = { summary: string; commands: Record<string, CommandEntry> };

/** Every command, by the words that are typed for it. */
const tree: Record<string, CommandEntry | Branch> = {
  check,
  quote,
  domains: {
    summary: "The account's domains",
    commands: { ls: variants(domainsLs, comparison), show: domainsShow },
  },
  balance,
  tier,
  auth: {
    summary: 'Credentials, one set a profile',
    commands: {
      login: authLogin,
      status: authStatus,
      ls: authLs,
      use: authUse,
      logout: authLogout,
    },
  },
  config: {
    summary: 'Preferences',
    commands: {
      ls: configLs,
      get: configGet,
      set: configSet,
      unset: configUnset,
      path: configPath,
    },
  },
  sandbox,
  completion,
};

async function comparison(options: {
  changes?: true;
  against?: string;
}): Promise<CommandEntry | undefined> {
  if (options.changes) return (await import('./commands/domains/changes.ts')).domainsChanges;
  if (options.against === undefined) return undefined;
  return (await import('./commands/domains/against.ts')).domainsAgainst;
}

/** Called when a command has been recognised; `parsed` holds what was typed for it. */
export type Execute = (entry: CommandEntry, parsed: Command) => Promise<void>;

/** The command line of dotaf. It prints nothing and ends nothing by itself: all goes through `write`, `execute` and errors. */
export function buildProgram(execute: Execute, write: (text: string) => void): Command {
  const program = new Command('dotaf')
    .description('The command-line tool for resellers of .af domains')
    .usage('<command> [options]')
    .helpOption('-h, --help', 'show help')
    .version(version, '-V, --version', 'print the version')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => {} });
  addGlobalOptions(program);
  program.addHelpText(
    'after',
    examplesText(['dotaf check kabul.af --sandbox', 'dotaf auth login', 'dotaf <command> --help']),
  );
  const globals = globalsText(program);
  for (const [name, branch] of Object.entries(tree)) {
    if ('execute' in branch)
      addCommand(program, name, branch, execute).addHelpText('after', globals);
    else {
      const group = program
        .command(name)
        .description(branch.summary)
        .usage('<command> [options]')
        .helpCommand(false)
        .addHelpText('after', globals);
      for (const [inner, entry] of Object.entries(branch.commands))
        addCommand(group, inner, entry, execute).addHelpText('after', globals);
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

function addCommand(parent: Command, name: string, entry: CommandEntry, execute: Execute): Command {
  const command = parent.command(name).description(entry.summary);
  for (const argument of entry.args ?? []) command.addArgument(argument);
  entry.options?.(command);
  if (entry.examples) command.addHelpText('after', examplesText(entry.examples));
  return command.action(() => execute(entry, command));
}

/** The global options by name alone: what they mean stands in the help of the program. */
function globalsText(program: Command): string {
  const lines: string[] = [];
  for (const { flags } of program.options) {
    const name = flags.replace(/^-\w, /, '');
    const line = `${lines.at(-1) ?? ''}  ${name}`;
    if (lines.length === 0 || line.length > 76) lines.push(`  ${name}`);
    else lines[lines.length - 1] = line;
  }
  return `\nGlobal options (dotaf --help explains them):\n${lines.join('\n')}`;
}

function examplesText(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
