import { command } from '../../cli/command.ts';
import { ValueArgument } from '../../cli/options.ts';
import { mapDomainOption } from '../../compare/options.ts';
import { domainDetailsKind } from '../../kinds.ts';

export const domainsShow = command({
  summary: 'Show status, expiry, registration date, auto-renew and nameservers',
  declare: (bare) =>
    bare
      .addArgument(
        new ValueArgument('[domains...]', 'your domains; also read from a pipe', 'domains'),
      )
      .addOption(mapDomainOption()),
  shape: 'rows',
  kind: () => domainDetailsKind,
  isInBlocks: true,

  async run(context, { map }, typed) {
    const { askDetails } = await import('../../domains/details.ts');
    return askDetails(context, typed, map);
  },

  description: 'Each domain is one request.',
  examples: [['dotaf domains ls --names | dotaf domains show --csv', 'for a spreadsheet']],
});
