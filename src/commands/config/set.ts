import { command } from '../../cli/command.ts';
import { preferenceArgument } from '../../cli/options.ts';
import { preferenceFields } from '../../cli/preference-fields.ts';
import { upsertProfile } from '../../settings/config.ts';
import { parseSetting, preferences } from '../../settings/preferences.ts';

export const configSet = command({
  summary: 'Store a preference in the profile in use',
  declare: (bare) => bare.addArgument(preferenceArgument()).argument('<value>', 'its value'),
  shape: 'one',
  kind: () => preferenceFields,

  async run({ settings }, _, key, typed) {
    parseSetting(key, { value: typed, source: 'flag', origin: key });
    const { summary, normalize = String } = preferences[key];
    const value = normalize(typed);
    const origin = settings.existingProfileName;
    await settings.updateConfig((config) =>
      upsertProfile(config, origin, ({ preferences: others, ...profile }) => ({
        ...profile,
        preferences: { ...others, [key]: value },
      })),
    );
    return { item: { key, value, source: 'profile', origin, summary } };
  },

  description: 'The value is checked before it is stored.',
  examples: [['dotaf config set rate-limit 120/60s', 'what the service allows this account']],
});
