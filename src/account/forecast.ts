import type { Balance, Domain } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import { addSpan, type Day, dayOf, daysBetween, daysOf, type TimeSpan } from '../core/dates.ts';
import { add, compare, type Decimal, subtract } from '../core/money.ts';
import type { Action } from '../core/service-words.ts';
import {
  byExpiry,
  type DatedDomain,
  domainList,
  requireFact,
  warnOfUnknown,
} from '../domains/list.ts';
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
import { answeredPrices, askCells, type PriceCell } from '../prices/quotes.ts';

interface ForecastOptions {
  within: TimeSpan;
  autoRenew?: 'on';
  withCredit?: true;
}

type Amounts = Map<string | undefined, Decimal>;

const lead = 'the sum is a lower bound: ';

/** Columns by their weight: on a narrow screen the last ones fall off. */
const renewalColumns = ['domain', 'expiry', 'amount', 'left', 'auto_renew', 'days_left'];

/** Cells of the longest bar. */
const barWidth = 12;

/** Names within this time do not fall due a second time once they are renewed. */
const yearDays = 365;

/** Warns of everything that makes the sum a lower bound. */
export async function readForecast(context: Context, options: ForecastOptions): Promise<Forecast> {
  const { autoRenew, withCredit = false } = options;
  const { output, surroundings } = context;
  const today = dayOf(surroundings.clock.now());
  const { last } = daysOf(options.within, today);
  const days = daysBetween(today, last);
  if (days < 0) {
    const hint = 'dotaf forecast --within 3m';
    throw new Failure('usage', '--within ends before today', { hint });
  }
  const asked = context.service().then((service) => service.balance());
  const [funds, list] = await Promise.all([asked, domainList(context, asked, lead)]);
  const { isSure, chosen } = await chosenDomains(context, list.domains, autoRenew);
  const { expired, coming } = byExpiry(chosen, today);
  const due = coming.filter(({ expiry }) => expiry <= last);
  const prices = await renewalPrices(context, due, funds.currency);
  for (const doubt of prices.doubts) await output.warning(lead + doubt);
  if (withCredit && funds.credit_limit === null) {
    await output.warning('the service states no credit limit, so --with-credit cannot tell');
  }
  if (days > yearDays) {
    const again = 'although one that is renewed for a year falls due again';
    await output.warning(`each name counts once, ${again} within ${days} days`);
  }
  const restores = await restorePrices(context, expired, funds.currency);
  const renewals = renewalsOf(lapsesOf(due, prices.amounts, today), funds.balance);
  const complete = list.isSure && isSure && prices.doubts.length === 0;
  return {
    days,
    ...coverage(funds, renewals, complete, withCredit),
    complete,
    renewals,
    months: monthsOf(renewals),
    expired: lapsesOf(expired, restores, today),
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
  const verdict = shownFields(forecastKind, true).map((field) =>
    field.name === 'covered' ? { ...field, label: 'renewals covered' } : field,
  );
  const isTerminal = Number.isFinite(screen.columns);
  const ofMonths = isTerminal ? [...monthKind, bar] : monthKind;
  const tables = [
    renewals.length > 0 && (await drawTable(withLeft(ofRenewals, value), renewals, screen)),
    months.length > 1 && (await drawTable(withLeft(ofMonths, value), months, screen)),
    await rowDetails({ value }, verdict, screen),
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
async function chosenDomains(context: Context, domains: Domain[], autoRenew: 'on' | undefined) {
  const says = `${lead}it leaves out`;
  requireFact(domains, 'expiry', 'forecast');
  const hasDates = await warnOfUnknown(context, says, 'expiry', domains);
  if (autoRenew === undefined) {
    return { isSure: hasDates, chosen: domains };
  }
  requireFact(domains, 'auto_renew', 'forecast: --auto-renew');
  const hasFlags = await warnOfUnknown(context, says, 'auto_renew', domains);
  const chosen = domains.filter(({ auto_renew }) => auto_renew);
  return { isSure: hasDates && hasFlags, chosen };
}

/** @returns amounts by tld, in the currency of the balance, and doubts about others */
async function renewalPrices(context: Context, due: readonly Domain[], currency: string) {
  const amounts: Amounts = new Map();
  const doubts: string[] = [];
  const cells = cellsOf(due, 'renewal');
  const { quotes } = await answeredPrices(context, askCells(context, cells));
  for (const { tld } of cells) {
    const quote = quotes.find((one) => one.tld === tld);
    const unit = quote?.currency ?? null;
    const price = `the renewal price of ${tld}`;
    if (!quote?.amount) {
      doubts.push(`${price} is not known`);
      continue;
    }
    if (unit !== null && unit !== currency) {
      doubts.push(`${price} is in ${unit}, and the balance in ${currency}`);
      continue;
    }
    amounts.set(tld, quote.amount);
    if (unit === null) {
      doubts.push(`${price} has no currency, and ${currency} is assumed`);
    }
  }
  if (cells.length === 0 || amounts.size > 0) {
    return { amounts, doubts };
  }
  throw new Failure('unexpected_response', `forecast: no renewal has a price in ${currency}`, {
    hint: `dotaf quote ${cells[0]?.tld} --action renewal --json`,
  });
}

/** Prices of a restore that are not known change nothing else. */
async function restorePrices(context: Context, expired: readonly Domain[], currency: string) {
  const amounts: Amounts = new Map();
  for await (const row of askCells(context, cellsOf(expired, 'restore'))) {
    if ('failure' in row) continue;
    const { tld, amount, currency: unit } = row.value;
    if (amount !== null && unit === currency) amounts.set(tld, amount);
  }
  return amounts;
}

function cellsOf(domains: readonly Domain[], action: Action): PriceCell[] {
  const tlds = new Set(domains.flatMap((one) => tldOf(one) ?? []));
  return [...tlds].map((tld) => ({ tld, action, years: 1 }));
}

function lapsesOf(domains: readonly DatedDomain[], amounts: Amounts, today: Day): Lapse[] {
  return domains.map((one) => ({
    domain: one.domain,
    expiry: one.expiry,
    days_left: daysBetween(today, one.expiry),
    auto_renew: one.auto_renew,
    amount: amounts.get(tldOf(one)) ?? null,
  }));
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
  withCredit: boolean,
) {
  const due = totalOf(renewals);
  const total = credit_limit === null ? null : add(balance, credit_limit);
  const covered = isCovered(due, balance, complete);
  let coveredWithCredit = covered;
  if (total !== null) coveredWithCredit = isCovered(due, total, complete);
  // A credit limit that is not stated takes nothing away.
  else if (covered === false) coveredWithCredit = null;
  const funds = withCredit ? total : balance;
  return {
    currency,
    due,
    balance,
    credit_limit,
    covered,
    covered_with_credit: coveredWithCredit,
    short_by: shortBy(due, funds, withCredit ? coveredWithCredit : covered),
    runs_out_on: funds === null ? null : runsOutOn(renewals, funds),
  };
}

/** Null where an unknown price, date or domain could change it. */
function isCovered(due: Decimal, funds: Decimal, complete: boolean): boolean | null {
  const isShort = compare(due, '0') > 0 && compare(due, funds) > 0;
  if (isShort) return false;
  return complete ? true : null;
}

function shortBy(due: Decimal, funds: Decimal | null, covered: boolean | null): Decimal | null {
  if (covered === null) return null;
  return covered || funds === null ? '0.00' : subtract(due, funds);
}

function runsOutOn(renewals: readonly Renewal[], funds: Decimal): Day | null {
  let left = funds;
  for (const { amount, expiry } of renewals) {
    left = subtract(left, amount ?? '0');
    if (compare(left, '0') < 0) {
      return expiry;
    }
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
