import type { QuoteRequest } from '../api/parse/quote-qualifiers.ts';
import type { AccountBalance, Domain, PriceQuote } from '../api/responses.ts';
import type { ApiService } from '../api/service.ts';
import { type QuoteAction, quoteActions } from '../core/api-vocabulary.ts';
import { countYears, type IsoDate } from '../core/dates.ts';
import { toParentTld, toUnicode } from '../core/domain-names.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  multiplyDecimals,
  subtractDecimals,
} from '../core/money.ts';
import { createWarning, type Notice } from '../core/notices.ts';
import { joinNames, pluralize } from '../core/text.ts';
import { type AccountDomainList, getDomainNames, sortDomains } from '../domains/list.ts';
import { createTextCell, type FieldList, type RenderContext } from '../output/field-list.ts';
import { createTableRenderer } from '../output/table.ts';
import { fetchQuotes, getQuoteKey, isRejected } from '../prices/quotes.ts';
import type { SnapshotData, StoredFunds, StoredState } from '../snapshots/snapshot.ts';

/** Kinds of changes, as the statement words them. */
const kindLabels = {
  renewal: 'renewed',
  restore: 'restored',
  registration: 'registered',
  transfer: 'transferred',
  added: 'added',
  moved: 'expiry moved',
};

/** A change to a domain that costs, or may cost, money. */
interface BillableChange {
  domain: string;
  kind: keyof typeof kindLabels;
  years: number | null;
  /** The actions that may have been paid for; if there are several, only one of them was. */
  actions: readonly QuoteAction[];
}

type Classification = Omit<BillableChange, 'domain'>;

type Price = Pick<PriceQuote, keyof QuoteRequest | 'amount' | 'currency'>;

interface BaselineState extends StoredState<Domain> {
  funds: StoredFunds;
}

interface StatementInput {
  earlier: BaselineState | undefined;
  funds: AccountBalance;
  today: IsoDate;
  changes: readonly BillableChange[];
  /** False if changes may be missing. */
  isComplete: boolean;
  quotes: readonly PriceQuote[];
}

type Statement = ReturnType<typeof computeStatement>['item'];

type StatementLine = ReturnType<typeof priceChange>['line'];

/** Chooses the baseline: the last run, if its balance belongs to the same account. */
export function selectBaseline(
  previous: StoredState<Domain> | undefined,
  balance: AccountBalance,
): { earlier?: BaselineState; notices: readonly Notice[] } {
  if (!previous) return { notices: [] };
  const { funds } = previous;
  if (funds && belongsToAccount(funds, balance))
    return { earlier: { ...previous, funds }, notices: [] };
  const remembered = funds
    ? `the balance of account ${funds.account_number} in ${funds.currency}`
    : 'no balance';
  return { notices: [createWarning(`${remembered} was remembered, so nothing is compared`)] };
}

export function belongsToAccount(funds: StoredFunds, { account_number, currency }: AccountBalance) {
  return funds.account_number === account_number && funds.currency === currency;
}

/** Finds the changes since an earlier run. Warns about domains whose expiry date is unknown. */
export function findBillableChanges(
  { at, rows, isWhole = false, absent = [] }: BaselineState,
  { domains, isComplete }: AccountDomainList,
  today: IsoDate,
) {
  const lastRun = at.slice(0, 10);
  const earlierByName = new Map(rows.map((row) => [row.domain, row]));
  const classify = (domain: Domain, name: string) => {
    const earlier = earlierByName.get(name);
    if (earlier) return classifyMove(earlier, domain, today);
    const change = classifyNewDomain(domain, lastRun);
    // A name that a truncated list left out is new only if it was known to be absent.
    const isNew = isWhole || absent.includes(name) || change.kind === 'registration';
    return isNew ? change : undefined;
  };
  const changes = sortDomains(domains, 'domain').flatMap((domain): BillableChange[] => {
    const { domain: name } = domain;
    const change = name === null ? undefined : classify(domain, name);
    return name !== null && change ? [{ domain: name, ...change }] : [];
  });
  const gaps = domains.filter(({ domain, expiry }) => {
    const earlier = earlierByName.get(domain);
    return earlier && (earlier.expiry === null || expiry === null);
  });
  const gapText = `${pluralize(gaps.length, 'domain')} without an expiry in this run or the last`;
  const gapWarning = `not compared: ${gapText}: ${joinNames(getDomainNames(gaps))}`;
  return {
    changes,
    isComplete: isComplete && isWhole && gaps.length === 0,
    notices: gaps.length > 0 ? [createWarning(gapWarning)] : [],
  };
}

