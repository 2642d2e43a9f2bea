import type { Balance, Domain, Quote } from '../api/answers.ts';
import { missingFactsFailure } from '../api/nothing-found.ts';
import type { Service } from '../api/service.ts';
import { addDuration, type Day, daysBetween } from '../core/dates.ts';
import { add, compare, type Decimal, subtract } from '../core/money.ts';
import { type Notice, warning } from '../core/notices.ts';
import type { Action } from '../core/service-words.ts';
import { joinNames, pluralize } from '../core/text.ts';
import { type DatedDomain, getDomainNames } from '../domains/list.ts';
import { type Cell, type Field, type Kind, type Screen, textCell } from '../output/kind.ts';
import { drawTable, paragraph } from '../output/table.ts';
import { answeredPrices, askCells } from '../prices/quotes.ts';
import { monthKind, renewalKind } from './fields.ts';

export interface Prospect {
  funds: Balance;
  /** Domains that are not past expiry, the soonest first. */
  coming: readonly DatedDomain[];
  isWhole: boolean;
  today: Day;
  last: Day;
  withCredit?: boolean | undefined;
}

type Outlook = ReturnType<typeof outlookOf>;

type Lapse = ReturnType<typeof lapsesOf>[number];

/** Width of the longest bar, in terminal cells. */
const barWidth = 12;

/** The answer of `dotaf forecast`. @param restores prices of a restore, as far as they are known */
export function forecastAnswer(
  { outlook, sentence }: ReturnType<typeof lookAhead>,
  { funds, withCredit }: Pick<Prospect, 'funds' | 'withCredit'>,
  expired: readonly DatedDomain[],
  restores: readonly Quote[],
) {
  const one = { ...outlook, expired: lapsesOf(expired, restores, funds.currency) };
  const least = withCredit ? subtract('0', funds.credit_limit ?? '0') : '0';
  const isCertain = withCredit ? one.covered_with_credit : one.covered;
  return {
    one,
    page: (screen: Screen) => forecastPage(one, sentence, least, screen),
    unmetMessage: isCertain ? undefined : sentence.text,
  };
}

/** Asks for the prices of the renewals that `lookAhead` counts. @throws Failure if none is answered */
export function renewalPrices(service: Service, prospect: Prospect) {
  return answeredPrices(pricesOf(service, aheadIn(prospect), 'renewal'));
}

/** Asks for the prices of a restore; one that is not answered is not known. */
export async function restorePrices(
  service: Service,
  expired: readonly DatedDomain[],
): Promise<Quote[]> {
  const restores: Quote[] = [];
  for await (const row of pricesOf(service, expired, 'restore')) {
    if ('value' in row) restores.push(row.value);
  }
  return restores;
}

/**
 * Sums up the renewals until the last day, and words how long the money lasts, up to a year ahead.
 * @throws Failure `unexpected_response` if no price is known
 */
export function lookAhead(prospect: Prospect, quotes: readonly Quote[]) {
  const { funds, isWhole, last } = prospect;
  const lapses = lapsesOf(aheadIn(prospect), quotes, funds.currency);
  const ofSpan = lapses.filter(({ expiry }) => expiry <= last);
  const warnings = priceWarnings(ofSpan, quotes);
  const outlook = outlookOf(prospect, lapses, ofSpan, warnings.length === 0 && isWhole);
  const isSureAhead = lapses.every(({ amount }) => amount !== null);
  return { outlook, sentence: sentenceOf(outlook, prospect, isSureAhead), warnings };
}

function aheadIn({ coming, today, last }: Prospect): DatedDomain[] {
  const endOfYear = addDuration(today, { months: 12 });
  return coming.filter(({ expiry }) => expiry <= last || expiry <= endOfYear);
}

function outlookOf(
  { funds, today, last, withCredit }: Prospect,
  lapses: readonly Lapse[],
  ofSpan: readonly Lapse[],
  complete: boolean,
) {
  const { balance, currency, credit_limit } = funds;
  const due = totalOf(ofSpan);
  const total = add(balance, credit_limit ?? '0');
  const spendable = withCredit ? total : balance;
  const isEnough = isCovered(due, spendable, complete);
  const short = isEnough ? '0.00' : subtract(due, spendable);
  const renewals = renewalsOf(ofSpan, balance);
  return {
    days: daysBetween(today, last),
    currency,
    due,
    balance,
    credit_limit,
    covered: isCovered(due, balance, complete),
    covered_with_credit: isCovered(due, total, complete),
    short_by: isEnough === null ? null : short,
    runs_out_on: runsOutOn(lapses, spendable, last),
    complete,
    renewals,
    months: monthsOf(renewals),
  };
}

