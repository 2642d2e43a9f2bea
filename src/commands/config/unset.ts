import { argument } from '../../arguments.ts';
import { oneCommand } from '../../command.ts';
import { withProfile } from '../../settings/config.ts';
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
    const name = context.existingProfileName;
    const config = await context.configFile.update((before) =>
      withProfile(
        before,
        name,
        ({ preferences: { [key]: _, ...preferences } = {}, ...profile }) => ({
          ...profile,
          preferences,
        }),
      ),
    );
    const profile = config.profiles.find((one) => one.name === name)?.preferences ?? {};
    return resolvePreference(key, { ...context.preferenceTexts, profile });
  },

  view: () => ({
    fields: preferenceFields,
    preferenceNames,
    details: ({ key, value, source }) => [[key, { text: `${value} (${source})` }]],
  }),
});
