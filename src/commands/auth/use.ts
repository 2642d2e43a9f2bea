import { oneCommand } from '../../cli/command.ts';
import { argument } from '../../cli/options.ts';
import { findProfile } from '../../settings/config.ts';
import { noProfile } from '../../settings/credentials.ts';

export const authUse = oneCommand<object, { profile: string; active: true }>({
  summary: 'Make a profile the active one',
  args: [argument('<profile>', 'a name that auth ls shows')],
  examples: ['dotaf auth use shop'],

  async run(context, { args: [name = ''] }) {
    await context.settings.file.update((config) => {
      if (!findProfile(config, name)) throw noProfile(name);
      return { ...config, active: name };
    });
    return { profile: name, active: true };
  },

  view: () => ({
    fields: ['profile', 'active'],
    details: ({ profile }) => [['active profile', { text: profile, style: 'good' }]],
  }),
});
