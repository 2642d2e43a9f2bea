import type { PriceQuote } from '../api/responses.ts';
import { parseQuoteAction, type QuoteAction, quoteActions } from '../core/api-vocabulary.ts';
import { parseTld } from '../core/domain-names.ts';
import type { Report } from '../core/report.ts';
import { computeMarginAmount, createCurrencyConverter, type ExchangeRate } from '../core/retail.ts';
import { pluralize } from '../core/text.ts';
import { explainDollarSign, isAmount, parseCurrencyName } from '../lists/amounts.ts';
import { ColumnMap, type TableSource } from '../lists/columns.ts';
import type { InputFileContext } from '../lists/input-file.ts';
import { getQuoteKey, type PriceFilter } from './quotes.ts';

/** A file may have a price column per action, or per action and period, such as `renew_2y`. */
const priceHeadingPatterns = {
  tld: /^((domain)?(tld|extension|suffix|zone)|endung|پسوند)$/,
  action: /^(action|operation|type|aktion|نوع)$/,
  years: /^(years?|period|term|jahre?|laufzeit|سال|مدت)$/,
  currency: /^(currency(code)?|währung|ارز|واحدپول)$/,
  price: /^((our|my|customer|selling)?price|retail(price)?|(verkaufs)?preis|قیمت|نرخ|بیه)$/,
  registration: actionHeadingPattern('register|registration|new|registrierung|ثبت'),
  renewal: actionHeadingPattern('renewals?|renew|verlängerung|تمدید'),
  transfer: actionHeadingPattern('transfer|transferin|umzug|انتقال'),
  restore: actionHeadingPattern('restore|restoration|redemption|wiederherstellung|بازیابی'),
};

type PriceFileColumns = ColumnMap<keyof typeof priceHeadingPatterns>;

export function compareRetailPrices(
  { prices }: Awaited<ReturnType<typeof readPriceFile>>,
  quotes: readonly PriceQuote[],
  rate: ExchangeRate | undefined,
  report: Report,
) {
  const quotesByKey = new Map(quotes.map((quote) => [getQuoteKey(quote), quote]));
  const convertCost = createCurrencyConverter(rate);
  const assumedCurrencies = new Set<string>();
  const list = prices.map(({ retail, currency, hasDollarSign: _, ...quoteRequest }) => {
    const quote = quotesByKey.get(getQuoteKey(quoteRequest)) ?? {
      ...quoteRequest,
      amount: null,
      currency: null,
    };
    const defaultCurrency = rate?.currency ?? quote.currency;
    if (currency === null && defaultCurrency !== null) assumedCurrencies.add(defaultCurrency);
    const retail_currency = currency ?? defaultCurrency;
    const cost = convertCost(quote, retail_currency);
    const margin = cost && computeMarginAmount(retail, cost);
    const below_cost = margin?.startsWith('-') ?? null;
    return { ...quote, retail, margin, retail_currency, below_cost };
  });
  if (prices.some(({ hasDollarSign }) => hasDollarSign)) {
    const currencies = quotes.map(({ currency }) => currency);
    explainDollarSign(currencies, report);
  }
  if (assumedCurrencies.size > 0) {
    const currencies = [...assumedCurrencies].join(' or ');
    report.note(`a price without a currency is taken to be in ${currencies}`);
  }
  const comparable = list.filter(({ below_cost }) => below_cost !== null);
  const unknownCount = list.length - comparable.length;
  if (unknownCount > 0) {
    const reason = 'the currency is not that of the cost (see --rate), or no cost is known';
    report.gap(`${pluralize(unknownCount, 'price')} cannot be compared: ${reason}`);
  }
  const belowCount = comparable.filter(({ below_cost }) => below_cost).length;
  return {
    list,
    footer: `${belowCount} of ${pluralize(comparable.length, 'price')} below cost`,
    unmetMessage:
      belowCount > 0 || !report.isComplete
        ? 'not every price is known to cover its cost'
        : undefined,
  };
}

/** Reads the prices that match the filter from a file. @throws an `io` or `usage` Failure */
export async function readPriceFile(
  context: InputFileContext,
  source: TableSource,
  { action, years }: PriceFilter,
) {
  const columns = await ColumnMap.read(context, source, priceHeadingPatterns);
  const prices = readAllPrices(columns);
  const { report } = context;
  columns.reportNotices(report);
  columns.reportUnusedColumns(report);
  // Leave out TLDs that do not end in .af, since the service does not sell them.
  const tlds = new Set(prices.map(({ tld }) => tld));
  const foreignTlds = [...tlds].filter((tld) => !tld.endsWith('.af'));
  if (foreignTlds.length > 0) report.note(`left out: ${foreignTlds.join(', ')}`);
  const matchingPrices = prices.filter(
    (price) =>
      (years?.includes(price.years) ?? true) &&
      (action?.includes(price.action) ?? true) &&
      !foreignTlds.includes(price.tld),
  );
  return { name: columns.name, prices: matchingPrices };
}

/** Reads every price. The action defaults to registration, and the period to one year. */
function readAllPrices(columns: PriceFileColumns) {
  const readTld = columns.createReader(
    columns.requireOne('tld', (cell) => cell.startsWith('.') && parseTld(cell) !== undefined),
    parseTld,
    'write a tld, such as .af',
  );
  const readAction = columns.createReader(
    columns.findFirst('action'),
    parseQuoteAction,
    `write ${quoteActions.join(', ')}`,
  );
  const readYears = columns.createReader(
    columns.findFirst('years'),
    parseYearsCell,
    'write whole years, such as 1',
  );
  const readCurrency = columns.createReader(
    columns.findFirst('currency'),
    parseCurrencyName,
    'write a currency as its code, such as AFN',
  );
  const priceReaders = createPriceReaders(columns);
  return columns.findValidRows().flatMap((row) => {
    const tld = readTld(row);
    if (!tld) return [];
    return priceReaders.flatMap(({ readPrice, ...column }) => {
      const price = readPrice(row);
      // WHMCS writes -1.00 for an action that is not offered.
      if (!price || price.amount.startsWith('-')) return [];
      const { action = readAction(row), years = readYears(row) } = column;
      const currency = price.currency ?? readCurrency(row);
      if (action === undefined || years === undefined || currency === undefined) return [];
      return {
        tld: `.${tld}`,
        action: action ?? 'registration',
        years: years ?? 1,
        retail: price.amount,
        currency,
        hasDollarSign: price.hasDollarSign,
      };
    });
  });
}

function createPriceReaders(columns: PriceFileColumns) {
  const createPriceReader = (column: number, action?: QuoteAction) => {
    const [years] = /\d{1,2}/.exec(columns.header[column] ?? '') ?? [];
    return {
      readPrice: columns.createAmountReader(column),
      action,
      years: years === undefined ? years : Number(years),
    };
  };
  const actionReaders = quoteActions.flatMap((action) =>
    columns.findAll(action).map((column) => createPriceReader(column, action)),
  );
  if (actionReaders.length > 0) return actionReaders;
  return columns.requireOne('price', isAmount).map((column) => createPriceReader(column));
}

function actionHeadingPattern(alternatives: string) {
  return new RegExp(`^(domain)?(${alternatives})(price|fee)?(\\d{1,2}(y|yr|years?))?(price)?$`);
}

function parseYearsCell(cell: string) {
  const [, digits] = /^([1-9]\d?)\s*(y|yrs?|years?)?$/i.exec(cell) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
