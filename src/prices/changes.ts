import type { QuoteRequest } from '../api/parse/quote-qualifiers.ts';
import type { PriceQuote } from '../api/responses.ts';
import { addDuration, type IsoDate } from '../core/dates.ts';
import { toParentTld } from '../core/domain-names.ts';
import {
  addDecimals,
  compareDecimals,
  computePercentChange,
  type Decimal,
  multiplyDecimals,
  subtractDecimals,
} from '../core/money.ts';
import type { Report } from '../core/report.ts';
import { pluralize } from '../core/text.ts';
import type { StoredPrice } from '../state/snapshot.ts';
import { getQuoteKey } from './quotes.ts';

export interface PriceChange extends QuoteRequest {
  before: Decimal | null;
  after: Decimal;
  currency: string | null;
  percent: Decimal | null;
  /** Renewals due within a year; null if unknown or if the price is not for a one-year renewal. */
  renewals: number | null;
  /** Change in the total cost of these renewals since the last run; negative if the price fell. */
  effect: Decimal | null;
}

export function diffWithStoredPrices(
  quotes: readonly PriceQuote[],
  previousPrices: readonly StoredPrice[] = [],
  report: Report,
) {
  const storedByKey = new Map(previousPrices.map((price) => [getQuoteKey(price), price]));
  const currentPrices = quotes.flatMap(({ tld, action, years, amount, currency }) =>
    amount === null ? [] : { tld, action, years, amount, currency },
  );
  const list = currentPrices.flatMap((price) => {
    const earlier = storedByKey.get(getQuoteKey(price));
    return (earlier && diffPrice(earlier, price, report)) ?? [];
  });
  const newCount = currentPrices.filter((price) => !storedByKey.has(getQuoteKey(price))).length;
  const skippedCount = quotes.length - currentPrices.length;
  if (skippedCount > 0) {
    const skipped = pluralize(skippedCount, 'price');
    report.gap(`${skipped} not compared: the service does not say the amount`);
  }
  if (newCount > 0) report.isComplete = false;
  if (newCount > 0 && previousPrices.length > 0)
    report.note(`compared from the next run on: ${pluralize(newCount, 'price')}`);
  // Keep the stored price if no quote was requested or the request failed.
  const prices = [...previousPrices, ...currentPrices];
  const rows = [...new Map(prices.map((price) => [getQuoteKey(price), price])).values()];
  return { list, rows, comparedCount: currentPrices.length - newCount };
}

function diffPrice(
  earlier: StoredPrice,
  { amount: after, currency, ...request }: StoredPrice,
  report: Report,
): PriceChange | undefined {
  const isComparable =
    currency === null || earlier.currency === null || currency === earlier.currency;
  if (isComparable && compareDecimals(earlier.amount, after) === 0) return undefined;
  if (!isComparable) {
    const price = `${earlier.amount} ${earlier.currency}`;
    report.note(`${request.tld} ${request.action} was ${price}, in another currency`);
  }
  const before = isComparable ? earlier.amount : null;
  const percent = before && computePercentChange(before, after);
  return { ...request, before, after, currency, percent, renewals: null, effect: null };
}

export function isYearlyRenewal({ action, years }: QuoteRequest) {
  return action === 'renewal' && years === 1;
}

export function addRenewalEffects(
  changes: readonly PriceChange[],
  domains: readonly { domain: string | null; expiry: IsoDate | null }[],
  today: IsoDate,
): PriceChange[] {
  const lastDay = addDuration(today, { months: 12 });
  return changes.map((change) => {
    if (!isYearlyRenewal(change)) return change;
    const ofTld = domains.filter(({ domain }) => toParentTld(domain ?? '') === change.tld);
    const expiries = ofTld.flatMap(({ expiry }) => expiry ?? []);
    if (ofTld.length > 0 && expiries.length === 0) return change;
    const renewals = expiries.filter((expiry) => expiry >= today && expiry <= lastDay).length;
    const difference = change.before && subtractDecimals(change.after, change.before);
    const effect = difference && multiplyDecimals(difference, String(renewals));
    return { ...change, renewals, effect };
  });
}

export function summarizePriceChanges(changes: readonly PriceChange[], isComplete: boolean) {
  const sums = new Map<string, Decimal>();
  let renewalCount = 0;
  for (const { currency, renewals, effect } of changes) {
    if (effect === null) continue;
    renewalCount += renewals ?? 0;
    sums.set(currency ?? '', addDecimals(sums.get(currency ?? '') ?? '0', effect));
  }
  if (sums.size === 0) return undefined;
  const amounts = [...sums].map(([currency, sum]) => {
    const direction = compareDecimals(sum, '0') < 0 ? 'less' : 'more';
    return [sum.replace('-', ''), currency, direction].filter(Boolean).join(' ');
  });
  const hasEffects = changes.every((change) => !isYearlyRenewal(change) || change.effect !== null);
  const signs = new Set(changes.flatMap(({ effect }) => effect?.startsWith('-') ?? []));
  const isKnown = isComplete && hasEffects;
  // If prices both rise and fall, an unknown price could lower the total: omit "at least".
  const qualifier = isKnown || signs.size > 1 ? '' : 'at least ';
  const ending = isKnown || signs.size < 2 ? '' : ', as far as is known';
  const renewals = pluralize(renewalCount, 'renewal');
  return `over the ${renewals} of the next twelve months this costs ${qualifier}${amounts.join(' and ')}${ending}`;
}
