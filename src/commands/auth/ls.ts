import { defineCommand } from '../../cli/command.ts';
import { createTextCell, type FieldList } from '../../output/field-list.ts';
import { getActiveProfileName } from '../../settings/config.ts';
import { redactProfile } from '../../settings/credentials.ts';

const profileFields: FieldList<{ active: boolean }> = [
  { name: 'profile' },
  {
    name: 'active',
    type: 'flag',
    cell: (value) => createTextCell(value.active ? 'yes' : '', 'good'),
  },
  { name: 'base_url', label: 'base URL' },
  { name: 'key' },
  { name: 'secret' },
];

export const authLsCommand = defineCommand({
  summary: 'List the stored profiles',
  defineOptions: (cmd) => cmd,
  shape: 'list',
  fields: () => profileFields,

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
