import { statementFields, statementLineFields } from '../account/fields.ts';
import { defineCommand } from '../cli/command.ts';
import { choiceOption } from '../cli/options.ts';
import { isTabularFormat } from '../cli/parser.ts';
import { comparedAttributes } from '../core/api-vocabulary.ts';
import { toParentTld } from '../core/domain-names.ts';
import { reportZeroPrices } from '../core/pricing.ts';
import { readAccount } from '../domains/account.ts';
import type { FieldList } from '../output/field-list.ts';
import {
  addDomainSourceOptions,
  createAccountSource,
  snapshotMarkOption,
} from './shared/shared-options.ts';
import { loadSnapshot, saveSnapshotAfterOutput } from './shared/snapshots.ts';

export const statementCommand = defineCommand({
  summary: 'Show why the balance has changed since the last run',
  defineOptions: (cmd) =>
    addDomainSourceOptions(cmd)
      .addOption(snapshotMarkOption())
      .addOption(choiceOption('--expect <state>', 'exit 1 unless all is explained', ['explained'])),
  countsFromToday: true,
  fields: (_, globals): FieldList<object> =>
    isTabularFormat(globals) ? statementLineFields : statementFields,

  async run(context, options) {
    const { report, today } = context;
    const statements = await import('../account/statement.ts');
    const { sightingSchema } = await import('../domains/domain-cache.ts');
    const { sandboxSnapshotMessage } = await import('../state/snapshot.ts');
    const snapshot = await loadSnapshot(context, 'statement', sightingSchema, options.mark);
    // Compare registration dates, too: they distinguish registrations from transfers.
    const source = await createAccountSource(context, options, comparedAttributes);
    const { service } = source;
    const balance = service.balance();
    const [funds, account] = await Promise.all([balance, readAccount(source, { balance })]);
    const earlier = statements.selectBaseline(snapshot.previous, funds, report);
    const changes = earlier ? statements.findBillableChanges(earlier, account, source) : [];
    const quotes = await statements.fetchStatementPrices(service, account, changes);
    const usedQuotes = quotes.filter(({ tld, action }) =>
      changes.some(({ domain, kind }) => kind === action && toParentTld(domain) === tld),
    );
    reportZeroPrices(usedQuotes, report);
    const input = { earlier, funds, today, changes, quotes, report };
    const { item, reasons } = statements.buildStatement(input);
    const stored = statements.toStoredBalance(funds, null, today);
    const state = statements.toStatementSnapshot(account, stored, quotes);
    saveSnapshotAfterOutput(context, snapshot, state, {
      isFirst: !earlier,
      hasNews: earlier !== undefined && item.before !== item.after,
    });
    const ending = {
      footer: snapshot.file ? undefined : sandboxSnapshotMessage,
      unmetMessage: statements.describeUnexplainedAmount(item),
    };
    if (!isTabularFormat(context.options))
      return {
        item,
        page: (render) => statements.renderStatement(item, reasons, render),
        ...ending,
      };
    const { lines, currency } = item;
    return { list: lines.map((line) => ({ ...line, currency })), ...ending };
  },

  description:
    'The service lists no payments. Each run remembers balance, domains and prices; the next one shows which renewals, registrations, transfers and restores explain the difference, and what they leave. The first run shows the balance alone. dotaf --mark week starts the statement of that mark and never moves it.',
  examples: {
    'dotaf statement': 'since it was run last',
    'dotaf statement --mark month': 'since the last run with this mark',
    'dotaf statement --expect explained': 'exit 1 unless your domains explain all of it',
  },
});
