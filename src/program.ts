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
import { metrics } from './commands/metrics.ts';
import { prices } from './commands/prices.ts';
import { quote } from './commands/quote.ts';
import { sandbox } from './commands/sandbox.ts';
import { tier } from './commands/tier.ts';
import { version } from './commands/version.ts';

export const tree: Tree = {
  summary: 'The command-line tool for resellers of .af domains',
  commands: {
    ...{ check, quote, domains, prices, balance, tier, forecast, metrics, api, doctor, auth },
    ...{ config, sandbox, completion, help: helpCommand(() => tree), version },
  },
};
