import { listCommand } from '../../cli/command.ts';
import { textCell } from '../../output/cells.ts';
import { preferenceFields, preferenceNames } from '../../settings/preferences.ts';

export const configLs = listCommand({
  summary: 'List the preferences, their values and where each comes from',
  declare: (command) => command,
  fields: preferenceFields,

  run: ({ settings }) => preferenceNames.map((name) => settings.shownPreference(name)),

  view: () => ({
    columns: [
      { name: 'key', title: 'KEY', cell: ({ key }) => textCell(key, 'strong') },
      { name: 'value', title: 'VALUE', minWidth: 8, cell: ({ value }) => textCell(value) },
      { name: 'source', title: 'SOURCE', cell: ({ source }) => textCell(source) },
      {
        name: 'origin',
        title: 'ORIGIN',
        isCut: true,
        cell: ({ origin }) => textCell(origin),
      },
      {
        name: 'summary',
        title: 'MEANING',
        isWhole: true,
        cell: ({ summary }) => textCell(summary, 'dim'),
      },
    ],
    empty: '',
  }),
});
