import { registerCommands } from './cli/command-line.ts';
import { createProgram, overviewCommandName, type Program } from './cli/parser.ts';
import { apiCommand } from './commands/api.ts';
import {
  authLoginCommand,
  authLogoutCommand,
  authLsCommand,
  authStatusCommand,
  authUseCommand,
} from './commands/auth.ts';
import { balanceCommand } from './commands/balance.ts';
import { checkCommand } from './commands/check.ts';
import { completionCommand } from './commands/completion.ts';
import {
  configGetCommand,
  configLsCommand,
  configPathCommand,
  configSetCommand,
  configUnsetCommand,
} from './commands/config.ts';
import { doctorCommand } from './commands/doctor.ts';
import {
  domainsCalendarCommand,
  domainsChangesCommand,
  domainsCompareCommand,
  domainsLsCommand,
  domainsShowCommand,
} from './commands/domains.ts';
import { forecastCommand } from './commands/forecast.ts';
import { createHelpCommand } from './commands/help.ts';
import { overviewCommand } from './commands/overview.ts';
import { pricesChangesCommand, pricesCompareCommand } from './commands/prices.ts';
import { quoteCommand } from './commands/quote.ts';
import { sandboxCommand } from './commands/sandbox.ts';
import { statementCommand } from './commands/statement.ts';
import { tierCommand } from './commands/tier.ts';

const prices = {
  summary: 'Track price changes; compare your price list with the cost (changes, compare)',
  commands: { changes: pricesChangesCommand, compare: pricesCompareCommand },
};

const domains = {
  summary: "The account's domains (ls, show, changes, compare, calendar)",
  description: 'Register, renew and transfer domains in the reseller portal.',
  commands: {
    ls: domainsLsCommand,
    show: domainsShowCommand,
    changes: domainsChangesCommand,
    compare: domainsCompareCommand,
    calendar: domainsCalendarCommand,
  },
};

const auth = {
  summary: 'Store and choose credentials (login, status, ls, use, logout)',
  description: 'A profile is one account. Credentials in the environment override every profile.',
  commands: {
    login: authLoginCommand,
    status: authStatusCommand,
    ls: authLsCommand,
    use: authUseCommand,
    logout: authLogoutCommand,
  },
};

const config = {
  summary: 'Read and store preferences (ls, get, set, unset, path)',
  description: 'An option overrides a variable, a variable the profile, the profile the default.',
  commands: {
    ls: configLsCommand,
    get: configGetCommand,
    set: configSetCommand,
    unset: configUnsetCommand,
    path: configPathCommand,
  },
};

const sections = {
  '': { [overviewCommandName]: overviewCommand },
  'Names and prices:': { check: checkCommand, quote: quoteCommand, prices },
  'Your account:': {
    domains,
    balance: balanceCommand,
    tier: tierCommand,
    forecast: forecastCommand,
    statement: statementCommand,
  },
  'Set-up and tools:': {
    api: apiCommand,
    doctor: doctorCommand,
    auth,
    config,
    sandbox: sandboxCommand,
    completion: completionCommand,
    help: createHelpCommand(buildProgram),
  },
};

export function buildProgram(): Program {
  const program = createProgram();
  program
    .summary('The command-line tool for resellers of .af domains')
    .description('It only reads.');
  for (const [heading, commands] of Object.entries(sections))
    registerCommands(program, commands, heading);
  return program;
}
