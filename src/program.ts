import { addCommands, addOverview } from './cli/command-line.ts';
import { createProgram, type Program } from './cli/parser.ts';
import { api } from './commands/api.ts';
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
import { doctor } from './commands/doctor.ts';
import { domainsCalendar } from './commands/domains/calendar.ts';
import { domainsChanges } from './commands/domains/changes.ts';
import { domainsCompare } from './commands/domains/compare.ts';
import { domainsLs } from './commands/domains/ls.ts';
import { domainsShow } from './commands/domains/show.ts';
import { forecast } from './commands/forecast.ts';
import { createHelpCommand } from './commands/help.ts';
import { metrics } from './commands/metrics.ts';
import { overview } from './commands/overview.ts';
import { pricesChanges } from './commands/prices/changes.ts';
import { pricesCompare } from './commands/prices/compare.ts';
import { quote } from './commands/quote.ts';
import { sandbox } from './commands/sandbox.ts';
import { tier } from './commands/tier.ts';

const prices = {
  summary: 'Track price changes; compare your price list with the cost (changes, compare)',
  commands: { changes: pricesChanges, compare: pricesCompare },
};

const domains = {
  summary: "The account's domains (ls, show, changes, compare, calendar)",
  description: 'Register, renew and transfer domains in the reseller portal.',
  commands: {
    ls: domainsLs,
    show: domainsShow,
    changes: domainsChanges,
    compare: domainsCompare,
    calendar: domainsCalendar,
  },
};

const auth = {
  summary: 'Store and choose credentials (login, status, ls, use, logout)',
  description: 'A profile is one account. Credentials in the environment override every profile.',
  commands: {
    login: authLogin,
    status: authStatus,
    ls: authLs,
    use: authUse,
    logout: authLogout,
  },
};

const config = {
  summary: 'Read and store preferences (ls, get, set, unset, path)',
  description: 'An option overrides a variable, a variable the profile, the profile the default.',
  commands: {
    ls: configLs,
    get: configGet,
    set: configSet,
    unset: configUnset,
    path: configPath,
  },
};

/** Builds the command tree, from which help and completion are generated, too. */
export function buildProgram(): Program {
  const help = createHelpCommand(buildProgram);
  const program = createProgram();
  program
    .summary('The command-line tool for resellers of .af domains')
    .description('It only reads.');
  addOverview(program, overview);
  addCommands(program, { check, quote, prices }, 'Names and prices:');
  addCommands(program, { domains, balance, tier, forecast, metrics }, 'Your account:');
  addCommands(
    program,
    { api, doctor, auth, config, sandbox, completion, help },
    'Set-up and tools:',
  );
  return program;
}
