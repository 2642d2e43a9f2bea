import { defineCommand } from '../../cli/command.ts';
import { CompletableArgument } from '../../cli/options.ts';
import { usageError } from '../../errors.ts';
import { createDataOnlyField } from '../../output/common-fields.ts';
import { findProfile } from '../../settings/config.ts';
import { missingProfileError } from '../../settings/settings.ts';

export const authUseCommand = defineCommand({
  summary: 'Make a profile the active one',
  defineOptions: (cmd) =>
    cmd.addArgument(new CompletableArgument('[profile]', 'a name that auth ls shows', 'profiles')),
  fields: () => [
    { name: 'profile', label: 'active profile' },
    createDataOnlyField('active', 'flag'),
  ],

  async run({ settings, options }, _, argument) {
    if (argument !== undefined) settings.selectProfile(argument);
    const name = argument ?? options.profile;
    if (name === undefined)
      throw usageError('which profile is to be active?', "dotaf auth use '<profile>'");
    await settings.updateConfig((config) => {
      if (findProfile(config, name)) return { ...config, active: name };
      throw missingProfileError(`profile '${name}'`, settings.file);
    });
    return { item: { profile: name, active: true } };
  },

  description: 'Commands use it from now on, unless --profile or DOTAF_PROFILE is set.',
});
