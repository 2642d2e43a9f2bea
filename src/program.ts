import type { Tree } from './cli/command-line.ts';
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
import { helpCommand } from './commands/help.ts';
import { metrics } from './commands/metrics.ts';
import { pricesChanges } from './commands/prices/changes.ts';
import { pricesCompare } from './commands/prices/compare.ts';
import { quote } from './commands/quote.ts';
import { sandbox } from './commands/sandbox.ts';
import { tier } from './commands/tier.ts';
import { versionCommand } from './commands/version.ts';

/** Every command, by the words that are typed for it. */
export const tree: Tree = {
  check,
  quote,
  domains: {
    summary: "The account's domains (ls, show, changes, compare, calendar)",
    commands: {
      ls: domainsLs,
      show: domainsShow,
      changes: domainsChanges,
      compare: domainsCompare,
      calendar: domainsCalendar,
    },
  },
  prices: {
    summary: 'Watch prices, compare your own (changes, compare)',
    commands: { changes: pricesChanges, compare: pricesCompare },
  },
  balance,
  tier,
  forecast,
  metrics,
  api,
  doctor,
  auth: {
    summary: 'Store and choose credentials (login, status, ls, use, logout)',
    commands: {
      login: authLogin,
      status: authStatus,
      ls: authLs,
      use: authUse,
      logout: authLogout,
    },
  },
  config: {
    summary: 'Read and store preferences (ls, get, set, unset, path)',
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
  help: helpCommand(() => tree),
  version: versionCommand,
};
