import { oneCommand } from '../../cli/command.ts';
import { maskKey, secretWord } from '../../settings/credentials.ts';

export const authStatus = oneCommand({
  summary: 'Show which credentials a command would use, and where they come from',
  declare: (command) => command,
  fields: ['profile', 'source', 'base_url', 'key', 'secret'],

  async run(context) {
    const { profile, source, baseUrl, key, secret, tier } = await context.credentials();
    return {
      profile,
      source,
      base_url: baseUrl,
      key: maskKey(key),
      secret: tier === 'profile' ? secretWord(secret) : tier,
    };
  },

  view: () => ({
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
