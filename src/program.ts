import type { Tree } from './cli/command-line.ts';
import { api } from './commands/api.ts';
import { auth } from './commands/auth.ts';
import { balance } from './commands/balance.ts';
import { check } from './commands/check.ts';
import { completion } from './commands/completion.ts';
import { config } from './commands/config.ts';
import { doctor } from './commands/doctor.ts';
import { domains } from './commands/domains.ts';
import { forecast } from './commands/forecast.ts';
import { helpCommand } from './commands/help.ts';
import { home } from './commands/home.ts';
import { metrics } from './commands/metrics.ts';
import { prices } from './commands/prices.ts';
import { quote } from './commands/quote.ts';
import { sandbox } from './commands/sandbox.ts';
import { tier } from './commands/tier.ts';

const help = helpCommand(() => tree);

const sections = {
  'Names and prices:': { check, quote, prices },
  'Your account:': { domains, balance, tier, forecast, metrics },
  'Set-up and tools:': { api, doctor, auth, config, sandbox, completion, help },
};

export const tree: Tree = {
  summary: 'The command-line tool for resellers of .af domains',
  description: 'It only reads.',
  sections,
  commands: Object.assign({}, ...Object.values(sections)),
  home,
  help,
};
