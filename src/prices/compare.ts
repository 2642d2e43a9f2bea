import type { PriceQuote } from '../api/responses.ts';
import { parseQuoteAction, type QuoteAction, quoteActions } from '../core/api-vocabulary.ts';
import { parseTld } from '../core/domain-names.ts';
import { createNote, createWarning, type Notice } from '../core/notices.ts';
import { computeMarginAmount, createCurrencyConverter, type ExchangeRate } from '../core/retail.ts';
import { pluralize } from '../core/text.ts';
import type { ColumnMapping } from '../lists/column-mapping.ts';
import { ColumnMap } from '../lists/columns.ts';
import type { InputFileContext } from '../lists/input-file.ts';
import { getQuoteKey, type PriceFilter } from './quotes.ts';

/** A file may have a price column per action, or per action and period, such as `renew_2y`. */
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

type PriceColumns = ColumnMap<keyof typeof priceHeadingPatterns>;

export function compareRetailPrices(
  { prices, isComplete }: Awaited<ReturnType<typeof readPriceFile>>,
  quotes: readonly PriceQuote[],
  rate: ExchangeRate | undefined,
) {
  const quotesByKey = new Map(quotes.map((quote) => [getQuoteKey(quote), quote]));
  const convertCost = createCurrencyConverter(rate);
  const assumedCurrencies = new Set<string>();
  const list = prices.map(({ retail, currency, ...quoteRequest }) => {
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
  const notices: Notice[] = [];
  if (assumedCurrencies.size > 0) {
    const currencies = [...assumedCurrencies].join(' or ');
    notices.push(createNote(`a price without a currency is taken to be in ${currencies}`));
  }
  const comparable = list.filter(({ below_cost }) => below_cost !== null);
  const unknownCount = list.length - comparable.length;
  if (unknownCount > 0) {
    const reason = 'the currency is not that of the cost (see --rate), or no cost is known';
    notices.push(
      createWarning(`${pluralize(unknownCount, 'price')} cannot be compared: ${reason}`),
    );
  }
  const belowCount = comparable.filter(({ below_cost }) => below_cost).length;
  return {
    list,
    notices,
    footer: `${belowCount} of ${pluralize(comparable.length, 'price')} below cost`,
    unmetMessage:
      belowCount + unknownCount > 0 || !isComplete
        ? 'not every price is known to cover its cost'
        : undefined,
  };
}

/** Reads the prices that match the filter from a file. @throws an `io` or `usage` Failure */
export async function readPriceFile(
  host: InputFileContext,
  path: string,
  { action, years, map = [] }: PriceFilter & { map?: ColumnMapping[] },
) {
  const columns = await ColumnMap.read(host, path, priceHeadingPatterns, map);
  const prices = readAllPrices(columns);
  const notices = [
    ...columns.notices,
    ...columns.getLeftOutWarnings(),
    ...columns.getUnusedColumnNotices(),
  ];
  // Leave out TLDs that do not end in .af, since the service does not sell them.
  const tlds = new Set(prices.map(({ tld }) => tld));
  const foreignTlds = [...tlds].filter((tld) => !tld.endsWith('.af'));
  if (foreignTlds.length > 0) notices.push(createNote(`left out: ${foreignTlds.join(', ')}`));
  const matchingPrices = prices.filter(
    (price) =>
      (years?.includes(price.years) ?? true) &&
      (action?.includes(price.action) ?? true) &&
      !foreignTlds.includes(price.tld),
  );
  return {
    name: columns.name,
    prices: matchingPrices,
    notices,
    isComplete: columns.isComplete,
  };
}

/** Reads every price. The action defaults to registration, and the period to one year. */
function readAllPrices(columns: PriceColumns) {
  const readTld = columns.createReader(
    columns.requireOne('tld'),
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
  const readCurrency = columns.createReader(columns.findFirst('currency'), (cell) =>
    cell.toUpperCase(),
  );
  const priceReaders = createPriceReaders(columns);
  return columns.findValidRows().flatMap((row) => {
    const tld = readTld(row);
    if (!tld) return [];
    return priceReaders.flatMap(({ readPrice, ...column }) => {
      const price = readPrice(row);
      if (!price) return [];
      const { action = readAction(row), years = readYears(row) } = column;
      if (action === undefined || years === undefined) return [];
      return {
        tld: `.${tld}`,
        action: action ?? 'registration',
        years: years ?? 1,
        retail: price.amount,
        currency: price.currency ?? readCurrency(row) ?? null,
      };
    });
  });
}

function createPriceReaders(columns: PriceColumns) {
  const createPriceReader = (column: number, action?: QuoteAction) => {
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
  const actionReaders = quoteActions.flatMap((action) =>
    columns.findAll(action).map((column) => createPriceReader(column, action)),
  );
  if (actionReaders.length > 0) return actionReaders;
  return columns.requireOne('price').map((column) => createPriceReader(column));
}

function actionHeadingPattern(alternatives: string) {
  return new RegExp(`^(domain)?(${alternatives})(price|fee)?(\\d{1,2}(y|yr|years?))?(price)?$`);
}

function parseYearsCell(cell: string) {
  const [, digits] = /^([1-9]\d?)\s*(y|yrs?|years?)?$/i.exec(cell) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Parses an amount with a currency code. Ignores `$`, which could be any dollar currency. */
function parsePrice(cell: string) {
  const [code] = /[A-Za-z]{3}/.exec(cell) ?? [];
  const amount = parsePriceAmount(cell.replace(/[A-Za-z]{3}|[\s$]/g, ''));
  return amount === undefined ? undefined : { amount, currency: code?.toUpperCase() ?? null };
}

/** Parses an amount. Rejects `1.234` and `1,234`, which could be decimals or thousands. */
function parsePriceAmount(text: string) {
  if (/^\d{1,3}[.,]\d{3}$/.test(text)) return undefined;
  const englishFormat = /^(\d{1,12}|\d{1,3}(,\d{3}){1,3})(\.\d{1,12})?$/;
  if (englishFormat.test(text)) return text.replaceAll(',', '');
  const europeanFormat = /^(\d{1,12}|\d{1,3}(\.\d{3}){1,3})(,\d{1,12})?$/;
  return europeanFormat.test(text) ? text.replaceAll('.', '').replace(',', '.') : undefined;
}
