import { listCommand } from '../../cli/command.ts';
import { textCell } from '../../output/cells.ts';
import {
  preferenceFields,
  preferenceNames,
  type ResolvedPreference,
  resolvePreference,
} from '../../settings/preferences.ts';

export const configLs = listCommand<object, ResolvedPreference>({
  summary: 'List the preferences, their values and where each comes from',
  examples: ['dotaf config ls'],

  run: async (context) =>
    preferenceNames.map((name) => resolvePreference(name, context.settings.shownPreferenceTexts)),

  view: () => ({
    fields: preferenceFields,
    columns: [
      { name: 'key', title: 'KEY', cell: ({ key }) => ({ text: key, style: 'strong' }) },
      { name: 'value', title: 'VALUE', cell: ({ value }) => ({ text: value }) },
      { name: 'source', title: 'SOURCE', cell: ({ source }) => ({ text: source }) },
      { name: 'origin', title: 'ORIGIN', cell: ({ origin }) => textCell(origin) },
      {
        name: 'summary',
        title: 'MEANING',
        cell: ({ summary }) => ({ text: summary, style: 'dim' }),
      },
    ],
    empty: '',
  }),
});
