import { defineCommand } from '../../cli/command.ts';
import { preferenceNames } from '../../settings/preferences.ts';
import { preferenceFields } from '../shared/preference-fields.ts';

export const configLsCommand = defineCommand({
  alias: 'list',
  summary: 'List the preferences, their values and where each comes from',
  outputKind: 'list',
  fields: () => preferenceFields,

  run({ settings }) {
    // Access the config, so that a corrupt file is reported even if no value comes from it.
    void settings.profileName;
    return { list: preferenceNames.map((name) => settings.getSetting(name)) };
  },
});
