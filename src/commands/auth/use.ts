import { oneCommand } from '../../cli/command.ts';
import { findProfile } from '../../settings/config.ts';

export const authUse = oneCommand({
  summary: 'Make a profile the active one',
  declare: (command) => command.argument('<profile>', 'a name that auth ls shows'),
  fields: ['profile', 'active'],

  async run({ settings }, _, name) {
    await settings.file.update((config) => {
      if (!findProfile(config, name)) throw settings.noProfile({ name, by: 'option' }, config);
      return { ...config, active: name };
    });
    return { profile: name, active: true };
  },

  view: () => ({
    details: ({ profile }) => [['active profile', { text: profile, style: 'good' }]],
  }),
});
