import { oneCommand } from '../../cli/command.ts';
import { preferenceArgument } from '../../cli/options.ts';
import { preferenceFields } from '../../settings/preferences.ts';

export const configGet = oneCommand({
  summary: 'Print the value of one preference',
  declare: (command) => command.addArgument(preferenceArgument()),
  fields: preferenceFields,

  run: ({ settings }, _, key) => settings.shownPreference(key),

  view: () => ({ details: () => [], text: ({ value }) => value }),
});
