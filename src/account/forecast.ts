import type { Balance, Domain, Quote } from '../api/answers.ts';
import { nothingFound } from '../api/nothing-found.ts';
import type { Context } from '../cli/context.ts';
import { addSpan, type Day, dayOf, daysBetween, daysOf, type TimeSpan } from '../core/dates.ts';
import { add, compare, type Decimal, subtract } from '../core/money.ts';
import type { Action } from '../core/service-words.ts';
import { named } from '../core/text.ts';
import { AccountDomains, byExpiry, type DatedDomain } from '../domains/list.ts';
import { Failure } from '../errors.ts';
import {
  type Forecast,
  forecastKind,
  type Lapse,
  type Month,
  monthKind,
  type Renewal,
  renewalKind,
} from '../kinds.ts';
import { type Screen, textCell } from '../output/cell.ts';
import { rowDetails } from '../output/details.ts';
import { chosenFields, type Field, shownFields } from '../output/kind.ts';
import { drawTable } from '../output/table.ts';
import { answeredPrices, askCells } from '../prices/quotes.ts';

interface ForecastOptions {
  within: TimeSpan;
  autoRenew?: 'on';
  withCredit?: true;
}

/** Columns by their weight: on a narrow screen the last ones fall off. */
const renewalColumns = ['domain', 'expiry', 'amount', 'left', 'auto_renew', 'days_left'];

/** Width of the longest bar, in terminal cells. */
const barWidth = 12;

export async function readForecast(context: Context, options: ForecastOptions): Promise<Forecast> {
  const today = dayOf(context.surroundings.clock.now());
  const { last } = daysOf(options.within, today);
  const days = daysBetween(today, last);
  if (days < 0) {
    const hint = 'dotaf forecast --within 3m';
    throw new Failure('usage', '--within ends before today', { hint });
  }
  const asked = context.account.service().then((service) => service.balance());
  const [funds, list] = await Promise.all([
    asked,
    AccountDomains.read(context, { balance: asked }),
  ]);
  const { isSure, chosen } = await chosenDomains(list, options.autoRenew);
  const { expired, coming } = byExpiry(chosen, today);
  const due = coming.filter(({ expiry }) => expiry <= last);
  const { quotes } = await answeredPrices(context, pricesOf(context, due, 'renewal'));
  const lapses = lapsesOf(due, quotes, funds.currency, today);
  const isPriced = await warnOfPrices(context, lapses, quotes);
  const restores: Quote[] = [];
  for await (const row of pricesOf(context, expired, 'restore')) {
    if ('value' in row) restores.push(row.value);
  }
  const renewals = renewalsOf(lapses, funds.balance);
  const complete = list.isWhole && isSure && isPriced;
  return {
    days,
    ...coverage(funds, renewals, complete, options.withCredit),
    complete,
    renewals,
    months: monthsOf(renewals),
    expired: lapsesOf(expired, restores, funds.currency, today),
  };
}

export async function forecastPage(value: Forecast, screen: Screen): Promise<string> {
  const { renewals, months } = value;
  const most = Math.max(...months.map(({ due }) => Number(due)));
  const bar: Field<Month> = {
    name: 'bar',
    label: '',
    cell: ({ due }) => textCell('█'.repeat(Math.ceil((barWidth * Number(due)) / most))),
  };
  const ofRenewals = chosenFields(renewalKind, renewalColumns);
  const isTerminal = Number.isFinite(screen.columns);
  const ofMonths = isTerminal ? [...monthKind, bar] : monthKind;
  const tables = [
    renewals.length > 0 && (await drawTable(withLeft(ofRenewals, value), renewals, screen)),
    months.length > 0 && (await drawTable(withLeft(ofMonths, value), months, screen)),
    await rowDetails({ value }, shownFields(forecastKind, true), screen),
  ];
  return tables.filter((table) => table !== false).join('\n');
}

/** The field `left` is red below what may be spent: below zero, or below minus the credit limit. */
function withLeft<Value extends { left: Decimal | null }>(
  kind: readonly Field<Value>[],
  { balance, due, short_by }: Forecast,
): Field<Value>[] {
  const isShort = short_by !== null && compare(short_by, '0') > 0;
  const least = isShort ? add(subtract(balance, due), short_by) : null;
  const cell = ({ left }: Value) => {
    if (left === null || least === null) return textCell(left);
    return textCell(left, compare(left, least) < 0 ? 'bad' : 'plain');
  };
  return kind.map((field) => (field.name === 'left' ? { ...field, cell } : field));
}

