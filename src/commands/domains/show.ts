import type { Domain } from '../../api/answers.ts';
import { argument } from '../../arguments.ts';
import { askNames } from '../../bulk/ask-names.ts';
import { rowsCommand } from '../../command.ts';
import { dayOf } from '../../core/dates.ts';
import { expiryCell, flagCell, textCell } from '../../output/cells.ts';
import { extraPairs } from '../../output/extra.ts';
import { type Row, rowOf } from '../../output/row.ts';
import { domainFields } from '../../portfolio/domain-fields.ts';

export const domainsShow = rowsCommand<object, Domain>({
  summary: 'Show status, expiry, registration date, auto-renew and nameservers',
  args: [argument('<domains...>', 'domains of the account')],
  examples: ['dotaf domains show kabul.af', 'dotaf domains show kabul.af herat.af --json'],

  run(context, { args }) {
    return askNames<Row<Domain>>({
      inputs: { kind: 'typed', names: args },
      tlds: context.settings.preference('tld'),
      ask: (domain) => rowOf({ domain }, async () => (await context.service()).domain(domain)),
      refuse: (domain, failure) => ({ asked: { domain }, failure }),
      note: (text) => context.output.note(text),
      progress: (text) => context.output.work(text),
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
