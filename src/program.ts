import { addCommands, addOverview } from './cli/command-line.ts';
import { createProgram, type Program } from './cli/parser.ts';
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

/** Makes the whole tree of commands. Help and completion are made from it, too. */
export function buildProgram(): Program {
  const help = helpCommand(buildProgram);
  const program = createProgram();
  program
    .summary('The command-line tool for resellers of .af domains')
    .description('It only reads.');
  addOverview(program, home);
  addCommands(program, { check, quote, prices }, 'Names and prices:');
  addCommands(program, { domains, balance, tier, forecast, metrics }, 'Your account:');
  addCommands(
    program,
    { api, doctor, auth, config, sandbox, completion, help },
    'Set-up and tools:',
  );
  return program;
}
