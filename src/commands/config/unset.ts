import { oneCommand } from '../../cli/command.ts';
import { argument } from '../../cli/options.ts';
import { findProfile, withoutPreference } from '../../settings/config.ts';
import {
  knownPreference,
  preferenceFields,
  preferenceNames,
  type ResolvedPreference,
  resolvePreference,
} from '../../settings/preferences.ts';

export const configUnset = oneCommand<object, ResolvedPreference>({
  summary: 'Remove a stored preference from the profile in use',
  args: [argument('<key>', 'the preference', preferenceNames)],
  examples: ['dotaf config unset timeout'],

  async run(context, { args: [text = ''] }) {
    const key = knownPreference(text);
    const name = context.settings.existingProfileName;
    const config = await context.settings.file.update((before) =>
      withoutPreference(before, name, key),
    );
    const profile = findProfile(config, name)?.preferences ?? {};
    return resolvePreference(key, { ...context.settings.shownPreferenceTexts, profile });
  },

  view: () => ({
    fields: preferenceFields,
    preferenceNames,
    details: ({ key, value, source }) => [[key, { text: `${value} (${source})` }]],
  }),
});
