import type { AccountBalance, PricingTier } from '../api/responses.ts';
import type { ApiService } from '../api/service.ts';
import { addDuration, type IsoDate } from '../core/dates.ts';
import { addDecimals, compareDecimals, type Decimal, subtractDecimals } from '../core/money.ts';
import { pluralize } from '../core/text.ts';
import type { AccountDomains, AccountSource } from '../domains/account.ts';
import type { diffDomainsWithSnapshot } from '../domains/changes.ts';
import { formatDifferenceCell } from '../domains/fields.ts';
import { type DomainWithExpiry, groupDomainsByExpiry, requireAttribute } from '../domains/list.ts';
import {
  createTextCell,
  expiringSoonDays,
  type Field,
  type RenderContext,
} from '../output/field-list.ts';
import { createRowFromTask } from '../output/row.ts';
import { createTableRenderer, wrapCell } from '../output/table.ts';
import type { DomainDifference, StoredBalance } from '../state/snapshot.ts';
import { computeForecast, type ForecastInput } from './forecast.ts';
import { belongsToAccount } from './statement.ts';

interface ExpiringDomain extends DomainWithExpiry {
  /** By how much the balance plus credit falls short of all renewals up to this one. */
  shortfall?: string | undefined;
}

type OverviewRow = ExpiringDomain | DomainDifference;

/** Maximum number of rows per section, so that the page fits on a 24-line terminal. */
const rowLimits = { expired: 4, soon: 6, changes: 5 };

const overviewColumns: Field<OverviewRow>[] = [
  { name: 'domain', type: 'name' },
  { name: 'expiry', type: 'day' },
  { name: 'what', label: '', type: 'sentence', cell: descriptionCell },
];

interface OverviewInput {
  funds: AccountBalance;
  tier: PricingTier;
  account: AccountDomains;
  changes: ReturnType<typeof diffDomainsWithSnapshot>;
  today: IsoDate;
  mark: string | undefined;
  earlierFunds: StoredBalance | undefined;
  source: AccountSource;
}

export async function buildAccountOverview(service: ApiService, input: OverviewInput) {
  const { funds, tier, account, changes, today, mark, source } = input;
  const { list, isFirst } = changes;
  const { domains } = account;
  // The forecast needs a complete domain list, but not a complete comparison with the last run.
  const report = source.report.branch(account.sightings.isComplete);
  requireAttribute(domains, 'expiry', 'left out:', { ...source, report });
  const { expired, upcoming, soon, lapsing } = groupDomainsByExpiry(domains, today);
  const lastDay = addDuration(today, { days: 90 });
  const money = await tryForecast(service, { funds, upcoming, report, today, lastDay });
  const { account_number, balance, currency } = funds;
  const { current_tier } = tier;
  const item = {
    account_number,
    balance,
    currency,
    current_tier,
    runs_out_on: money.forecast.runs_out_on,
    domains: domains.length,
    expired,
    expiring: soon,
    not_renewing: lapsing,
    changes: isFirst ? null : list,
  };
  const { footer = describeMissingSnapshot(changes.isCorrupt, mark) } = changes.summary;
  const size = pluralize(domains.length, 'domain');
  const titleParts = [account_number, describeTier(input), size, `balance ${balance} ${currency}`];
  const title = titleParts.filter(Boolean).join(' · ');
  const expiring = addShortfalls(soon, money.forecast.renewals, funds);
  const page = async (render: RenderContext) => {
    const sentences = [title, footer, ...describeBalanceChange(input)];
    const cells = [...sentences.map((text) => createTextCell(text)), money.sentence];
    const [titleText = '', ...closingTexts] = await Promise.all(
      cells.map((cell) => wrapCell(cell, render)),
    );
    const rows = await renderOverviewRows(expired, expiring, list, render, mark);
    return [titleText, rows, closingTexts.join('')].join('\n');
  };
  return { item, page, isPageWhole: list.length <= rowLimits.changes };
}

function describeMissingSnapshot(isCorrupt: boolean, mark: string | undefined) {
  if (isCorrupt) return 'what was remembered cannot be read, so nothing is compared';
  return mark
    ? `nothing was remembered under '${mark}' before`
    : 'nothing is remembered to compare with: dotaf domains changes';
}

