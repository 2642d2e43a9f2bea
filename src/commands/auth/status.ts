import { defineCommand } from '../../cli/command.ts';
import { maskApiKey } from '../../settings/credentials.ts';

export const authStatusCommand = defineCommand({
  summary: 'Show which credentials a command would use, and where they come from',
  fields: () => [
    { name: 'source' },
    { name: 'profile' },
    { name: 'base_url', label: 'base URL' },
    { name: 'key' },
    { name: 'secret' },
  ],

  async run(context) {
    const { profile, source, baseUrl, key, secretCommand, kind } =
      await context.account.credentials();
    const secretSource = secretCommand === undefined ? 'stored' : 'command';
    return {
      item: {
        profile,
        source,
        base_url: baseUrl,
        key: maskApiKey(key),
        secret: kind === 'profile' ? secretSource : kind,
      },
    };
  },

  description: 'It sends nothing; dotaf balance tests the credentials.',
});
