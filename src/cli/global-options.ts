import type { Command } from '@commander-js/extra-typings';
import { addPreferences, wordsOption } from './options.ts';

/** The options that every command takes, before and after its name. */
export type GlobalOptions = ReturnType<ReturnType<typeof addGlobalOptions>['opts']>;

export function addGlobalOptions(program: Command) {
  const withOutput = program
    .option('-V, --version', 'print the version')
    .option('-h, --help', 'show help')
    .optionsGroup('Output:')
    .option('--json', 'print JSON, one object per line for each thing asked')
    .addOption(
      wordsOption(
        '--columns, --fields <list>',
        'print only these fields, such as domain,pricing.amount',
      ),
    )
    .option('--jq <expression>', 'filter the JSON with a jq expression')
    .option('--csv', 'print CSV with a header line')
    .option(
      '--json-schema',
      'print the JSON Schema of what --json prints; without a command, of a failure',
    );
  const withAccount = addPreferences(withOutput, 'output')
    .option('-q, --quiet', 'print only the answer and errors')
    .option('-v, --verbose', 'trace the requests on stderr, without the credentials')
    .optionsGroup('Account:')
    .option('--profile <name>', 'use the credentials and preferences of this profile, or of all')
    .option('--base-url <url>', 'address of the service')
    .option('--sandbox', 'use an embedded sandbox, no account needed')
    .option('--no-input', 'never ask, fail instead')
    .optionsGroup('Waiting:');
  return addPreferences(withAccount, 'waiting');
}
