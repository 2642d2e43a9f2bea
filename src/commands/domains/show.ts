import { command } from '../../cli/command.ts';
import { dayOf } from '../../core/dates.ts';
import { domainDetailsKind } from '../../kinds.ts';

export const domainsShow = command({
  alias: 'get',
  summary: 'Show status, expiry, registration date, auto-renew and nameservers',
  declare: (bare) =>
    bare.argument('[domains...]', 'domains of the account; - or a pipe is read, too'),
  kind: () => domainDetailsKind,
  shape: 'rows',

  async run(context, _, typed) {
    const { askDetails } = await import('../../domains/details.ts');
    return askDetails(context, typed);
  },

  page: (_, { surroundings }) => ({
    groupOf: (row) => row,
    async text([row], screen) {
      const { rowDetails } = await import('../../output/details.ts');
      const today = dayOf(surroundings.clock.now());
      return row ? rowDetails(domainDetailsKind, row, today, screen) : '';
    },
  }),
});
