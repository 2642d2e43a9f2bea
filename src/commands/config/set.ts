import { oneCommand } from '../../cli/command.ts';
import { preferenceArgument } from '../../cli/options.ts';
import { withProfile } from '../../settings/config.ts';
import { checkPreference, preferenceFields, preferences } from '../../settings/preferences.ts';

export const configSet = oneCommand({
  summary: 'Store a preference in the profile in use',
  declare: (command) => command.addArgument(preferenceArgument()).argument('<value>', 'its value'),
  fields: preferenceFields,

  async run({ settings }, _, key, value) {
    checkPreference(key, value);
    const origin = settings.existingProfileName;
    await settings.file.update((config) =>
      withProfile(config, origin, (profile) => ({
        ...profile,
        preferences: { ...profile.preferences, [key]: value },
      })),
    );
    return { key, value, source: 'profile', origin, summary: preferences[key].summary };
  },

  view: () => ({
    details: ({ key, value, origin }) => [[key, { text: `${value} in profile '${origin}'` }]],
  }),
});