/** Turns a forecast error into a warning, so that the rest of the page is still printed. */
async function tryForecast(service: ApiService, input: ForecastInput) {
  const row = await createRowFromTask({}, () => computeForecast(service, input), [
    'interrupted',
    'bug',
  ]);
  if ('value' in row) return row.value;
  input.report.warn(row.error.fullMessage);
  const { balance, currency } = input.funds;
  return {
    forecast: { runs_out_on: null, renewals: [] },
    sentence: createTextCell(
      `how long the balance of ${balance} ${currency} lasts is not known`,
      'warn',
    ),
  };
}

function describeTier({ tier: { current_tier }, earlierFunds }: OverviewInput) {
  const { current_tier: before = null, day } = earlierFunds ?? {};
  if (current_tier === null || before === null || before === current_tier) return current_tier;
  return `${current_tier} (${before} on ${day})`;
}

function describeBalanceChange({ funds, mark, earlierFunds }: OverviewInput) {
  if (!earlierFunds) return [];
  const { balance, currency } = funds;
  const { day } = earlierFunds;
  if (!belongsToAccount(earlierFunds, funds))
    return [`the balance of ${day} is of another account or currency, and is not compared`];
  const difference = subtractDecimals(balance, earlierFunds.balance);
  const direction = compareDecimals(difference, '0');
  if (direction === 0) return [];
  const change = `${difference.replace('-', '')} ${direction < 0 ? 'less' : 'more'}`;
  const command = `dotaf statement --mark ${mark}`;
  return [`balance ${balance} ${currency}, ${change} than on ${day}: ${command}`];
}

async function renderOverviewRows(
  expired: readonly DomainWithExpiry[],
  soon: readonly ExpiringDomain[],
  changes: readonly DomainDifference[],
  render: RenderContext,
  mark: string | undefined,
) {
  const expiring = [...expired.slice(-rowLimits.expired), ...soon.slice(0, rowLimits.soon)];
  const changed = changes.slice(0, rowLimits.changes);
  const rows = [...expiring, ...changed].map((value) => ({ value }));
  if (rows.length === 0) return `nothing expires within ${expiringSoonDays} days\n`;
  const table = await createTableRenderer(overviewColumns, render, rows);
  const draw = async (values: readonly OverviewRow[]) =>
    (await Promise.all(values.map((value) => table.draw({ value })))).join('');
  const changesCommand = `dotaf domains changes${mark === undefined ? '' : ` --mark ${mark}`}`;
  return [
    await draw(expiring),
    describeHidden(expired.length + soon.length - expiring.length, expiringCommand),
    await draw(changed),
    describeHidden(changes.length - changed.length, changesCommand),
  ].join('');
}

const expiringCommand = `dotaf domains ls --expiring ${expiringSoonDays}d`;

function describeHidden(count: number, command: string) {
  return count === 0 ? '' : `… ${count} more: ${command}\n`;
}

function addShortfalls(
  soon: readonly DomainWithExpiry[],
  renewals: readonly { domain: string | null; left: Decimal | null }[],
  { credit_limit, currency }: AccountBalance,
): ExpiringDomain[] {
  return soon.map((domain) => {
    const left = renewals.find((renewal) => renewal.domain === domain.domain)?.left ?? null;
    const leftWithCredit = left && addDecimals(left, credit_limit ?? '0');
    if (leftWithCredit === null || compareDecimals(leftWithCredit, '0') >= 0) return domain;
    return { ...domain, shortfall: `${subtractDecimals('0', leftWithCredit)} ${currency}` };
  });
}

function descriptionCell(value: OverviewRow) {
  if ('change' in value) return formatDifferenceCell(value);
  const { days, auto_renew, shortfall } = value;
  if (days < 0) {
    const expiredText = `expired ${pluralize(-days, 'day')} ago`;
    return createTextCell(auto_renew ? `${expiredText}, auto-renew is on` : expiredText, 'bad');
  }
  const distance = days === 0 ? 'today' : pluralize(days, 'day');
  if (auto_renew === null) return createTextCell(`may lapse (${distance})`, 'warn');
  if (!auto_renew) return createTextCell(`lapses unless renewed (${distance})`, 'warn');
  if (shortfall === undefined) return createTextCell(`renews (${distance})`);
  return createTextCell(`renews, ${shortfall} short (${distance})`, 'bad');
}
