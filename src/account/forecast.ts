import { missingAttributesError } from '../api/missing-attributes.ts';
import type { AccountBalance, PriceQuote } from '../api/responses.ts';
import type { ApiService } from '../api/service.ts';
import { addDuration, daysBetween, type IsoDate } from '../core/dates.ts';
import { toParentTld } from '../core/domain-names.ts';
import { addDecimals, compareDecimals, type Decimal, subtractDecimals } from '../core/money.ts';
import { type ExchangeRate, formatConvertedAmount, reportZeroPrices } from '../core/pricing.ts';
import type { Report } from '../core/report.ts';
import { joinNames, pluralize } from '../core/text.ts';
import { type DomainWithExpiry, getDomainNames } from '../domains/list.ts';
import {
  createTextCell,
  type Field,
  type FieldList,
  type RenderContext,
} from '../output/field-list.ts';
import { renderTable, wrapCell } from '../output/table.ts';
import { collectQuotes, fetchTldQuotes } from '../prices/quotes.ts';
import { monthlyForecastFields, renewalFields } from './fields.ts';

export interface ForecastInput {
  funds: AccountBalance;
  upcoming: readonly DomainWithExpiry[];
  report: Report;
  today: IsoDate;
  lastDay: IsoDate;
  withCredit?: boolean | undefined;
  /** If set, the summary also shows its amounts in the user's own currency. */
  rate?: ExchangeRate | undefined;
}

type Forecast = ReturnType<typeof toForecast>;

type PricedDomain = ReturnType<typeof toPricedDomains>[number];

const maxBarWidth = 12;

export async function buildForecastResult(
  service: ApiService,
  input: ForecastInput,
  expired: readonly DomainWithExpiry[],
) {
  const { funds, withCredit, rate, report } = input;
  const { forecast, sentence } = await computeForecast(service, input);
  const restores = await fetchRestorePrices(service, expired, report);
  const item = { ...forecast, expired: toPricedDomains(expired, restores, funds.currency) };
  const minLeft = withCredit ? subtractDecimals('0', funds.credit_limit ?? '0') : '0';
  const formatMoney = (amount: Decimal) => formatConvertedAmount(amount, funds.currency, rate);
  const sentences =
    expired.length === 0 ? [sentence] : [sentence, restoreCostCell(item.expired, formatMoney)];
  const isEnough = withCredit ? item.covered_with_credit : item.covered;
  const page = async (render: RenderContext) => {
    const months = highlightShortfall(getMonthColumns(item.months, render), minLeft);
    const tables = [
      await renderTable(highlightShortfall(renewalFields, minLeft), item.renewals, render),
      await renderTable(months, item.months, render),
      (await Promise.all(sentences.map((cell) => wrapCell(cell, render)))).join(''),
    ];
    return tables.filter(Boolean).join('\n');
  };
  return { item, page, unmetMessage: isEnough ? undefined : sentence.text };
}

/**
 * Totals the renewals due by `lastDay` and estimates how long the balance lasts.
 * @throws an `unexpected_response` error if renewals are due, but none of their prices is known
 */
export async function computeForecast(service: ApiService, input: ForecastInput) {
  const { funds, today, lastDay, report } = input;
  const endOfYear = addDuration(today, { months: 12 });
  const upcoming = input.upcoming.filter(({ expiry }) => expiry <= lastDay || expiry <= endOfYear);
  const renewalQuotes = fetchTldQuotes(service, getDomainNames(upcoming), 'renewal');
  const { quotes } = await collectQuotes(renewalQuotes, report);
  const pricedDomains = toPricedDomains(upcoming, quotes, funds.currency);
  const inSpan = pricedDomains.filter(({ expiry }) => expiry <= lastDay);
  reportUnpriced(inSpan, quotes, report);
  const forecast = toForecast(input, pricedDomains, inSpan);
  const hasAllPrices = pricedDomains.every(({ amount }) => amount !== null);
  return { forecast, sentence: summaryCell(forecast, input, hasAllPrices) };
}

