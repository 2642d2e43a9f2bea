import { listCommand } from '../../cli/command.ts';
import { textCell } from '../../output/cells.ts';
import { maskKey, secretOf, secretWord, shownBaseUrl } from '../../settings/credentials.ts';

export const authLs = listCommand({
  summary: 'List the stored profiles',
  declare: (command) => command,
  fields: ['profile', 'active', 'base_url', 'key', 'secret'],

  run: ({ settings: { config } }) =>
    config.profiles.map((profile) => {
      const secret = secretOf(profile);
      return {
        profile: profile.name,
        active: profile.name === (config.active ?? 'default'),
        base_url: profile.base_url === undefined ? null : shownBaseUrl(profile.base_url),
        key: profile.key === undefined ? null : maskKey(profile.key),
        secret: secret === undefined ? null : secretWord(secret),
      };
    }),

  view: () => ({
    columns: [
      { name: 'profile', title: 'PROFILE', cell: ({ profile }) => textCell(profile, 'strong') },
      {
        name: 'active',
        title: 'ACTIVE',
        cell: ({ active }) => textCell(active ? 'yes' : '', 'good'),
      },
      {
        name: 'base_url',
        title: 'BASE URL',
        minWidth: 16,
        cell: ({ base_url }) => textCell(base_url),
      },
      { name: 'key', title: 'KEY', cell: ({ key }) => textCell(key) },
      { name: 'secret', title: 'SECRET', cell: ({ secret }) => textCell(secret) },
    ],
    empty: 'no profile is stored yet; dotaf auth login adds one',
  }),
});
