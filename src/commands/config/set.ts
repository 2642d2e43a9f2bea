import { oneCommand } from '../../cli/command.ts';
import { argument } from '../../cli/options.ts';
import { withProfile } from '../../settings/config.ts';
import {
  checkPreference,
  knownPreference,
  preferenceFields,
  preferenceNames,
  preferences,
  type ResolvedPreference,
} from '../../settings/preferences.ts';

export const configSet = oneCommand<object, ResolvedPreference>({
  summary: 'Store a preference in the profile in use',
  args: [argument('<key>', 'the preference', preferenceNames), argument('<value>', 'its value')],
  examples: ['dotaf config set timeout 30', 'dotaf config set rate-limit 120/60s --profile shop'],

  async run(context, { args: [text = '', value = ''] }) {
    const key = knownPreference(text);
    checkPreference(key, value);
    const name = context.settings.existingProfileName;
    await context.settings.file.update((config) =>
      withProfile(config, name, (profile) => ({
        ...profile,
        preferences: { ...profile.preferences, [key]: value },
      })),
    );
    return { key, value, source: 'profile', origin: name, summary: preferences[key].summary };
  },

  view: () => ({
    fields: preferenceFields,
    preferenceNames,
    details: ({ key, value, origin }) => [[key, { text: `${value} in profile '${origin}'` }]],
  }),
});
