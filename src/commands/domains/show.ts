import type { Domain } from '../../api/types.ts';
import { TidyReport, tidyTypedNames } from '../../bulk/names.ts';
import { inOrder } from '../../bulk/ordered.ts';
import { rowsCommand } from '../../cli/command.ts';
import { dayOf } from '../../core/dates.ts';
import { expiryCell, extraPairs, flagCell, nameCell, textCell } from '../../output/cells.ts';
import { unicodeField } from '../../output/fields.ts';
import { type Row, rowOf } from '../../output/row.ts';
import { domainFields } from '../../portfolio/list.ts';

export const domainsShow = rowsCommand({
  summary: 'Show status, expiry, registration date, auto-renew and nameservers',
  declare: (command) => command.argument('<domains...>', 'domains of the account'),
  fields: domainFields,
  moreFields: [unicodeField],

  async *run(context, _, typed): AsyncGenerator<Row<Domain>> {
    const tidying = new TidyReport(20);
    const names = await tidyTypedNames(typed, context.settings.preference('tld'), tidying);
    await tidying.write((text) => context.output.note(text));
    yield* inOrder(names, { limit: 6 }, (domain) =>
      rowOf({ domain }, async () => (await context.service()).domain(domain, names.length > 1)),
    );
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
