import { command } from '../cli/command.ts';
import { choiceArgument } from '../cli/options.ts';
import { safeText } from '../core/text.ts';
import { pathKind, preferenceKind } from '../local-kinds.ts';
import { findProfile, withProfile } from '../settings/config.ts';
import { parseSetting, preferenceNames, preferences } from '../settings/preferences.ts';

const listPreferences = command({
  summary: 'List the preferences, their values and where each comes from',
  declare: (bare) => bare,
  shape: 'list',
  kind: () => preferenceKind,

  run({ settings }) {
    // A damaged config is a failure also if no value is from it.
    void settings.profileName;
    return { list: preferenceNames.map((name) => settings.setting(name)) };
  },
});

const get = command({
  summary: 'Print the value of one preference',
  declare: (bare) => bare.addArgument(preferenceArgument()),
  shape: 'one',
  kind: () => preferenceKind,

  run({ settings }, _, key) {
    void settings.profileName;
    const one = settings.setting(key);
    return { one, page: () => `${safeText(one.value)}\n` };
  },
});

const set = command({
  summary: 'Store a preference in the profile in use',
  declare: (bare) => bare.addArgument(preferenceArgument()).argument('<value>', 'its value'),
  shape: 'one',
  kind: () => preferenceKind,

  async run({ settings }, _, key, typed) {
    parseSetting(key, { value: typed, source: 'flag', origin: key });
    const { summary, stored = String } = preferences[key];
    const value = stored(typed);
    const origin = settings.existingProfileName;
    await settings.update((config) =>
      withProfile(config, origin, ({ preferences: others, ...profile }) => ({
        ...profile,
        preferences: { ...others, [key]: value },
      })),
    );
    return { one: { key, value, source: 'profile', origin, summary } };
  },

  description: 'The value is checked before it is stored.',
  examples: [['dotaf config set rate-limit 120/60s', 'what the service allows this account']],
});

const unset = command({
  summary: 'Remove a stored preference from the profile in use',
  declare: (bare) => bare.addArgument(preferenceArgument()),
  shape: 'one',
  kind: () => preferenceKind,

  async run({ settings }, _, key) {
    const name = settings.existingProfileName;
    await settings.update((config) => {
      if (findProfile(config, name) === undefined) return config;
      return withProfile(
        config,
        name,
        ({ preferences: { [key]: _, ...others } = {}, ...profile }) => ({
          ...profile,
          preferences: others,
        }),
      );
    });
    return { one: settings.setting(key) };
  },

  description: 'The variable or the default applies from now on.',
});

const path = command({
  summary: 'Print the path of the config file',
  declare: (bare) => bare,
  shape: 'one',
  kind: () => pathKind,

  run: ({ settings: { file } }) => ({ one: { path: file }, page: () => `${safeText(file)}\n` }),

  description: 'It holds credentials and preferences; only you can read it.',
});

export const config = {
  summary: 'Read and store preferences (ls, get, set, unset, path)',
  description: 'An option overrides a variable, a variable the profile, the profile the default.',
  commands: { ls: listPreferences, get, set, unset, path },
};

function preferenceArgument() {
  return choiceArgument('<key>', `one of ${preferenceNames.join(', ')}`, preferenceNames);
}
