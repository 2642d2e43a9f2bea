import { command } from '../../cli/command.ts';
import { formatOptions } from '../../cli/option-rules.ts';
import { dayOf } from '../../core/dates.ts';
import { counted } from '../../core/durations.ts';
import {
  addFilters,
  chosenDomains,
  parseSort,
  soonestFirst,
  sorted,
} from '../../domains/choice.ts';
import { expirySummary } from '../../domains/list.ts';
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
    return {
      list,
      empty: 'no domain matches',
      summary: (items) => `${counted(items.length, 'domain')}: ${expirySummary(items, today)}`,
    };
  },
});
