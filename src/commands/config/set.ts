import { defineCommand } from '../../cli/command.ts';
import { preferenceNameArgument } from '../../cli/options.ts';
import { toTextOrJson } from '../../core/json.ts';
import { escapeForTerminal } from '../../core/text.ts';
import { upsertProfile } from '../../settings/config.ts';
import { parsePreferenceValue, preferences } from '../../settings/preferences.ts';
import { preferenceFields } from '../shared/preference-fields.ts';

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
        value = merge?.(toTextOrJson(others?.[key] ?? ''), value) ?? value;
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
