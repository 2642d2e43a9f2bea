import type { Balance, Domain, Quote } from '../api/answers.ts';
import { nothingFound } from '../api/nothing-found.ts';
import type { Context } from '../cli/context.ts';
import { addSpan, type Day, dayOf, daysBetween, daysOf, type TimeSpan } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import { add, compare, type Decimal, subtract } from '../core/money.ts';
import type { Action } from '../core/service-words.ts';
import { named } from '../core/text.ts';
import { byExpiry, type DatedDomain, needFact, readAccountDomains } from '../domains/list.ts';
import { Failure } from '../errors.ts';
import {
  type Forecast,
  type Lapse,
  type Month,
  monthKind,
  type Renewal,
  renewalKind,
} from '../kinds.ts';
import { type Cell, type Screen, textCell } from '../output/cell.ts';
import type { Field } from '../output/kind.ts';
import { drawTable, paragraph } from '../output/table.ts';
import { answeredPrices, askCells } from '../prices/quotes.ts';

interface ForecastOptions {
  within: TimeSpan;
  autoRenew?: 'on';
  withCredit?: true;
}

export interface Prospect {
  funds: Balance;
  /** Domains that are not past expiry, the soonest first. */
  coming: readonly DatedDomain[];
  /** False if there may be others. */
  isWhole: boolean;
  last: Day;
  withCredit?: boolean | undefined;
}

/** Width of the longest bar, in terminal cells. */
const barWidth = 12;

export async function readForecast(context: Context, options: ForecastOptions) {
  const today = dayOf(context.surroundings.clock.now());
  const { last } = daysOf(options.within, today);
  if (last <= today) {
    const hint = 'dotaf forecast --within 3m';
    throw new Failure('usage', '--within ends today or before', { hint });
  }
  const asked = context.account.service().then((service) => service.balance());
  const [funds, list] = await Promise.all([asked, readAccountDomains(context, asked)]);
  const { isSure, chosen } = await chosenDomains(context, list.domains, options.autoRenew);
  const { expired, coming } = byExpiry(chosen, today);
  const isWhole = list.isWhole && isSure;
  const prospect = { funds, coming, isWhole, last, withCredit: options.withCredit };
  const { outlook, sentence } = await lookAhead(context, prospect);
  const restores: Quote[] = [];
  for await (const row of pricesOf(context, expired, 'restore')) {
    if ('value' in row) restores.push(row.value);
  }
  const lapsed = lapsesOf(expired, restores, funds.currency);
  const value: Forecast = { ...outlook, expired: lapsed };
  const least = options.withCredit ? subtract('0', funds.credit_limit ?? '0') : '0';
  return { value, sentence, least };
}

/** What falls due until the last day, and a sentence on the money, which looks a year ahead. */
export async function lookAhead(
  context: Context,
  { funds, coming, isWhole, last, withCredit = false }: Prospect,
): Promise<{ outlook: Omit<Forecast, 'expired'>; sentence: Cell }> {
  const today = dayOf(context.surroundings.clock.now());
  const endOfYear = addSpan(today, { days: 0, months: 12 });
  const ahead = coming.filter(({ expiry }) => expiry <= last || expiry <= endOfYear);
  const { quotes } = await answeredPrices(context, pricesOf(context, ahead, 'renewal'));
  const lapses = lapsesOf(ahead, quotes, funds.currency);
  const ofSpan = lapses.filter(({ expiry }) => expiry <= last);
  const complete = (await warnOfPrices(context, ofSpan, quotes)) && isWhole;
  const { balance, currency, credit_limit } = funds;
  const due = totalOf(ofSpan);
  const total = add(balance, credit_limit ?? '0');
  const spendable = withCredit ? total : balance;
  const isEnough = isCovered(due, spendable, complete);
  const missing = isEnough ? '0.00' : subtract(due, spendable);
  const renewals = renewalsOf(ofSpan, balance);
  const outlook = {
    days: daysBetween(today, last),
    currency,
    due,
    balance,
    credit_limit,
    covered: isCovered(due, balance, complete),
    covered_with_credit: isCovered(due, total, complete),
    short_by: isEnough === null ? null : missing,
    runs_out_on: runsOutOn(lapses, spendable, last),
    complete,
    renewals,
    months: monthsOf(renewals),
  };
  const isSureAhead = lapses.every(({ amount }) => amount !== null);
  return { outlook, sentence: sentenceOf(outlook, withCredit, isSureAhead) };
}

/** @param least that may be left of the balance */
export async function forecastPage(
  { value, sentence, least }: { value: Forecast; sentence: Cell; least: Decimal },
  screen: Screen,
): Promise<string> {
  const { renewals, months } = value;
  const most = Math.max(...months.map(({ due }) => Number(due)));
  const bar: Field<Month> = {
    name: 'bar',
    label: '',
    cell: ({ due }) => textCell('█'.repeat(Math.ceil((barWidth * Number(due)) / most))),
  };
  const isTerminal = Number.isFinite(screen.columns);
  const ofMonths = isTerminal ? monthKind.toSpliced(-1, 0, bar) : monthKind;
  const restoring =
    value.expired.length === 0 ? '' : await paragraph(restoreSentence(value), screen);
  const tables = [
    await drawTable(withLeft(renewalKind, least), renewals, screen),
    await drawTable(withLeft(ofMonths, least), months, screen),
    (await paragraph(sentence, screen)) + restoring,
  ];
  return tables.filter((table) => table !== '').join('\n');
}

