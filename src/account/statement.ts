import type { QuoteRequest } from '../api/parse/quote-qualifiers.ts';
import type { AccountBalance, Domain, PriceQuote } from '../api/responses.ts';
import type { ApiService } from '../api/service.ts';
import { quoteActions } from '../core/api-vocabulary.ts';
import { countYears, type IsoDate } from '../core/dates.ts';
import { toParentTld, toUnicode } from '../core/domain-names.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  multiplyDecimals,
  subtractDecimals,
} from '../core/money.ts';
import type { Report } from '../core/report.ts';
import { joinNames, pluralize } from '../core/text.ts';
import type { AccountDomains, AccountSource } from '../domains/account.ts';
import { getDomainNames, sortDomains } from '../domains/list.ts';
import { type Sighting, Sightings } from '../domains/sightings.ts';
import { createTextCell, type FieldList, type RenderContext } from '../output/field-list.ts';
import { createTableRenderer } from '../output/table.ts';
import { fetchQuotes, getQuoteKey, isRejectedQuote } from '../prices/quotes.ts';
import type { SnapshotData, StoredBalance, StoredPrice, StoredState } from '../state/snapshot.ts';

const kindLabels = {
  renewal: 'renewed',
  restore: 'restored',
  registration: 'registered',
  transfer: 'transferred',
  added: 'added',
  moved: 'expiry moved',
};

interface BillableChange {
  domain: string;
  kind: keyof typeof kindLabels;
  years: number | null;
}

type Classification = Omit<BillableChange, 'domain'>;

interface StatementLine extends BillableChange {
  amount: Decimal | null;
}

interface BaselineState extends StoredState<Sighting> {
  funds: StoredBalance;
}

interface StatementInput {
  earlier: BaselineState | undefined;
  funds: AccountBalance;
  today: IsoDate;
  changes: readonly BillableChange[];
  quotes: readonly PriceQuote[];
  report: Report;
}

type Statement = ReturnType<typeof buildStatement>['item'];

export function selectBaseline(
  previous: StoredState<Sighting> | undefined,
  balance: AccountBalance,
  report: Report,
): BaselineState | undefined {
  if (!previous) return undefined;
  const { funds } = previous;
  if (funds && belongsToAccount(funds, balance)) return { ...previous, funds };
  const remembered = funds
    ? `the balance of account ${funds.account_number} in ${funds.currency}`
    : 'no balance';
  report.warn(`${remembered} was remembered, so nothing is compared`);
  return undefined;
}

export function belongsToAccount(
  funds: StoredBalance,
  { account_number, currency }: AccountBalance,
) {
  return funds.account_number === account_number && funds.currency === currency;
}

export function findBillableChanges(
  { at, rows, isComplete }: BaselineState,
  { domains, sightings: now }: AccountDomains,
  { report, wantsDetails }: Pick<AccountSource, 'report' | 'wantsDetails'>,
) {
  const lastRun = at.slice(0, 10);
  const then = new Sightings(rows, isComplete);
  const undated: string[] = [];
  const unread: string[] = [];
  const classify = (name: string, domain: Domain) => {
    const earlier = then.getDomain(name);
    if (earlier) {
      const expiry = now.getDomain(name)?.expiry ?? null;
      if (earlier.expiry !== null && expiry !== null)
        return classifyMove(earlier.expiry, expiry, earlier.status);
      undated.push(name);
      return undefined;
    }
    const change = classifyNewDomain(domain, lastRun);
    // If the list of the last run was truncated, then a domain missing from it may not be new.
    if (then.isAbsent(name) || change.kind === 'registration') return change;
    unread.push(name);
    return undefined;
  };
  const changes = sortDomains(domains, 'domain').flatMap((domain): BillableChange[] => {
    const { domain: name } = domain;
    const change = name === null ? undefined : classify(name, domain);
    return name !== null && change ? [{ domain: name, ...change }] : [];
  });
  if (undated.length > 0) {
    const hint = wantsDetails ? '' : ' (--details reads it)';
    const gapText = `${pluralize(undated.length, 'domain')} without an expiry in this run or the last`;
    report.gap(`not compared: ${gapText}${hint}: ${joinNames(undated)}`);
  }
  if (unread.length > 0) {
    const unreadText = `${pluralize(unread.length, 'domain')} that the last run has not read`;
    report.gap(`not compared: ${unreadText}: ${joinNames(unread)}`);
  }
  return changes;
}

