import { defineCommand } from '../cli/command.ts';
import { choiceArgument } from '../cli/options.ts';
import { stringifyValue } from '../core/json.ts';
import { escapeForTerminal } from '../core/text.ts';
import { createDataOnlyField, createTextCell, type FieldList } from '../output/field-list.ts';
import { findProfile, upsertProfile } from '../settings/config.ts';
import { parsePreferenceValue, preferenceNames, preferences } from '../settings/preferences.ts';

export const configLsCommand = defineCommand({
  alias: 'list',
  summary: 'List the preferences, their values and where each comes from',
  outputKind: 'list',
  fields: () => preferenceFields,

  run: ({ settings }) => ({ list: preferenceNames.map((name) => settings.getSetting(name)) }),
});

export const configGetCommand = defineCommand({
  summary: 'Print the value of one preference',
  defineOptions: (cmd) => cmd.addArgument(preferenceNameArgument()),
  fields: () => preferenceFields,

  run({ settings }, _, key) {
    const item = settings.getSetting(key);
    return { item, page: () => `${escapeForTerminal(item.value)}\n` };
  },
});

export const configSetCommand = defineCommand({
  summary: 'Store a preference in the profile in use',
  defineOptions: (cmd) =>
    cmd.addArgument(preferenceNameArgument()).argument('<value>', 'its value'),
  fields: () => preferenceFields,

  async run({ settings }, _, key, input) {
    parsePreferenceValue(key, { value: input, source: 'flag', origin: key });
    const { summary, normalize = String, merge } = preferences[key];
    const origin = settings.existingProfileName;
    let value = normalize(input);
    await settings.updateConfig((config) =>
      upsertProfile(config, origin, ({ preferences: others, ...profile }) => {
        value = merge?.(stringifyValue(others?.[key] ?? ''), value) ?? value;
        return { ...profile, preferences: { ...others, [key]: value } };
      }),
    );
    const item = { key, value, source: 'profile', origin, summary };
    return { item, page: () => `${key} ${escapeForTerminal(value)}\n` };
  },

  description: 'The value is checked before it is stored.',
  examples: {
    'dotaf config set rate-limit 120/60s': 'what the service allows this account',
    'dotaf config set markup 25': 'what check and quote add to the cost',
  },
});

export const configUnsetCommand = defineCommand({
  summary: 'Remove a stored preference from the profile in use',
  defineOptions: (cmd) => cmd.addArgument(preferenceNameArgument()),
  fields: () => preferenceFields,

  async run({ settings }, _, key) {
    const name = settings.existingProfileName;
    await settings.updateConfig((config) => {
      if (!findProfile(config, name)) return config;
      return upsertProfile(
        config,
        name,
        ({ preferences: { [key]: _, ...others } = {}, ...profile }) => ({
          ...profile,
          preferences: others,
        }),
      );
    });
    const item = settings.getSetting(key);
    const state = item.value === '' ? 'is not set' : `${item.value} (${item.source})`;
    return { item, page: () => `${key} ${escapeForTerminal(state)}\n` };
  },

  description: 'The variable or the default applies from now on.',
});

export const configPathCommand = defineCommand({
  summary: 'Print the path of the config file',
  fields: () => [{ name: 'path' }],

  run: ({ settings: { file } }) => ({
    item: { path: file },
    page: () => `${escapeForTerminal(file)}\n`,
  }),

  description: 'It holds credentials and preferences; only you can read it.',
});

function preferenceNameArgument() {
  return choiceArgument('<key>', `one of ${preferenceNames.join(', ')}`, preferenceNames);
}

const preferenceFields: FieldList<{ source: string; origin: string | null }> = [
  { name: 'key' },
  { name: 'value' },
  {
    name: 'source',
    cell: ({ source, origin }) => createTextCell(`${source} ${origin ?? ''}`.trim()),
  },
  createDataOnlyField('origin'),
  { name: 'summary', label: 'meaning', type: 'sentence' },
];
