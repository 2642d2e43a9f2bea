import { defineCommand } from '../../cli/command.ts';
import { preferenceFields } from '../../cli/preference-fields.ts';
import { preferenceNames } from '../../settings/preferences.ts';

export const configLs = defineCommand({
  summary: 'List the preferences, their values and where each comes from',
  defineOptions: (bare) => bare,
  shape: 'list',
  fields: () => preferenceFields,

  run({ settings }) {
    // A damaged config is a failure also if no value is from it.
    void settings.profileName;
    return { list: preferenceNames.map((name) => settings.getSetting(name)) };
  },
});