/** @returns also whether the dates, and the flags where they count, are known of all domains */
async function chosenDomains(list: AccountDomains, autoRenew: 'on' | undefined) {
  const says = 'the forecast leaves out';
  const hasDates = await list.need('expiry', 'forecast', says);
  if (autoRenew === undefined) {
    return { isSure: hasDates, chosen: list.domains };
  }
  const hasFlags = await list.need('auto_renew', 'forecast: --auto-renew', says);
  const chosen = list.domains.filter(({ auto_renew }) => auto_renew);
  return { isSure: hasDates && hasFlags, chosen };
}

/** @returns true if all prices are known @throws Failure if none is */
async function warnOfPrices(
  { output }: Context,
  lapses: readonly Lapse[],
  quotes: readonly Quote[],
): Promise<boolean> {
  const unpriced = lapses.filter(({ amount }) => amount === null);
  const isStated = quotes.every(({ currency }) => currency !== null);
  if (!isStated) await output.warning('prices without a currency count as in that of the balance');
  if (unpriced.length === 0) return isStated;
  const names = named(unpriced.flatMap(({ domain }) => domain ?? []));
  const says = `no renewal price in the currency of the balance is known for ${names}`;
  if (unpriced.length === lapses.length) throw nothingFound(`forecast: ${says}`, quotes);
  await output.warning(says);
  return false;
}

function pricesOf(context: Context, domains: readonly Domain[], action: Action) {
  const tlds = new Set(domains.flatMap((one) => tldOf(one) ?? []));
  const cells = [...tlds].map((tld) => ({ tld, action, years: 1 }));
  return askCells(context, cells);
}

/** A price without a currency is in that of the balance. */
function lapsesOf(
  domains: readonly DatedDomain[],
  quotes: readonly Quote[],
  currency: string,
  today: Day,
): Lapse[] {
  return domains.map((one) => {
    const quote = quotes.find(({ tld }) => tld === tldOf(one));
    const { currency: unit = null, amount = null } = quote ?? {};
    return {
      domain: one.domain,
      expiry: one.expiry,
      days_left: daysBetween(today, one.expiry),
      auto_renew: one.auto_renew,
      amount: unit === null || unit === currency ? amount : null,
    };
  });
}

function renewalsOf(lapses: readonly Lapse[], balance: Decimal): Renewal[] {
  let left: Decimal | null = balance;
  return lapses.map((one) => {
    left = left === null || one.amount === null ? null : subtract(left, one.amount);
    return { ...one, left };
  });
}

function coverage(
  { balance, currency, credit_limit }: Balance,
  renewals: readonly Renewal[],
  complete: boolean,
  withCredit = false,
) {
  const due = totalOf(renewals);
  const total = add(balance, credit_limit ?? '0');
  const funds = withCredit ? total : balance;
  const isEnough = isCovered(due, funds, complete);
  const missing = isEnough ? '0.00' : subtract(due, funds);
  return {
    currency,
    due,
    balance,
    credit_limit,
    covered: isCovered(due, balance, complete),
    covered_with_credit: isCovered(due, total, complete),
    short_by: isEnough === null ? null : missing,
    runs_out_on: runsOutOn(renewals, funds),
  };
}

/** @returns null where an unknown price, date or domain could change the answer */
function isCovered(due: Decimal, funds: Decimal, complete: boolean): boolean | null {
  const isShort = compare(due, '0') > 0 && compare(due, funds) > 0;
  if (isShort) return false;
  return complete ? true : null;
}

function runsOutOn(renewals: readonly Renewal[], funds: Decimal): Day | null {
  let left = funds;
  for (const { amount, expiry } of renewals) {
    left = subtract(left, amount ?? '0');
    if (compare(left, '0') < 0) return expiry;
  }
  return null;
}

function monthsOf(renewals: readonly Renewal[]): Month[] {
  const months: Month[] = [];
  const last: Day = renewals.at(-1)?.expiry ?? '';
  let day: Day = `${(renewals[0]?.expiry ?? '9').slice(0, 7)}-01`;
  while (day <= last) {
    const month = day.slice(0, 7);
    const own = renewals.filter(({ expiry }) => expiry.startsWith(month));
    const lastOne = renewals.findLast(({ expiry }) => expiry.slice(0, 7) <= month);
    months.push({
      month,
      renewals: own.length,
      due: totalOf(own),
      left: lastOne?.left ?? null,
    });
    day = addSpan(day, { days: 0, months: 1 });
  }
  return months;
}

function totalOf(renewals: readonly Renewal[]): Decimal {
  return renewals.reduce((sum, { amount }) => add(sum, amount ?? '0'), '0.00');
}

/** All but the first label, since the names of an account lie right below a tld. */
function tldOf({ domain }: Domain): string | undefined {
  return domain?.slice(domain.indexOf('.'));
}
