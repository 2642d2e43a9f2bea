import { forecastFields, renewalColumns } from '../account/fields.ts';
import type { Domain } from '../api/responses.ts';
import { defineCommand } from '../cli/command.ts';
import { choiceOption, timeSpanOption } from '../cli/options.ts';
import { isTabularFormat } from '../cli/parser.ts';
import { toDateRange } from '../core/dates.ts';
import { type AccountSource, readAccount } from '../domains/account.ts';
import { groupDomainsByExpiry, requireAttribute } from '../domains/list.ts';
import { usageError } from '../errors.ts';
import type { FieldList } from '../output/field-list.ts';
import { resolveExchangeRate } from './shared/retail-settings.ts';
import { addDomainSourceOptions, createAccountSource } from './shared/shared-options.ts';

export const forecastCommand = defineCommand({
  summary: 'Check whether the balance covers upcoming renewals',
  defineOptions: (cmd) =>
    addDomainSourceOptions(cmd)
      .addOption(
        timeSpanOption(
          '--within <span>',
          'how far to look ahead: 30d, 12w, 3m, 2026-12-31, 2026-12 or next-month',
        ).default({ days: 90 }, '90d'),
      )
      .addOption(choiceOption('--auto-renew <state>', 'only domains with auto-renew on', ['on']))
      .option('--with-credit', 'include the credit limit')
      .addOption(choiceOption('--expect <state>', 'exit 1 unless all is covered', ['covered'])),
  countsFromToday: true,
  fields: (_, globals): FieldList<object> =>
    isTabularFormat(globals) ? renewalColumns : forecastFields,

  async run(context, options) {
    const { autoRenew, withCredit, within } = options;
    const { buildForecastResult } = await import('../account/forecast.ts');
    const { report, today } = context;
    const { last: lastDay } = toDateRange(within, today);
    if (lastDay <= today) {
      throw usageError('--within ends today or before', 'dotaf forecast --within 3m');
    }
    const source = await createAccountSource(context, options);
    const { service } = source;
    const balance = service.balance();
    const [funds, { domains }] = await Promise.all([balance, readAccount(source, { balance })]);
    const selection = selectDomains(domains, autoRenew === 'on', source);
    const { expired, upcoming } = groupDomainsByExpiry(selection, today);
    const { rate, note: tip } = resolveExchangeRate(context.settings);
    const input = { funds, upcoming, report, today, lastDay, withCredit, rate };
    const { item, page, unmetMessage } = await buildForecastResult(service, input, expired);
    if (!isTabularFormat(context.options)) return { item, page, tip, unmetMessage };
    const { renewals, currency } = item;
    return { list: renewals.map((renewal) => ({ ...renewal, currency })), unmetMessage };
  },

  description:
    'Lists the renewals of the next 90 days and what each leaves of the balance, and says how long the money lasts. Restoring expired domains is priced beside it and not counted. If a price or a date is missing, the sum is "at least", and the answer is "not known".',
  examples: {
    'dotaf forecast': 'the renewals of 90 days',
    'dotaf forecast --within 1m --with-credit': 'one month, credit limit included',
    'dotaf forecast --expect covered -q || mail -s "top up" me@example.com':
      'a mail before it is too late',
  },
});

function selectDomains(domains: readonly Domain[], isAutoRenew: boolean, source: AccountSource) {
  const messageStart = 'the forecast leaves out';
  requireAttribute(domains, 'expiry', messageStart, source);
  if (!isAutoRenew) return domains;
  requireAttribute(domains, 'auto_renew', messageStart, source);
  return domains.filter(({ auto_renew }) => auto_renew);
}