function sentenceOf(
  outlook: Omit<Forecast, 'expired'>,
  withCredit: boolean,
  isSureAhead: boolean,
): Cell {
  const { due, balance, credit_limit, currency, short_by, complete } = outlook;
  const { runs_out_on: day, covered, covered_with_credit } = outlook;
  if (short_by !== null && compare(short_by, '0') > 0) {
    const sum = `${short_by} ${currency}`;
    const text = complete
      ? `top up ${sum} before ${day}`
      : `top up at least ${sum}, before ${day} at the latest`;
    const isOnCredit = covered === false && covered_with_credit;
    return textCell(isOnCredit ? `${text} (with the credit limit: covered)` : text, 'bad');
  }
  const funds = withCredit
    ? `the balance with credit of ${add(balance, credit_limit ?? '0')} ${currency}`
    : `the balance of ${balance} ${currency}`;
  const covers = `${funds} covers ${counted(outlook.days, 'day')}`;
  if (!complete) {
    const least = `at least ${due} ${currency} falls due`;
    return textCell(`${least}; whether ${covers} is not known`, 'warn');
  }
  if (day !== null) return textCell(`${covers} and lasts until ${day}`);
  if (isSureAhead) return textCell(`${covers} and lasts more than a year`);
  return textCell(`${covers}; how long it lasts is not known`, 'warn');
}

function restoreSentence({ expired, currency }: Forecast): Cell {
  const restoring = `restoring ${counted(expired.length, 'expired domain')} would cost`;
  const known = expired.flatMap(({ amount }) => amount ?? []);
  if (known.length === 0) return textCell(`what ${restoring} is not known`, 'warn');
  const least = known.length < expired.length ? 'at least ' : '';
  return textCell(`${restoring} ${least}${known.reduce(add, '0.00')} ${currency} more`);
}

/** The field `left` is red below what may be spent. */
function withLeft<Value extends { left: Decimal | null }>(
  kind: readonly Field<Value>[],
  least: Decimal,
): Field<Value>[] {
  const cell = ({ left }: Value) =>
    textCell(left, left !== null && compare(left, least) < 0 ? 'bad' : 'plain');
  return kind.map((field) => (field.name === 'left' ? { ...field, cell } : field));
}

/** @returns also whether the dates, and the flags where they count, are known of all domains */
async function chosenDomains(
  context: Context,
  domains: readonly Domain[],
  autoRenew: 'on' | undefined,
) {
  const says = 'the forecast leaves out';
  const hasDates = await needFact(context, domains, 'expiry', says);
  if (autoRenew === undefined) return { isSure: hasDates, chosen: domains };
  const hasFlags = await needFact(context, domains, 'auto_renew', says);
  return { isSure: hasDates && hasFlags, chosen: domains.filter(({ auto_renew }) => auto_renew) };
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
): Lapse[] {
  return domains.map((one) => {
    const quote = quotes.find(({ tld }) => tld === tldOf(one));
    const { currency: unit = null, amount = null } = quote ?? {};
    return {
      domain: one.domain,
      expiry: one.expiry,
      days_left: one.days,
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

/** @returns null where an unknown price, date or domain could change the answer */
function isCovered(due: Decimal, funds: Decimal, complete: boolean): boolean | null {
  const isShort = compare(due, '0') > 0 && compare(due, funds) > 0;
  if (isShort) return false;
  return complete ? true : null;
}

/** An unknown price counts as nothing up to the last day, and nothing is told beyond it. */
function runsOutOn(lapses: readonly Lapse[], funds: Decimal, last: Day): Day | null {
  let left = funds;
  for (const { amount, expiry } of lapses) {
    if (amount === null && expiry > last) return null;
    left = subtract(left, amount ?? '0');
    if (compare(left, '0') < 0) return expiry;
  }
  return null;
}

function monthsOf(renewals: readonly Renewal[]): Month[] {
  const months = new Set(renewals.map(({ expiry }) => expiry.slice(0, 7)));
  return [...months].map((month) => {
    const own = renewals.filter(({ expiry }) => expiry.startsWith(month));
    const left = own.at(-1)?.left ?? null;
    return { month, renewals: own.length, due: totalOf(own), left };
  });
}

function totalOf(renewals: readonly Lapse[]): Decimal {
  return renewals.reduce((sum, { amount }) => add(sum, amount ?? '0'), '0.00');
}

/** All but the first label, since the names of an account lie right below a tld. */
function tldOf({ domain }: Domain): string | undefined {
  return domain?.slice(domain.indexOf('.'));
}
