import { defineCommand } from '../../cli/command.ts';
import { preferenceNameArgument } from '../../cli/options.ts';
import { findProfile, upsertProfile } from '../../settings/config.ts';
import { preferenceFields } from '../shared/preference-fields.ts';

export const configUnsetCommand = defineCommand({
  summary: 'Remove a stored preference from the profile in use',
  defineOptions: (cmd) => cmd.addArgument(preferenceNameArgument()),
  fields: () => preferenceFields,

  async run({ settings }, _, key) {
    const name = settings.existingProfileName;
    await settings.updateConfig((config) => {
      if (!findProfile(config, name)) return config;
      return upsertProfile(
        config,
        name,
        ({ preferences: { [key]: _, ...others } = {}, ...profile }) => ({
          ...profile,
          preferences: others,
        }),
      );
    });
    return { item: settings.getSetting(key) };
  },

  description: 'The variable or the default applies from now on.',
});