async function forecastPage(
  { renewals, months, expired, currency }: Outlook & { expired: readonly Lapse[] },
  sentence: Cell,
  least: Decimal,
  screen: Screen,
): Promise<string> {
  const most = Math.max(...months.map(({ due }) => Number(due)));
  const bar: Field<{ due: Decimal }> = {
    name: 'bar',
    label: '',
    cell: ({ due }) => textCell('█'.repeat(Math.ceil((barWidth * Number(due)) / most))),
  };
  const isTerminal = Number.isFinite(screen.columns);
  const ofMonths = isTerminal ? monthKind.toSpliced(-1, 0, bar) : monthKind;
  const sentences = expired.length === 0 ? [sentence] : [sentence, restoreCell(expired, currency)];
  const tables = [
    await drawTable(withLeft(renewalKind, least), renewals, screen),
    await drawTable(withLeft(ofMonths, least), months, screen),
    (await Promise.all(sentences.map((one) => paragraph(one, screen)))).join(''),
  ];
  return tables.filter((table) => table !== '').join('\n');
}

function sentenceOf(outlook: Outlook, { withCredit }: Prospect, isSureAhead: boolean): Cell {
  const { due, balance, credit_limit, currency, short_by, complete } = outlook;
  const { runs_out_on: day, covered, covered_with_credit } = outlook;
  const least = complete ? '' : 'at least ';
  if (short_by !== null && compare(short_by, '0') > 0) {
    const text = `top up ${least}${short_by} ${currency} before ${day}`;
    const isOnCredit = covered === false && covered_with_credit;
    return textCell(isOnCredit ? `${text} (with the credit limit: covered)` : text, 'bad');
  }
  const funds = withCredit
    ? `the balance with credit of ${add(balance, credit_limit ?? '0')} ${currency}`
    : `the balance of ${balance} ${currency}`;
  const covers = `${funds} covers ${pluralize(outlook.days, 'day')}`;
  if (!complete) {
    return textCell(`${least}${due} ${currency} falls due; whether ${covers} is not known`, 'warn');
  }
  if (day !== null) return textCell(`${covers} and lasts until ${day}`);
  if (isSureAhead) return textCell(`${covers} and lasts more than a year`);
  return textCell(`${covers}; how long it lasts is not known`, 'warn');
}

function restoreCell(expired: readonly Lapse[], currency: string): Cell {
  const restoring = `restoring ${pluralize(expired.length, 'expired domain')} would cost`;
  if (expired.some(({ amount }) => amount === null)) {
    return textCell(`what ${restoring} is not known`, 'warn');
  }
  return textCell(`${restoring} ${totalOf(expired)} ${currency} more`);
}

function withLeft(kind: Kind, least: Decimal): Field<{ left: Decimal | null }>[] {
  const cell = ({ left }: { left: Decimal | null }) =>
    textCell(left, left !== null && compare(left, least) < 0 ? 'bad' : 'plain');
  return kind.map((field) => (field.name === 'left' ? { ...field, cell } : field));
}

/** @throws Failure if no price is known */
function priceWarnings(lapses: readonly Lapse[], quotes: readonly Quote[]): Notice[] {
  const unpriced = lapses.filter(({ amount }) => amount === null);
  const isStated = quotes.every(({ currency }) => currency !== null);
  const says = 'prices without a currency count as in that of the balance';
  const warnings = isStated ? [] : [warning(says)];
  if (unpriced.length === 0) return warnings;
  const names = joinNames(getDomainNames(unpriced));
  const unknown = `no renewal price in the currency of the balance is known for ${names}`;
  if (unpriced.length === lapses.length) throw missingFactsFailure(`forecast: ${unknown}`, quotes);
  return [...warnings, warning(unknown)];
}

function pricesOf(service: Service, domains: readonly Domain[], action: Action) {
  const tlds = new Set(domains.flatMap(({ domain }) => tldOf(domain) ?? []));
  const cells = [...tlds].map((tld) => ({ tld, action, years: 1 }));
  return askCells(service, cells);
}

/** A price without a currency is in that of the balance. */
function lapsesOf(domains: readonly DatedDomain[], quotes: readonly Quote[], currency: string) {
  return domains.map(({ domain, expiry, days, auto_renew }) => {
    const quote = quotes.find(({ tld }) => tld === tldOf(domain));
    const isComparable = (quote?.currency ?? currency) === currency;
    const amount = (isComparable && quote?.amount) || null;
    return {
      domain,
      expiry,
      days_left: days,
      auto_renew,
      amount,
    };
  });
}

function renewalsOf(lapses: readonly Lapse[], balance: Decimal) {
  let left: Decimal | null = balance;
  return lapses.map((one) => {
    left = left === null || one.amount === null ? null : subtract(left, one.amount);
    return { ...one, left };
  });
}

/** @returns null where an unknown price, date or domain could change the answer */
function isCovered(due: Decimal, funds: Decimal, complete: boolean): boolean | null {
  if (compare(due, '0') > 0 && compare(due, funds) > 0) return false;
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

function monthsOf(renewals: ReturnType<typeof renewalsOf>) {
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
function tldOf(domain: string | null): string | undefined {
  return domain?.slice(domain.indexOf('.'));
}
