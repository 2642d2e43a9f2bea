import { command } from '../../cli/command.ts';
import { type Kind, textCell } from '../../output/kind.ts';
import { maskKey } from '../../settings/credentials.ts';

const statusKind: Kind<{ secret: string }> = [
  { name: 'source' },
  { name: 'profile' },
  { name: 'base_url', label: 'base URL' },
  { name: 'key' },
  { name: 'secret', cell: (value) => textCell(`${value.secret}, never shown`) },
];

export const authStatus = command({
  summary: 'Show which credentials a command would use, and where they come from',
  declare: (bare) => bare,
  shape: 'one',
  kind: () => statusKind,

  async run(context) {
    const { profile, source, baseUrl, key, secretCommand, tier } =
      await context.account.credentials();
    const kind = secretCommand === undefined ? 'stored' : 'command';
    return {
      one: {
        profile,
        source,
        base_url: baseUrl,
        key: maskKey(key),
        secret: tier === 'profile' ? kind : tier,
      },
    };
  },

  description: 'It sends nothing; dotaf balance tests the credentials.',
});