async function fetchRestorePrices(
  service: ApiService,
  expired: readonly DomainWithExpiry[],
  report: Report,
) {
  const restores: PriceQuote[] = [];
  for await (const row of fetchTldQuotes(service, getDomainNames(expired), 'restore')) {
    if ('value' in row) restores.push(row.value);
  }
  // A restore price of zero must not mark the forecast, which excludes restores, as incomplete.
  reportZeroPrices(restores, report.branch(true));
  return restores;
}

function toForecast(
  { funds, today, lastDay, withCredit, report: { isComplete: complete } }: ForecastInput,
  pricedDomains: readonly PricedDomain[],
  inSpan: readonly PricedDomain[],
) {
  const { balance, currency, credit_limit } = funds;
  const due = sumAmounts(inSpan);
  const totalFunds = addDecimals(balance, credit_limit ?? '0');
  const spendable = withCredit ? totalFunds : balance;
  const covered = isCovered(due, balance, complete);
  const coveredWithCredit = isCovered(due, totalFunds, complete);
  const isEnough = withCredit ? coveredWithCredit : covered;
  const shortfall = isEnough ? '0.00' : subtractDecimals(due, spendable);
  const renewals = withRunningBalance(inSpan, balance);
  return {
    days: daysBetween(today, lastDay),
    currency,
    due,
    balance,
    credit_limit,
    covered,
    covered_with_credit: coveredWithCredit,
    short_by: isEnough === null ? null : shortfall,
    runs_out_on: findRunOutDay(pricedDomains, spendable, lastDay),
    complete,
    renewals,
    months: groupByMonth(renewals),
  };
}

function getMonthColumns(months: Forecast['months'], { columns }: RenderContext) {
  if (!Number.isFinite(columns)) return monthlyForecastFields;
  const maxDue = Math.max(...months.map(({ due }) => Number(due)));
  const bar: Field<{ due: Decimal }> = {
    name: 'bar',
    label: '',
    cell: ({ due }) => createTextCell('█'.repeat(Math.ceil((maxBarWidth * Number(due)) / maxDue))),
  };
  return monthlyForecastFields.toSpliced(-1, 0, bar);
}

function summaryCell(
  forecast: Forecast,
  { withCredit, rate }: ForecastInput,
  hasAllPrices: boolean,
) {
  const { due, balance, credit_limit, currency, short_by, complete, covered_with_credit } =
    forecast;
  const formatMoney = (amount: Decimal) => formatConvertedAmount(amount, currency, rate);
  const day = forecast.runs_out_on;
  const qualifier = complete ? '' : 'at least ';
  if (short_by !== null && compareDecimals(short_by, '0') > 0) {
    const text = `top up ${qualifier}${formatMoney(short_by)} before ${day}`;
    return createTextCell(
      covered_with_credit ? `${text} (with the credit limit: covered)` : text,
      'bad',
    );
  }
  const funds = withCredit ? addDecimals(balance, credit_limit ?? '0') : balance;
  const fundsText = `the balance ${withCredit ? 'with credit ' : ''}of ${formatMoney(funds)}`;
  const span = pluralize(forecast.days, 'day');
  const coverage = `${fundsText} covers ${span}`;
  if (!complete) {
    return createTextCell(
      `${qualifier}${formatMoney(due)} falls due; whether ${coverage} is not known`,
      'warn',
    );
  }
  if (compareDecimals(funds, '0') < 0) {
    const text = `${formatMoney(due)} falls due within ${span}, but ${fundsText} is below zero`;
    return createTextCell(text, 'bad');
  }
  if (day !== null) return createTextCell(`${coverage} and lasts until ${day}`);
  if (hasAllPrices) return createTextCell(`${coverage} and lasts more than a year`);
  return createTextCell(`${coverage}; how long it lasts is not known`, 'warn');
}

