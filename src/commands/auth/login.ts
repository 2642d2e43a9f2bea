import { oneCommand } from '../../cli/command.ts';
import { enterCredentials, type LoginOptions } from '../../cli/enter-credentials.ts';
import { shellWord } from '../../core/shell-word.ts';
import { withProfile } from '../../settings/config.ts';
import { maskKey } from '../../settings/credentials.ts';

interface LoggedIn {
  profile: string;
  active: boolean;
  base_url: string;
  key: string;
  secret: 'stored' | 'command';
  account_number: string;
}

export const authLogin = oneCommand<LoginOptions, LoggedIn>({
  summary: 'Verify credentials with one balance request, then store them',
  options: (command) =>
    command
      .option('--key <key>', 'the API key')
      .option('--secret-stdin', 'read the API secret from stdin')
      .option(
        '--secret-command <command>',
        'store a command that prints the secret, in place of it',
      ),
  examples: [
    'dotaf auth login',
    'dotaf auth login --base-url https://… --key … --secret-stdin < secret.txt',
    "dotaf auth login --secret-command 'pass show dotaf'",
  ],

  async run(context, { options }) {
    const credentials = await enterCredentials(context, options);
    const { baseUrl, key, secret } = credentials;
    const { account_number } = await (await context.serviceWith(credentials)).balance();
    const name = context.settings.profileName;
    const own =
      secret.kind === 'value' ? { secret: secret.secret } : { secret_command: secret.command };
    const stored = await context.settings.file.update((config) => ({
      ...withProfile(config, name, ({ secret: _, secret_command: __, ...profile }) => ({
        ...profile,
        base_url: baseUrl,
        key,
        ...own,
      })),
      active: config.active ?? name,
    }));
    const active = stored.active === name;
    if (!active)
      await context.output.note(
        `profile '${stored.active}' stays the active one; dotaf auth use ${shellWord(name)} changes that`,
      );
    if (context.surroundings.env.DOTAF_KEY || context.surroundings.env.DOTAF_SECRET)
      await context.output.note('DOTAF_KEY and DOTAF_SECRET are set, and come before any profile');
    return {
      profile: name,
      active,
      base_url: baseUrl,
      key: maskKey(key),
      secret: secret.kind === 'value' ? 'stored' : 'command',
      account_number,
    };
  },

  view: () => ({
    fields: ['profile', 'active', 'base_url', 'key', 'secret', 'account_number'],
    details: ({ profile, base_url, key, account_number }) => [
      ['logged in as', { text: account_number, style: 'good' }],
      ['profile', { text: profile }],
      ['base URL', { text: base_url }],
      ['key', { text: key }],
    ],
  }),
});
