import { rowsCommand } from '../../cli/command.ts';
import { dayOf } from '../../core/dates.ts';
import { domainFields } from '../../domains/list.ts';
import { expiryCell, extraPairs, flagCell, nameCell, textCell } from '../../output/cells.ts';
import { unicodeField } from '../../output/fields.ts';

export const domainsShow = rowsCommand({
  alias: 'get',
  summary: 'Show status, expiry, registration date, auto-renew and nameservers',
  declare: (command) =>
    command.argument('[domains...]', 'domains of the account; - or a pipe is read, too'),
  fields: domainFields,
  moreFields: [unicodeField],

  async run(context, _, typed) {
    const { askDetails } = await import('../../domains/details.ts');
    return askDetails(context, typed);
  },

  view: ({ surroundings }) => ({
    details: ({ domain, status, expiry, registration_date, auto_renew, nameservers, extra }) => [
      ['domain', nameCell(domain, 'strong')],
      ['status', textCell(status)],
      ['expiry', expiryCell(expiry, dayOf(surroundings.clock.now()))],
      ['registered', textCell(registration_date)],
      ['auto-renew', flagCell(auto_renew)],
      ['nameservers', textCell(nameservers?.join(' ') || null)],
      ...extraPairs(extra).map(([label, text]) => [label, { text }] as const),
    ],
  }),
});
