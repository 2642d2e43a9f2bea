import { command } from '../../cli/command.ts';
import { profileKind } from '../../local-kinds.ts';
import { activeName } from '../../settings/config.ts';
import { shownProfile } from '../../settings/credentials.ts';

export const authLs = command({
  summary: 'List the stored profiles',
  declare: (bare) => bare,
  shape: 'list',
  kind: () => profileKind,

  run({ settings: { config } }) {
    const list = config.profiles.map((profile) => ({
      profile: profile.name,
      active: profile.name === activeName(config),
      ...shownProfile(profile),
    }));
    return {
      list,
      remark: list.length === 0 ? 'no profile is stored yet; dotaf auth login adds one' : undefined,
    };
  },

  description: 'Secrets are not shown, and only the ends of a key.',
});
