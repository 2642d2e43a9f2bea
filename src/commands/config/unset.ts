import { oneCommand } from '../../cli/command.ts';
import { preferenceArgument } from '../../cli/options.ts';
import { withoutPreference } from '../../settings/config.ts';
import { preferenceFields } from '../../settings/preferences.ts';

export const configUnset = oneCommand({
  summary: 'Remove a stored preference from the profile in use',
  declare: (command) => command.addArgument(preferenceArgument()),
  fields: preferenceFields,

  async run({ settings }, _, key) {
    const name = settings.existingProfileName;
    const config = await settings.file.update((before) => withoutPreference(before, name, key));
    return settings.shownPreference(key, config);
  },

  view: () => ({
    details: ({ key, value, source }) => [[key, { text: `${value} (${source})` }]],
  }),
});
