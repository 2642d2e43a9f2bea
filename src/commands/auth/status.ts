import { defineCommand } from '../../cli/command.ts';
import { createTextCell, type FieldList } from '../../output/field-list.ts';
import { maskApiKey } from '../../settings/credentials.ts';

const authStatusFields: FieldList<{ secret: string }> = [
  { name: 'source' },
  { name: 'profile' },
  { name: 'base_url', label: 'base URL' },
  { name: 'key' },
  { name: 'secret', cell: (value) => createTextCell(`${value.secret}, never shown`) },
];

export const authStatusCommand = defineCommand({
  summary: 'Show which credentials a command would use, and where they come from',
  defineOptions: (cmd) => cmd,
  shape: 'one',
  fields: () => authStatusFields,

  async run(context) {
    const credentials = await context.account.credentials();
    const { profile, source, baseUrl, key, secretCommand, kind } = credentials;
    const secretSource = secretCommand === undefined ? 'stored' : 'command';
    return {
      item: {
        profile,
        source,
        base_url: baseUrl,
        key: maskApiKey(key),
        secret: kind === 'profile' ? secretSource : kind,
      },
    };
  },

  description: 'It sends nothing; dotaf balance tests the credentials.',
});
