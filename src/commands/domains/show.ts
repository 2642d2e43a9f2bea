import { command } from '../../cli/command.ts';
import { domainDetailsKind } from '../../kinds.ts';

export const domainsShow = command({
  alias: 'get',
  summary: 'Show status, expiry, registration date, auto-renew and nameservers',
  declare: (bare) =>
    bare.argument('[domains...]', 'domains of the account; - or a pipe is read, too'),
  kind: () => domainDetailsKind,
  shape: 'details',

  async run(context, _, typed) {
    const { askDetails } = await import('../../domains/details.ts');
    return askDetails(context, typed);
  },
});
