import type { Quote } from '../api/answers.ts';
import { Columns, type MappedHeading } from '../compare/tables.ts';
import type { Decimal } from '../core/money.ts';
import { parseTld } from '../core/names.ts';
import { type Notice, note, warning } from '../core/notices.ts';
import { CurrencyConverter, computeMargin, type ExchangeRate } from '../core/retail.ts';
import { type Action, actions, parseAction } from '../core/service-words.ts';
import { pluralize } from '../core/text.ts';
import { type Failure, usageFailure } from '../errors.ts';
import type { ListHost } from '../tables/lines.ts';
import { cellKey, type PriceChoice } from './quotes.ts';

/** A price may have a column for each action, and for each period of it: `renew_2y`. */
const priceHeadings = {
  tld: /^(domain)?(tld|extension|suffix|zone)$/,
  action: /^(action|operation|type)$/,
  years: /^(years?|period|term)$/,
  currency: /^currency(code)?$/,
  price: /^(our|my|customer|selling)?price$|^retail(price)?$/,
  registration: actionHeading('register|registration|new'),
  renewal: actionHeading('renewals?|renew'),
  transfer: actionHeading('transfer|transferin'),
  restore: actionHeading('restore|restoration|redemption'),
};

export type OwnPrice = Awaited<ReturnType<typeof readOwnPrices>>['prices'][number];

/** Sets each price of the file beside its cost. @param quotes the costs, as far as they are known */
export function comparePrices(
  own: readonly OwnPrice[],
  quotes: readonly Quote[],
  rate: ExchangeRate | undefined,
) {
  const answered = new Map(quotes.map((quote) => [cellKey(quote), quote]));
  const exchange = new CurrencyConverter(rate);
  const assumed = new Set<string>();
  const list = own.map(({ retail, currency, ...cell }) => {
    const quote = answered.get(cellKey(cell)) ?? { ...cell, amount: null, currency: null };
    const usual = rate?.currency ?? quote.currency;
    if (currency === null && usual !== null) assumed.add(usual);
    const retail_currency = currency ?? usual;
    const cost = exchange.convert(quote, retail_currency);
    const margin = cost && computeMargin(retail, cost);
    const below_cost = margin?.startsWith('-') ?? null;
    return { ...quote, retail, margin, retail_currency, below_cost };
  });
  const notices: Notice[] = [];
  if (assumed.size > 0) {
    const currencies = [...assumed].join(' or ');
    notices.push(note(`a price without a currency is taken to be in ${currencies}`));
  }
  const compared = list.filter(({ below_cost }) => below_cost !== null);
  const unknown = list.length - compared.length;
  if (unknown > 0) {
    const why = 'the currency is not that of the cost (see --rate), or no cost is known';
    notices.push(warning(`${pluralize(unknown, 'price')} cannot be compared: ${why}`));
  }
  const below = compared.filter(({ below_cost }) => below_cost).length;
  return {
    list,
    notices,
    footer: `${below} of ${pluralize(compared.length, 'price')} below cost`,
    unmetMessage: below + unknown > 0 ? 'not every price is known to cover its cost' : undefined,
  };
}

/** Reads the prices of a file, as far as they are asked for. @throws Failure `io`, `usage` */
export async function readOwnPrices(
  host: ListHost,
  path: string,
  { action, years, map = [] }: PriceChoice & { map?: MappedHeading[] },
) {
  const { name, prices, notices } = await readPriceFile(host, path, map);
  // The service has only tlds that end in .af.
  const tlds = new Set(prices.map(({ tld }) => tld));
  const others = [...tlds].filter((tld) => !tld.endsWith('.af'));
  if (others.length > 0) notices.push(note(`left out: ${others.join(', ')}`));
  const chosen = prices.filter((price) => {
    const isAsked = years?.includes(price.years) ?? true;
    const isMeant = action?.includes(price.action) ?? true;
    return isAsked && isMeant && !others.includes(price.tld);
  });
  return { name, prices: chosen, notices };
}

export function noMatchingPrice(name: string): Failure {
  return usageFailure(
    `no price in ${name} is one of those asked for`,
    'tlds that end in .af count, with the actions and years that are typed',
  );
}

/** A price without action and period is for the registration for a year. */
async function readPriceFile(host: ListHost, path: string, mapped: readonly MappedHeading[]) {
  const columns = await Columns.read(host, path, priceHeadings, mapped);
  const tldOf = columns.reader(columns.required('tld'), parseTld, 'write a tld, such as .af');
  const actionOf = columns.reader(
    columns.first('action'),
    parseAction,
    `write ${actions.join(', ')}`,
  );
  const yearsOf = columns.reader(
    columns.first('years'),
    yearsOfCell,
    'write whole years, such as 1',
  );
  const currencyOf = columns.reader(columns.first('currency'), (cell) => cell.toUpperCase(), '');
  const priced = priceColumns(columns);
  const prices = columns.rows.flatMap((row) => {
    const tld = tldOf(row);
    if (tld === null) return [];
    return priced.flatMap(({ priceOf, action, years }) => {
      const price = priceOf(row);
      if (price === null) return [];
      return {
        tld: `.${tld}`,
        action: action ?? actionOf(row) ?? 'registration',
        years: years ?? yearsOf(row) ?? 1,
        retail: price.amount,
        currency: price.currency ?? currencyOf(row),
      };
    });
  });
  return { name: columns.name, prices, notices: [...columns.notices, ...columns.unusedNotices()] };
}

/** One column of prices, or one for each action, whose heading may say the period. */
function priceColumns(columns: Columns<keyof typeof priceHeadings>) {
  const columnOf = (column: number, action?: Action) => {
    const [years] = /\d{1,2}/.exec(columns.header[column] ?? '') ?? [];
    return {
      priceOf: columns.reader([column], priceIn, 'write an amount such as 1234.50 or 45.00 EUR'),
      action,
      years: years === undefined ? years : Number(years),
    };
  };
  const ofActions = actions.flatMap((action) =>
    columns.all(action).map((column) => columnOf(column, action)),
  );
  if (ofActions.length > 0) return ofActions;
  return columns.required('price').map((column) => columnOf(column));
}

function actionHeading(words: string): RegExp {
  return new RegExp(`^(domain)?(${words})(price|fee)?(\\d{1,2}(y|yr|years?))?(price)?$`);
}

function yearsOfCell(cell: string): number | undefined {
  const [, digits] = /^([1-9]\d?)\s*(y|yrs?|years?)?$/i.exec(cell) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** A dollar may be any; other currencies have to be three letters. */
function priceIn(cell: string) {
  const [code] = /[A-Za-z]{3}/.exec(cell) ?? [];
  const amount = amountIn(cell.replace(/[A-Za-z]{3}|[\s$]/g, ''));
  return amount === undefined ? undefined : { amount, currency: code?.toUpperCase() ?? null };
}

/** @returns undefined also for `1.234`, which may be a little or a thousand */
function amountIn(text: string): Decimal | undefined {
  if (/^\d{1,3}[.,]\d{3}$/.test(text)) return undefined;
  const english = /^(\d{1,12}|\d{1,3}(,\d{3}){1,3})(\.\d{1,12})?$/;
  if (english.test(text)) return text.replaceAll(',', '');
  const other = /^(\d{1,12}|\d{1,3}(\.\d{3}){1,3})(,\d{1,12})?$/;
  return other.test(text) ? text.replaceAll('.', '').replace(',', '.') : undefined;
}
