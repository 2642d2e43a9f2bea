import { oneCommand } from '../../cli/command.ts';
import { argument } from '../../cli/options.ts';
import {
  knownPreference,
  preferenceFields,
  preferenceNames,
  type ResolvedPreference,
  resolvePreference,
} from '../../settings/preferences.ts';

export const configGet = oneCommand<object, ResolvedPreference>({
  summary: 'Print the value of one preference',
  args: [argument('<key>', 'the preference', preferenceNames)],
  examples: ['dotaf config get timeout'],

  run: async (context, { args: [key = ''] }) =>
    resolvePreference(knownPreference(key), context.settings.shownPreferenceTexts),

  view: () => ({
    fields: preferenceFields,
    preferenceNames,
    details: () => [],
    text: ({ value }) => value,
  }),
});
