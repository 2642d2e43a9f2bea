import type { Domain } from '../../api/types.ts';
import { askNames, namesToAsk } from '../../bulk/ask-names.ts';
import { rowsCommand } from '../../cli/command.ts';
import { argument } from '../../cli/options.ts';
import { dayOf } from '../../core/dates.ts';
import { expiryCell, extraPairs, flagCell, textCell } from '../../output/cells.ts';
import { type Row, rowOf } from '../../output/row.ts';
import { domainFields } from '../../portfolio/list.ts';

export const domainsShow = rowsCommand<object, Domain>({
  summary: 'Show status, expiry, registration date, auto-renew and nameservers',
  args: [argument('<domains...>', 'domains of the account')],
  examples: ['dotaf domains show kabul.af', 'dotaf domains show kabul.af herat.af --json'],

  async *run(context, { args }) {
    const inputs = { kind: 'typed', names: args } as const;
    const {
      names,
      count = 1,
      tidied,
    } = await namesToAsk(inputs, context.settings.preference('tld'));
    await tidied.tell((text) => context.output.note(text));
    const isBulk = count > 1;
    yield* askNames<Row<Domain>>(names, {
      width: { atOnce: 6 },
      ask: (domain) =>
        rowOf({ domain }, async () => (await context.service()).domain(domain, isBulk)),
      refuse: (domain, failure) => ({ asked: { domain }, failure }),
    });
  },

  view: (_, context) => ({
    fields: domainFields,
    details: ({ domain, status, expiry, registration_date, auto_renew, nameservers, extra }) => [
      ['domain', textCell(domain, 'strong')],
      ['status', textCell(status)],
      ['expiry', expiryCell(expiry, dayOf(context.surroundings.clock.now()))],
      ['registered', textCell(registration_date)],
      ['auto-renew', flagCell(auto_renew)],
      ['nameservers', textCell(nameservers?.join(' ') || null)],
      ...extraPairs(extra).map(([label, text]) => [label, { text }] as const),
    ],
  }),
});
