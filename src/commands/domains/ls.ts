import { command } from '../../cli/command.ts';
import { addFilters, expirySummary, listedDomains, sortOption } from '../../domains/filter.ts';
import { domainKind } from '../../kinds.ts';

export const domainsLs = command({
  alias: 'list',
  summary: "List the account's domains, the soonest expiry first",
  declare: (bare) =>
    addFilters(bare).addOption(sortOption()).option('--names', 'print names only, one per line'),
  shape: 'list',
  kind: () => domainKind,

  async run(context, options) {
    const list = await listedDomains(context, options);
    if (list.length === 0) return { list, remark: 'no domain matches' };
    if (!context.output.isTerminal) return { list };
    const isFiltered = options.expiring !== undefined;
    return { list, remark: expirySummary(list, context.today, isFiltered) };
  },

  description:
    'The service lists at most 100 domains; dotaf says when the list may be cut, and warns when a filter needs data that the service does not provide.',
  examples: [
    ['dotaf domains ls --expiring 30 --auto-renew off', 'what lapses soon unless you act'],
  ],
});
