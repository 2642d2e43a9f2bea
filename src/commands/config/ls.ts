import { command } from '../../cli/command.ts';
import { preferenceKind } from '../../local-kinds.ts';
import { preferenceNames } from '../../settings/preferences.ts';

export const configLs = command({
  summary: 'List the preferences, their values and where each comes from',
  declare: (bare) => bare,
  kind: () => preferenceKind,
  shape: 'list',

  run: ({ settings }) => ({ list: preferenceNames.map((name) => settings.shownPreference(name)) }),
});