function classifyMove(
  from: IsoDate,
  to: IsoDate,
  earlierStatus: string | null,
): Classification | undefined {
  if (from === to) return undefined;
  const years = countYears(from, to);
  if (years === null) return { kind: 'moved', years };
  return { kind: /redemption/i.test(earlierStatus ?? '') ? 'restore' : 'renewal', years };
}

function classifyNewDomain(
  { expiry, registration_date: registeredOn }: Domain,
  lastRun: IsoDate,
): Classification {
  if (registeredOn === null) return { kind: 'added', years: 1 };
  if (registeredOn < lastRun) return { kind: 'transfer', years: 1 };
  return { kind: 'registration', years: expiry === null ? null : countYears(registeredOn, expiry) };
}

/**
 * Fetches the one-year prices of all TLDs in the account, which the next statement needs, too, and
 * the prices of the multi-year purchases in `changes`. Skips prices that the API refuses to quote.
 * @throws any other error, because the next statement would be incomplete without these prices
 */
export async function fetchStatementPrices(
  service: ApiService,
  { domains }: AccountDomains,
  changes: readonly BillableChange[] = [],
) {
  const tlds = new Set(domains.flatMap(({ domain }) => (domain ? toParentTld(domain) : [])));
  const requests: QuoteRequest[] = [
    ...[...tlds].flatMap((tld) => quoteActions.map((action) => ({ tld, action, years: 1 }))),
    ...changes.flatMap((change) => toQuoteRequest(change) ?? []),
  ];
  const uniqueRequests = new Map(requests.map((request) => [getQuoteKey(request), request]));
  const prices: PriceQuote[] = [];
  for await (const row of fetchQuotes(service, [...uniqueRequests.values()])) {
    if ('value' in row) prices.push(row.value);
    else if (!isRejectedQuote(row)) throw row.error;
  }
  return prices;
}

function toQuoteRequest({ domain, kind, years }: BillableChange): QuoteRequest | undefined {
  const tld = toParentTld(domain);
  const action = quoteActions.find((name) => name === kind);
  return tld && action && years !== null ? { tld, action, years } : undefined;
}

export function toStatementSnapshot(
  { sightings }: AccountDomains,
  funds: StoredBalance,
  quotes: readonly PriceQuote[],
): SnapshotData<Sighting> {
  return {
    rows: sightings.all,
    isComplete: sightings.isComplete,
    funds,
    prices: quotes.flatMap(({ tld, action, years, amount, currency }) =>
      amount === null || years > 1 ? [] : { tld, action, years, amount, currency },
    ),
  };
}

export function toStoredBalance(
  { account_number, balance, currency }: AccountBalance,
  current_tier: string | null,
  day: IsoDate,
): StoredBalance {
  return { day, account_number, balance, currency, current_tier };
}

export function buildStatement(input: StatementInput) {
  const { earlier, funds, today, changes, quotes, report } = input;
  const { balance: after, currency } = funds;
  const before = earlier?.funds.balance ?? null;
  const pricedChanges = changes.map((change) =>
    priceChange(change, earlier?.prices ?? [], quotes, currency),
  );
  const lines = pricedChanges.map(({ line }) => line);
  const names = getDomainNames(lines.filter(({ amount }) => amount === null));
  if (names.length > 0) report.gap(`it is not known what was paid for ${joinNames(names)}`);
  const item = {
    from: earlier?.at.slice(0, 10) ?? null,
    to: today,
    before,
    after,
    currency,
    lines,
    ...explain(before, after, lines),
    complete: earlier !== undefined && report.isComplete,
  };
  return { item, reasons: pricedChanges.map(({ reason }) => reason) };
}

