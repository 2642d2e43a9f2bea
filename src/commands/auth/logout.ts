import { oneCommand } from '../../cli/command.ts';
import { findProfile, withoutProfile } from '../../settings/config.ts';
import { noProfile } from '../../settings/missing-credentials.ts';

export const authLogout = oneCommand({
  summary: 'Remove a profile and its credentials from this machine',
  declare: (command) => command,
  examples: ['dotaf auth logout', 'dotaf auth logout --profile shop'],
  fields: ['profile', 'removed'],

  async run({ settings, output }) {
    const name = settings.profileName;
    await settings.file.update((config) => {
      if (!findProfile(config, name)) throw noProfile(settings.chosenProfile, config);
      return withoutProfile(config, name);
    });
    await output.note(
      'the credentials themselves stay valid until you revoke them in the reseller portal',
    );
    return { profile: name, removed: true };
  },

  view: () => ({ details: ({ profile }) => [['removed profile', { text: profile }]] }),
});
