import type { Quote } from '../api/responses.ts';
import { type Action, actions, parseAction } from '../core/api-vocabulary.ts';
import { parseTld } from '../core/domain-names.ts';
import type { Decimal } from '../core/money.ts';
import { type Notice, note, warning } from '../core/notices.ts';
import { CurrencyConverter, computeMargin, type ExchangeRate } from '../core/retail.ts';
import { pluralize } from '../core/text.ts';
import { type Failure, usageFailure } from '../errors.ts';
import { ColumnMap, type ColumnMapping } from '../lists/columns.ts';
import type { ReadContext } from '../lists/source-file.ts';
import { type PriceFilter, quoteKey } from './quotes.ts';

/** A price may have a column for each action, and for each period of it: `renew_2y`. */
const priceHeadingPatterns = {
  tld: /^(domain)?(tld|extension|suffix|zone)$/,
  action: /^(action|operation|type)$/,
  years: /^(years?|period|term)$/,
  currency: /^currency(code)?$/,
  price: /^(our|my|customer|selling)?price$|^retail(price)?$/,
  registration: actionHeadingPattern('register|registration|new'),
  renewal: actionHeadingPattern('renewals?|renew'),
  transfer: actionHeadingPattern('transfer|transferin'),
  restore: actionHeadingPattern('restore|restoration|redemption'),
};

export type RetailPriceEntry = Awaited<ReturnType<typeof readPriceFile>>['prices'][number];

/** Sets each price of the file beside its cost. @param quotes the costs, as far as they are known */
export function comparePrices(
  filePrices: readonly RetailPriceEntry[],
  quotes: readonly Quote[],
  rate: ExchangeRate | undefined,
) {
  const quotesByKey = new Map(quotes.map((quote) => [quoteKey(quote), quote]));
  const exchange = new CurrencyConverter(rate);
  const assumedCurrencies = new Set<string>();
  const list = filePrices.map(({ retail, currency, ...quoteRequest }) => {
    const quote = quotesByKey.get(quoteKey(quoteRequest)) ?? {
      ...quoteRequest,
      amount: null,
      currency: null,
    };
    const defaultCurrency = rate?.currency ?? quote.currency;
    if (currency === null && defaultCurrency !== null) assumedCurrencies.add(defaultCurrency);
    const retail_currency = currency ?? defaultCurrency;
    const cost = exchange.convert(quote, retail_currency);
    const margin = cost && computeMargin(retail, cost);
    const below_cost = margin?.startsWith('-') ?? null;
    return { ...quote, retail, margin, retail_currency, below_cost };
  });
  const notices: Notice[] = [];
  if (assumedCurrencies.size > 0) {
    const currencies = [...assumedCurrencies].join(' or ');
    notices.push(note(`a price without a currency is taken to be in ${currencies}`));
  }
  const comparable = list.filter(({ below_cost }) => below_cost !== null);
  const unknownCount = list.length - comparable.length;
  if (unknownCount > 0) {
    const reason = 'the currency is not that of the cost (see --rate), or no cost is known';
    notices.push(warning(`${pluralize(unknownCount, 'price')} cannot be compared: ${reason}`));
  }
  const belowCount = comparable.filter(({ below_cost }) => below_cost).length;
  return {
    list,
    notices,
    footer: `${belowCount} of ${pluralize(comparable.length, 'price')} below cost`,
    unmetMessage:
      belowCount + unknownCount > 0 ? 'not every price is known to cover its cost' : undefined,
  };
}

/** Reads the prices of a file, as far as they are asked for. @throws Failure `io`, `usage` */
export async function readPriceFile(
  host: ReadContext,
  path: string,
  { action, years, map = [] }: PriceFilter & { map?: ColumnMapping[] },
) {
  const { name, prices, notices } = await readAllPrices(host, path, map);
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

export function noMatchingPriceFailure(name: string): Failure {
  return usageFailure(
    `no price in ${name} is one of those asked for`,
    'tlds that end in .af count, with the actions and years that are typed',
  );
}

/** A price without action and period is for the registration for a year. */
async function readAllPrices(host: ReadContext, path: string, mappings: readonly ColumnMapping[]) {
  const columns = await ColumnMap.read(host, path, priceHeadingPatterns, mappings);
  const readTld = columns.createReader(
    columns.requireOne('tld'),
    parseTld,
    'write a tld, such as .af',
  );
  const readAction = columns.createReader(
    columns.findFirst('action'),
    parseAction,
    `write ${actions.join(', ')}`,
  );
  const readYears = columns.createReader(
    columns.findFirst('years'),
    parseYearsCell,
    'write whole years, such as 1',
  );
  const readCurrency = columns.createReader(
    columns.findFirst('currency'),
    (cell) => cell.toUpperCase(),
    '',
  );
  const priceReaders = createPriceReaders(columns);
  const prices = columns.rows.flatMap((row) => {
    const tld = readTld(row);
    if (tld === null) return [];
    return priceReaders.flatMap(({ readPrice, action, years }) => {
      const price = readPrice(row);
      if (price === null) return [];
      return {
        tld: `.${tld}`,
        action: action ?? readAction(row) ?? 'registration',
        years: years ?? readYears(row) ?? 1,
        retail: price.amount,
        currency: price.currency ?? readCurrency(row),
      };
    });
  });
  return { name: columns.name, prices, notices: [...columns.notices, ...columns.unusedNotices()] };
}

/** One column of prices, or one for each action, whose heading may say the period. */
function createPriceReaders(columns: ColumnMap<keyof typeof priceHeadingPatterns>) {
  const createPriceReader = (column: number, action?: Action) => {
    const [years] = /\d{1,2}/.exec(columns.header[column] ?? '') ?? [];
    return {
      readPrice: columns.createReader(
        [column],
        parsePrice,
        'write an amount such as 1234.50 or 45.00 EUR',
      ),
      action,
      years: years === undefined ? years : Number(years),
    };
  };
  const actionReaders = actions.flatMap((action) =>
    columns.findAll(action).map((column) => createPriceReader(column, action)),
  );
  if (actionReaders.length > 0) return actionReaders;
  return columns.requireOne('price').map((column) => createPriceReader(column));
}

function actionHeadingPattern(alternatives: string): RegExp {
  return new RegExp(`^(domain)?(${alternatives})(price|fee)?(\\d{1,2}(y|yr|years?))?(price)?$`);
}

function parseYearsCell(cell: string): number | undefined {
  const [, digits] = /^([1-9]\d?)\s*(y|yrs?|years?)?$/i.exec(cell) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** A dollar may be any; other currencies have to be three letters. */
function parsePrice(cell: string) {
  const [code] = /[A-Za-z]{3}/.exec(cell) ?? [];
  const amount = parsePriceAmount(cell.replace(/[A-Za-z]{3}|[\s$]/g, ''));
  return amount === undefined ? undefined : { amount, currency: code?.toUpperCase() ?? null };
}

/** @returns undefined also for `1.234`, which may be a little or a thousand */
function parsePriceAmount(text: string): Decimal | undefined {
  if (/^\d{1,3}[.,]\d{3}$/.test(text)) return undefined;
  const englishFormat = /^(\d{1,12}|\d{1,3}(,\d{3}){1,3})(\.\d{1,12})?$/;
  if (englishFormat.test(text)) return text.replaceAll(',', '');
  const europeanFormat = /^(\d{1,12}|\d{1,3}(\.\d{3}){1,3})(,\d{1,12})?$/;
  return europeanFormat.test(text) ? text.replaceAll('.', '').replace(',', '.') : undefined;
}
