import { oneCommand } from '../../cli/command.ts';
import { maskKey } from '../../settings/credentials.ts';

interface Status {
  profile: string | null;
  source: string;
  base_url: string;
  key: string;
  secret: 'stored' | 'command' | 'environment' | 'sandbox';
}

export const authStatus = oneCommand<object, Status>({
  summary: 'Show which credentials a command would use, and where they come from',
  examples: ['dotaf auth status', 'dotaf auth status --profile shop --json'],

  async run(context) {
    const { profile, source, baseUrl, key, secret, tier } = await context.credentials();
    const kept = secret.kind === 'command' ? 'command' : 'stored';
    return {
      profile,
      source,
      base_url: baseUrl,
      key: maskKey(key),
      secret: tier === 'profile' ? kept : tier,
    };
  },

  view: () => ({
    fields: ['profile', 'source', 'base_url', 'key', 'secret'],
    details: ({ profile, source, base_url, key, secret }) => [
      ['credentials', { text: source }],
      ...(profile === null ? [] : [['profile', { text: profile }] as const]),
      ['base URL', { text: base_url }],
      ['key', { text: key }],
      ['secret', { text: `${secret}, never shown` }],
      ['to test them', { text: 'dotaf balance', style: 'dim' }],
    ],
  }),
});
