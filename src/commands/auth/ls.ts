import { command } from '../../cli/command.ts';
import { profileKind } from '../../local-kinds.ts';
import { maskKey, secretOf, secretWord, shownBaseUrl } from '../../settings/credentials.ts';

export const authLs = command({
  summary: 'List the stored profiles',
  declare: (bare) => bare,
  kind: () => profileKind,
  shape: 'list',

  run({ settings: { config } }) {
    const list = config.profiles.map((profile) => {
      const secret = secretOf(profile);
      return {
        profile: profile.name,
        active: profile.name === (config.active ?? 'default'),
        base_url: profile.base_url === undefined ? null : shownBaseUrl(profile.base_url),
        key: profile.key === undefined ? null : maskKey(profile.key),
        secret: secret === undefined ? null : secretWord(secret),
      };
    });
    return { list, empty: 'no profile is stored yet; dotaf auth login adds one' };
  },
});
