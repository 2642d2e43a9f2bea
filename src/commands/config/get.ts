import { oneCommand } from '../../cli/command.ts';
import { choiceArgument } from '../../cli/options.ts';
import { knownPreference, preferenceFields, preferenceNames } from '../../settings/preferences.ts';

export const configGet = oneCommand({
  summary: 'Print the value of one preference',
  declare: (command) =>
    command.addArgument(choiceArgument('<key>', 'the preference', preferenceNames)),
  examples: ['dotaf config get timeout'],
  fields: preferenceFields,

  run: ({ settings }, _, key) => settings.shownPreference(knownPreference(key)),

  view: () => ({ details: () => [], text: ({ value }) => value }),
});
