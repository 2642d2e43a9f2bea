import { oneCommand } from '../../cli/command.ts';

export const authLogin = oneCommand({
  summary: 'Verify credentials with one balance request, then store them',
  declare: (command) =>
    command
      .option('--key <key>', 'the API key')
      .option('--secret-stdin', 'read the API secret from stdin')
      .option('--secret-command <command>', 'store a command that prints the secret instead')
      .option('--replace', 'replace another account or base URL that the profile holds'),
  excludes: { '--secret-stdin': ['--secret-command'] },
  fields: ['profile', 'active', 'base_url', 'key', 'secret', 'account_number'],
  isInteractive: true,

  async run(context, options) {
    const { logIn } = await import('../../cli/log-in.ts');
    return logIn(context, options);
  },

  view: () => ({
    details: ({ profile, base_url, key, account_number }) => [
      ['logged in as', { text: account_number, style: 'good' }],
      ['profile', { text: profile }],
      ['base URL', { text: base_url }],
      ['key', { text: key }],
    ],
  }),
});