function classifyMove(
  earlier: Domain,
  { expiry }: Domain,
  today: IsoDate,
): Classification | undefined {
  if (earlier.expiry === null || expiry === null || earlier.expiry === expiry) return undefined;
  const years = countYears(earlier.expiry, expiry);
  if (years === null) return { kind: 'moved', years, actions: [] };
  if (earlier.expiry >= today) return { kind: 'renewal', years, actions: ['renewal'] };
  // The domain may already have expired by then, and it is unknown how long after its expiry the
  // service still renews a domain.
  const kind = /redemption/i.test(earlier.status ?? '') ? 'restore' : 'renewal';
  return { kind, years, actions: ['renewal', 'restore'] };
}

function classifyNewDomain(
  { expiry, registration_date: registeredOn }: Domain,
  lastRun: IsoDate,
): Classification {
  if (registeredOn === null)
    return { kind: 'added', years: 1, actions: ['registration', 'transfer'] };
  if (registeredOn < lastRun) return { kind: 'transfer', years: 1, actions: ['transfer'] };
  const years = expiry === null ? null : countYears(registeredOn, expiry);
  return { kind: 'registration', years, actions: ['registration'] };
}

/**
 * Fetches the one-year prices, which the next run also needs, and the prices of changes longer than
 * a year. Omits prices that the service refuses to quote, such as for a transfer.
 * @throws the Failure of any other request, because without these prices the next run could not
 * explain any change
 */
export async function fetchStatementPrices(
  service: ApiService,
  { domains }: AccountDomainList,
  changes: readonly BillableChange[] = [],
) {
  const tlds = new Set(domains.flatMap(({ domain }) => (domain ? toParentTld(domain) : [])));
  const requests: QuoteRequest[] = [
    ...[...tlds].flatMap((tld) => quoteActions.map((action) => ({ tld, action, years: 1 }))),
    ...changes.flatMap(toQuoteRequests),
  ];
  const uniqueRequests = new Map(requests.map((request) => [getQuoteKey(request), request]));
  const prices: PriceQuote[] = [];
  for await (const row of fetchQuotes(service, [...uniqueRequests.values()])) {
    if ('value' in row) prices.push(row.value);
    else if (!isRejected(row)) throw row.failure;
  }
  return prices;
}

function toQuoteRequests({ domain, actions, years }: BillableChange): QuoteRequest[] {
  const tld = toParentTld(domain);
  if (tld === undefined || years === null) return [];
  return actions.map((action) => ({ tld, action, years }));
}

export function toStatementSnapshot(
  { domains, isComplete, notInAccount }: AccountDomainList,
  funds: StoredFunds,
  quotes: readonly PriceQuote[],
): SnapshotData<Domain> {
  return {
    rows: domains.map(({ extra: _, ...domain }) => domain),
    isWhole: isComplete,
    absent: [...notInAccount],
    funds,
    prices: quotes.flatMap(({ tld, action, years, amount, currency }) =>
      amount === null || years > 1 ? [] : { tld, action, years, amount, currency },
    ),
  };
}

export function toStoredFunds(
  { account_number, balance, currency }: AccountBalance,
  current_tier: string | null,
  day: IsoDate,
): StoredFunds {
  return { day, account_number, balance, currency, current_tier };
}

export function computeStatement(input: StatementInput) {
  const { earlier, funds, today, changes, isComplete, quotes } = input;
  const { balance: after, currency } = funds;
  const before = earlier?.funds.balance ?? null;
  const pricedChanges = changes.map((change) =>
    priceChange(change, earlier?.prices ?? [], quotes, currency),
  );
  const lines = pricedChanges.map(({ line }) => line);
  const unpriced = pricedChanges.filter(({ isPriced }) => !isPriced).map(({ line }) => line);
  const names = getDomainNames(unpriced.filter(({ kind }) => kind !== 'moved'));
  const warning = createWarning(`not every price is known of ${joinNames(names)}`);
  const item = {
    from: earlier?.at.slice(0, 10) ?? null,
    to: today,
    before,
    after,
    currency,
    lines,
    ...explain(before, after, lines),
    complete: isComplete && unpriced.length === 0,
  };
  return { item, notices: names.length > 0 ? [warning] : [] };
}

