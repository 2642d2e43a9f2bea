import { listCommand } from '../../cli/command.ts';
import { textCell } from '../../output/cells.ts';
import type { Column } from '../../output/table.ts';
import { preferenceFields, preferenceNames } from '../../settings/preferences.ts';

/** Says nothing where all are defaults. */
const origin: Column<{ origin: string | null }> = {
  name: 'origin',
  title: 'ORIGIN',
  isCut: true,
  cell: (preference) => textCell(preference.origin),
};

export const configLs = listCommand({
  summary: 'List the preferences, their values and where each comes from',
  declare: (command) => command,
  fields: preferenceFields,

  run: ({ settings }) => preferenceNames.map((name) => settings.shownPreference(name)),

  view: ({ settings }) => ({
    columns: [
      { name: 'key', title: 'KEY', cell: ({ key }) => textCell(key, 'strong') },
      { name: 'value', title: 'VALUE', minWidth: 8, cell: ({ value }) => textCell(value) },
      { name: 'source', title: 'SOURCE', cell: ({ source }) => textCell(source) },
      ...(preferenceNames.some((name) => settings.shownPreference(name).origin !== null)
        ? [origin]
        : []),
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
