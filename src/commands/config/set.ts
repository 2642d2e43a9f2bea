import { command } from '../../cli/command.ts';
import { preferenceArgument } from '../../cli/options.ts';
import { safeText } from '../../core/text.ts';
import { preferenceKind } from '../../local-kinds.ts';
import { pageOf } from '../../output/printer.ts';
import { withProfile } from '../../settings/config.ts';
import { checkPreference, preferences } from '../../settings/preferences.ts';

export const configSet = command({
  summary: 'Store a preference in the profile in use',
  declare: (bare) => bare.addArgument(preferenceArgument()).argument('<value>', 'its value'),
  kind: () => preferenceKind,

  async run({ settings }, _, key, value) {
    checkPreference(key, value);
    const origin = settings.existingProfileName;
    await settings.file.update((config) =>
      withProfile(config, origin, (profile) => ({
        ...profile,
        preferences: { ...profile.preferences, [key]: value },
      })),
    );
    const { summary } = preferences[key];
    return { one: { key, value, source: 'profile' as const, origin, summary } };
  },

  page: (_) =>
    pageOf(({ key, value, origin }) => `${safeText(`${key} = ${value} in profile '${origin}'`)}\n`),
});
