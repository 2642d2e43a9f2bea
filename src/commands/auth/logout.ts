import { oneCommand } from '../../cli/command.ts';
import { findProfile, withoutProfile } from '../../settings/config.ts';
import { noProfile } from '../../settings/credentials.ts';

export const authLogout = oneCommand<object, { profile: string; removed: true }>({
  summary: 'Remove a profile and its credentials from this machine',
  examples: ['dotaf auth logout', 'dotaf auth logout --profile shop'],

  async run(context) {
    const name = context.settings.profileName;
    await context.settings.file.update((config) => {
      if (!findProfile(config, name)) throw noProfile(name);
      return withoutProfile(config, name);
    });
    await context.output.note(
      'the credentials themselves stay valid until you revoke them in the reseller portal',
    );
    return { profile: name, removed: true };
  },

  view: () => ({
    fields: ['profile', 'removed'],
    details: ({ profile }) => [['removed profile', { text: profile }]],
  }),
});