/**
 * Prices a change from the quotes of the earlier and the current run, either of which may be
 * missing.
 */
function priceChange(
  change: BillableChange,
  earlierPrices: readonly Price[],
  quotes: readonly Price[],
  currency: string,
) {
  const find = (prices: readonly Price[], request: QuoteRequest) => {
    const price = prices.find((candidate) => getQuoteKey(candidate) === getQuoteKey(request));
    return (price?.currency ?? currency) === currency ? (price?.amount ?? null) : null;
  };
  const alternatives = toQuoteRequests(change).map((request) => {
    const yearly = find(earlierPrices, { ...request, years: 1 });
    const earlier = yearly && multiplyDecimals(yearly, String(request.years));
    return [earlier, find(quotes, request)].flatMap((price) => price ?? []);
  });
  const isPriced = alternatives.length > 0 && alternatives.every(({ length }) => length === 2);
  // If there is no restore price, the renewal price is still the lower bound of the range.
  const needed = change.actions.filter((action) => action !== 'restore');
  const isKnown = needed.every((_, index) => alternatives[index]?.length);
  const amounts = (isKnown ? alternatives : [])
    .flat()
    .sort(compareDecimals)
    .map((price) => subtractDecimals('0', price));
  const { domain, kind, years } = change;
  const isRestorePriced = kind !== 'restore' || isPriced;
  const amount = amounts[0] ?? null;
  const amount_max = isRestorePriced ? (amounts.at(-1) ?? null) : null;
  return { line: { domain, kind, years, amount, amount_max }, isPriced };
}

/** Explains as much as the ranges of the lines allow. */
function explain(before: Decimal | null, after: Decimal, lines: readonly StatementLine[]) {
  if (before === null) return { explained: null, not_explained: null };
  const difference = subtractDecimals(after, before);
  const sum = (amounts: (Decimal | null)[]) =>
    amounts.reduce<Decimal>((total, amount) => addDecimals(total, amount ?? '0'), '0.00');
  const bounds = [
    sum(lines.map(({ amount }) => amount)),
    sum(lines.map(({ amount, amount_max }) => amount_max ?? amount)),
  ];
  const [, explained = '0.00'] = [difference, ...bounds].sort(compareDecimals);
  return { explained, not_explained: subtractDecimals(difference, explained) };
}

/** @returns the reason why not all of the difference is explained, or undefined */
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
  years?: string;
  amount: string;
}

const pageColumns: FieldList<PageRow> = [
  { name: 'day', type: 'day', cell: ({ day = '' }) => createTextCell(day) },
  { name: 'text', type: 'name', pinned: true },
  { name: 'years', cell: ({ years = '' }) => createTextCell(years) },
  { name: 'amount', type: 'money', pinned: true, cell: ({ amount }) => createTextCell(amount) },
];

const kindWidth = 'expiry moved '.length;

export async function renderStatement(statement: Statement, render: RenderContext) {
  const rows = toPageRows(statement, Number.isFinite(render.columns)).map((value) => ({ value }));
  const table = await createTableRenderer(pageColumns, render, rows);
  let text = '';
  for (const row of rows) text += await table.draw(row);
  return text;
}

function formatRange(amount: Decimal | null, max: Decimal | null) {
  return max === null ? `${amount} or more` : `${amount} to ${max}`;
}

function toPageRows(statement: Statement, isTerminal: boolean): PageRow[] {
  const { from, to, before, after, currency, lines, explained, not_explained, complete } =
    statement;
  // Amounts without a currency are padded with spaces so that the digits align. Ranges are not
  // padded, since they are wide already.
  const toAmount = (text: string) => `${text}${' '.repeat(currency.length + 1)}`;
  const last = { day: to, text: 'balance', amount: `${after} ${currency}` };
  if (from === null || explained === null || not_explained === null) return [last];
  return [
    { day: from, text: 'balance', amount: `${before} ${currency}` },
    ...lines.map(({ domain, kind, years, amount, amount_max }) => ({
      text: kindLabels[kind].padEnd(kindWidth) + (isTerminal ? toUnicode(domain) : domain),
      years: years === null ? '' : pluralize(years, 'year'),
      amount: amount === amount_max ? toAmount(amount ?? '') : formatRange(amount, amount_max),
    })),
    ...(complete ? [] : [{ text: 'explained: at least', amount: toAmount(explained) }]),
    { text: describeRemainder(not_explained), amount: toAmount(not_explained) },
    last,
  ];
}
