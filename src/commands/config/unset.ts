import { command } from '../../cli/command.ts';
import { preferenceArgument } from '../../cli/options.ts';
import { preferenceFields } from '../../cli/preference-fields.ts';
import { findProfile, upsertProfile } from '../../settings/config.ts';

export const configUnset = command({
  summary: 'Remove a stored preference from the profile in use',
  declare: (bare) => bare.addArgument(preferenceArgument()),
  shape: 'one',
  kind: () => preferenceFields,

  async run({ settings }, _, key) {
    const name = settings.existingProfileName;
    await settings.updateConfig((config) => {
      if (findProfile(config, name) === undefined) return config;
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
