import { defineCommand } from '../../cli/command.ts';
import { createTextCell } from '../../output/field-list.ts';
import { getActiveProfileName } from '../../settings/config.ts';
import { redactProfile } from '../../settings/credentials.ts';

export const authLsCommand = defineCommand({
  alias: 'list',
  summary: 'List the stored profiles',
  outputKind: 'list',
  fields: () => [
    { name: 'profile' },
    {
      name: 'active',
      type: 'flag',
      cell: ({ active }: { active: boolean }) => createTextCell(active ? 'yes' : '', 'good'),
    },
    { name: 'base_url', label: 'base URL' },
    { name: 'key' },
    { name: 'secret' },
  ],

  run({ settings: { config } }) {
    const list = config.profiles.map((profile) => ({
      profile: profile.name,
      active: profile.name === getActiveProfileName(config),
      ...redactProfile(profile),
    }));
    return {
      list,
      tip: list.length === 0 ? 'no profile is stored yet; dotaf auth login adds one' : undefined,
    };
  },

  description: 'Secrets are not shown, and only the ends of a key.',
});
