import { command } from '../../cli/command.ts';
import { formatOptions } from '../../cli/option-rules.ts';
import { dayOf } from '../../core/dates.ts';
import { addFilters, chosenDomains } from '../../domains/choice.ts';
import { expirySummary } from '../../domains/list.ts';
import { parseSort, soonestFirst, sorted } from '../../domains/order.ts';
import { domainKind } from '../../kinds.ts';

export const domainsLs = command({
  alias: 'list',
  summary: "List the account's domains, the soonest expiry first",
  declare: (bare) =>
    addFilters(bare)
      .option('--sort <field>', 'sort by column; -expiry reverses (default: expiry)', parseSort)
      .option('--names', 'print names only, one per line'),
  excludes: { '--names': formatOptions },
  kind: () => domainKind,
  shape: 'list',
  everyProfile: {
    key: 'domains',
    order: (domains, { sort = soonestFirst }) => sorted(domains, sort),
  },

  async run(context, options) {
    const list = await chosenDomains(context, options);
    if (options.names) {
      return { text: list.flatMap(({ domain }) => (domain ? `${domain}\n` : [])).join('') };
    }
    const today = dayOf(context.surroundings.clock.now());
    return { list, empty: 'no domain matches', summary: (items) => expirySummary(items, today) };
  },
});
