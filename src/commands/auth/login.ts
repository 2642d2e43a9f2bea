import { Option } from '@commander-js/extra-typings';
import { defineCommand } from '../../cli/command.ts';
import { CompletableArgument } from '../../cli/options.ts';
import { createDataOnlyField } from '../../output/common-fields.ts';

export const authLoginCommand = defineCommand({
  summary: 'Verify credentials with one balance request, then store them',
  defineOptions: (cmd) =>
    cmd
      .addArgument(
        new CompletableArgument('[profile]', 'name to store the credentials under', 'profiles'),
      )
      // Repeat two global options here, so that `auth login --help` lists them.
      .option('--base-url <url>', 'address of the service')
      .option('--profile <name>', 'name to store the credentials under')
      .option('--key <key>', 'the API key')
      .option('--secret-stdin', 'read the API secret from stdin')
      .addOption(
        new Option(
          '--secret-command <command>',
          'store a command that prints the secret instead',
        ).conflicts('secretStdin'),
      )
      .option('--replace', 'replace another account or base URL that the profile holds'),
  fields: () => [
    { name: 'account_number', label: 'logged in as' },
    { name: 'profile' },
    createDataOnlyField('active', 'flag'),
    { name: 'base_url', label: 'base URL' },
    { name: 'key' },
    createDataOnlyField('secret'),
  ],
  isInteractive: true,
  rejectsCron: true,

  async run(context, options, argument) {
    if (argument !== undefined) context.settings.selectProfile(argument);
    const { logIn } = await import('../shared/login-flow.ts');
    return { item: await logIn(context, options) };
  },

  description:
    'Your reseller portal shows base URL, key and, only once, the secret. At a terminal dotaf asks for what is missing, and before it replaces another account or base URL. The secret is never an argument, where others could read it.',
  examples: {
    'dotaf auth login': 'at a terminal: dotaf asks',
    'dotaf auth login --base-url "$URL" --key "$KEY" --secret-stdin < secret.txt': 'a script',
    "dotaf auth login vault --secret-command 'pass show dotaf'": 'a password store',
  },
});
