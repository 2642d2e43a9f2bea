import { command } from '../../cli/command.ts';
import { activeProfileKind } from '../../local-kinds.ts';
import { findProfile } from '../../settings/config.ts';

export const authUse = command({
  summary: 'Make a profile the active one',
  declare: (bare) => bare.argument('<profile>', 'a name that auth ls shows'),
  kind: () => activeProfileKind,

  async run({ settings }, _, name) {
    await settings.file.update((config) => {
      if (!findProfile(config, name)) throw settings.noProfile({ name, by: 'option' }, config);
      return { ...config, active: name };
    });
    return { one: { profile: name, active: true } };
  },
});
