import { listCommand } from '../../cli/command.ts';
import { textCell } from '../../output/cells.ts';
import { maskKey, secretOf } from '../../settings/credentials.ts';

interface Listed {
  profile: string;
  active: boolean;
  base_url: string | null;
  key: string | null;
  secret: 'stored' | 'command' | null;
}

export const authLs = listCommand<object, Listed>({
  summary: 'List the stored profiles',
  examples: ['dotaf auth ls'],

  run: async (context) =>
    context.settings.config.profiles.map((profile) => {
      const secret = secretOf(profile);
      return {
        profile: profile.name,
        active: profile.name === (context.settings.config.active ?? 'default'),
        base_url: profile.base_url ?? null,
        key: profile.key === undefined ? null : maskKey(profile.key),
        secret: secret === undefined ? null : secret.kind === 'value' ? 'stored' : 'command',
      };
    }),

  view: () => ({
    fields: ['profile', 'active', 'base_url', 'key', 'secret'],
    columns: [
      {
        name: 'profile',
        title: 'PROFILE',
        cell: ({ profile }) => ({ text: profile, style: 'strong' }),
      },
      {
        name: 'active',
        title: 'ACTIVE',
        cell: ({ active }) => ({ text: active ? 'yes' : '', style: 'good' }),
      },
      { name: 'base_url', title: 'BASE URL', cell: ({ base_url }) => textCell(base_url) },
      { name: 'key', title: 'KEY', cell: ({ key }) => textCell(key) },
      { name: 'secret', title: 'SECRET', cell: ({ secret }) => textCell(secret) },
    ],
    empty: 'no profile is stored yet; dotaf auth login adds one',
  }),
});