function restoreCostCell(
  expired: readonly PricedDomain[],
  formatMoney: (amount: Decimal) => string,
) {
  const restoring = `restoring ${pluralize(expired.length, 'expired domain')} would cost`;
  if (expired.some(({ amount }) => amount === null)) {
    return createTextCell(`what ${restoring} is not known`, 'warn');
  }
  return createTextCell(`${restoring} ${formatMoney(sumAmounts(expired))} more`);
}

function highlightShortfall(fields: FieldList, minLeft: Decimal) {
  const cell = ({ left }: { left: Decimal | null }) =>
    createTextCell(left, left !== null && compareDecimals(left, minLeft) < 0 ? 'bad' : 'plain');
  return fields.map((field) => (field.name === 'left' ? { ...field, cell } : field));
}

function reportUnpriced(
  renewals: readonly PricedDomain[],
  quotes: readonly PriceQuote[],
  report: Report,
) {
  const unpriced = renewals.filter(({ amount }) => amount === null);
  const names = joinNames(getDomainNames(unpriced));
  const unknown = `no renewal price in the currency of the balance is known for ${names}`;
  if (unpriced.length > 0 && unpriced.length === renewals.length)
    throw missingAttributesError(`forecast: ${unknown}`, quotes);
  if (quotes.some(({ currency }) => currency === null))
    report.note('prices without a currency count as in that of the balance');
  if (unpriced.length > 0) report.gap(unknown);
}

/** Assumes that a price without a currency is in the currency of the account. */
function toPricedDomains(
  domains: readonly DomainWithExpiry[],
  quotes: readonly PriceQuote[],
  currency: string,
) {
  return domains.map(({ domain, expiry, days, auto_renew }) => {
    const quote = quotes.find(({ tld }) => tld === toParentTld(domain ?? ''));
    const isComparable = (quote?.currency ?? currency) === currency;
    const amount = (isComparable && quote?.amount) || null;
    return { domain, expiry, days_left: days, auto_renew, amount };
  });
}

function withRunningBalance(pricedDomains: readonly PricedDomain[], balance: Decimal) {
  let left: Decimal | null = balance;
  return pricedDomains.map((pricedDomain) => {
    left = left && pricedDomain.amount && subtractDecimals(left, pricedDomain.amount);
    return { ...pricedDomain, left };
  });
}

/** Null if the funds cover all known amounts, but some amounts are unknown. */
function isCovered(due: Decimal, funds: Decimal, complete: boolean) {
  if (compareDecimals(due, '0') > 0 && compareDecimals(due, funds) > 0) return false;
  return complete || null;
}

/**
 * Finds the day on which the funds run out. Up to `lastDay`, an unknown price counts as zero. After
 * `lastDay`, the first unknown price ends the search, and the result is null.
 */
function findRunOutDay(pricedDomains: readonly PricedDomain[], funds: Decimal, lastDay: IsoDate) {
  let left = funds;
  for (const { amount, expiry } of pricedDomains) {
    if (amount === null && expiry > lastDay) return null;
    left = subtractDecimals(left, amount ?? '0');
    if (compareDecimals(left, '0') < 0) return expiry;
  }
  return null;
}

function groupByMonth(renewals: ReturnType<typeof withRunningBalance>) {
  const months = new Set(renewals.map(({ expiry }) => expiry.slice(0, 7)));
  return [...months].map((month) => {
    const ofMonth = renewals.filter(({ expiry }) => expiry.startsWith(month));
    const left = ofMonth.at(-1)?.left ?? null;
    return { month, renewals: ofMonth.length, due: sumAmounts(ofMonth), left };
  });
}

function sumAmounts(renewals: readonly PricedDomain[]) {
  return renewals.reduce((sum, { amount }) => addDecimals(sum, amount ?? '0'), '0.00');
}