/** If a price has changed since the last run, the cost is unknown: either may have been charged. */
function priceChange(
  change: BillableChange,
  earlierPrices: readonly StoredPrice[],
  quotes: readonly PriceQuote[],
  currency: string,
): { line: StatementLine; reason?: string } {
  const find = (prices: readonly (StoredPrice | PriceQuote)[], request: QuoteRequest) => {
    const price = prices.find((candidate) => getQuoteKey(candidate) === getQuoteKey(request));
    return (price?.currency ?? currency) === currency ? (price?.amount ?? null) : null;
  };
  const unpriced = { ...change, amount: null };
  const request = toQuoteRequest(change);
  if (!request) return { line: unpriced, reason: describeUnknownPurchase(change) };
  const yearly = find(earlierPrices, { ...request, years: 1 });
  const then = yearly && multiplyDecimals(yearly, String(request.years));
  const now = find(quotes, request);
  if (then === null) return { line: unpriced, reason: 'no price was known at the last run' };
  if (now === null) return { line: unpriced, reason: 'no price is known now' };
  if (compareDecimals(then, now) !== 0)
    return { line: unpriced, reason: `the price was ${then} at the last run, and is ${now} now` };
  return { line: { ...change, amount: subtractDecimals('0', now) } };
}

function describeUnknownPurchase({ kind }: BillableChange) {
  if (kind === 'moved') return 'not by whole years';
  return kind === 'added' ? 'registered or transferred, which is not known' : 'for unknown years';
}

function explain(before: Decimal | null, after: Decimal, lines: readonly StatementLine[]) {
  if (before === null) return { explained: null, not_explained: null };
  const explained = lines.reduce<Decimal>(
    (total, { amount }) => addDecimals(total, amount ?? '0'),
    '0.00',
  );
  return { explained, not_explained: subtractDecimals(subtractDecimals(after, before), explained) };
}

export function describeUnexplainedAmount({ not_explained, currency, complete }: Statement) {
  if (not_explained === null) return 'nothing was compared, so nothing is explained';
  if (compareDecimals(not_explained, '0') !== 0)
    return `${describeRemainder(not_explained)}: ${not_explained} ${currency}`;
  return complete ? undefined : 'it is not known whether all is explained';
}

function describeRemainder(amount: Decimal) {
  return compareDecimals(amount, '0') > 0
    ? 'paid in or refunded, less what is not explained'
    : 'not explained by your domains';
}

interface PageRow {
  day?: IsoDate;
  text: string;
  domain?: string;
  years?: string;
  amount: string;
  reason?: string | undefined;
}

const pageColumns: FieldList<PageRow> = [
  { name: 'day', type: 'day', cell: ({ day = '' }) => createTextCell(day) },
  {
    name: 'text',
    type: 'name',
    pinned: true,
    cell: ({ text, domain = '' }) => ({
      text: text + domain,
      terminalText: text + toUnicode(domain),
    }),
  },
  { name: 'years', cell: ({ years = '' }) => createTextCell(years) },
  { name: 'amount', type: 'money', pinned: true, cell: ({ amount }) => createTextCell(amount) },
  { name: 'reason', type: 'sentence', cell: ({ reason = '' }) => createTextCell(reason) },
];

const kindWidth = 'expiry moved '.length;

/** @param reasons why the amount of each statement line is unknown; undefined if it is known */
export async function renderStatement(
  statement: Statement,
  reasons: readonly (string | undefined)[],
  render: RenderContext,
) {
  const rows = toPageRows(statement, reasons).map((value) => ({ value }));
  const table = await createTableRenderer(pageColumns, render, rows);
  return (await Promise.all(rows.map((row) => table.draw(row)))).join('');
}

function toPageRows(statement: Statement, reasons: readonly (string | undefined)[]): PageRow[] {
  const { from, to, before, after, currency, lines, explained, not_explained, complete } =
    statement;
  const last = { day: to, text: 'balance', amount: `${after} ${currency}` };
  if (from === null || explained === null || not_explained === null) return [last];
  // Pad amounts printed without a currency, so that their digits align with the balances.
  const toAmount = (text: string) => `${text}${' '.repeat(currency.length + 1)}`;
  const rows: PageRow[] = [
    { day: from, text: 'balance', amount: `${before} ${currency}` },
    ...lines.map(({ domain, kind, years, amount }, index) => ({
      text: kindLabels[kind].padEnd(kindWidth),
      domain,
      years: years === null ? '' : pluralize(years, 'year'),
      amount: toAmount(amount ?? '-'),
      reason: reasons[index],
    })),
  ];
  if (!complete) rows.push({ text: 'explained: at least', amount: toAmount(explained) });
  if (compareDecimals(not_explained, '0') !== 0)
    rows.push({ text: describeRemainder(not_explained), amount: toAmount(not_explained) });
  return [...rows, last];
}
