import { command } from '../../cli/command.ts';
import { statusKind } from '../../local-kinds.ts';
import { maskKey, secretWord } from '../../settings/credentials.ts';

export const authStatus = command({
  summary: 'Show which credentials a command would use, and where they come from',
  declare: (bare) => bare,
  kind: () => statusKind,

  async run(context) {
    const { profile, source, baseUrl, key, secret, tier } = await context.credentials();
    return {
      one: {
        ...{ profile, source, base_url: baseUrl, key: maskKey(key) },
        secret: tier === 'profile' ? secretWord(secret) : tier,
      },
    };
  },
});
