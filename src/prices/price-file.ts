import { parseQuoteAction, type QuoteAction, quoteActions } from '../core/api-vocabulary.ts';
import { parseTld } from '../core/domain-names.ts';
import type { Report } from '../core/report.ts';
import { normalizeColumnHeading, pluralize } from '../core/text.ts';
import { isAmount, parseCurrencyName } from '../lists/amounts.ts';
import {
  columnMappingHint,
  createHeadingTest,
  FileColumns,
  missingTableError,
} from '../lists/columns.ts';
import {
  type FileSource,
  formatFileName,
  type InputFileContext,
  readInputTable,
} from '../lists/input-file.ts';
import { joinCells, type Row } from '../lists/table.ts';
import type { PriceFilter } from './quotes.ts';

const priceHeadingPatterns = {
  tld: /^((domain)?(tld|extension|suffix|zone)|endung|پسوند)$/,
  action: /^(action|operation|type|aktion|نوع)$/,
  years: /^(years?|period|term|jahre?|laufzeit|سال|مدت)$/,
  currency: /^((retail)?currency(code)?|währung|ارز|واحدپول)$/,
  price: /^((our|my|customer|selling)?price|retail(price)?|(verkaufs)?preis|قیمت|نرخ|بیه)$/,
  registration: actionHeadingPattern('register|registration|create|new|registrierung|ثبت'),
  renewal: actionHeadingPattern('renewals?|renew|verlängerung|تمدید'),
  transfer: actionHeadingPattern('transfer|transferin|umzug|انتقال'),
  restore: actionHeadingPattern('restore|restoration|redemption|wiederherstellung|بازیابی'),
  // Columns of `dotaf quote --csv` to ignore silently, since they are not retail prices.
  cost: /^(amount|margin|error(code|message))$/,
};

const countHeading =
  /^(#|id|no|nr|num(ber)?|pos(ition)?|order|sort|rank|row|count|qty|quantity|شماره|.*(years?|months?|days?|period|term))?$/;

type PriceFileColumns = FileColumns<keyof typeof priceHeadingPatterns>;

interface PriceColumn {
  column: number;
  action: QuoteAction | undefined;
  years?: number | undefined;
}

export type PriceFile = Awaited<ReturnType<typeof readPriceFile>>;

type FilePrice = ReturnType<typeof readAllPrices>[number];

export async function readPriceFile(
  context: InputFileContext,
  source: FileSource,
  { action, years }: PriceFilter,
) {
  const { report } = context;
  const isKnownHeading = createHeadingTest(priceHeadingPatterns, source);
  const table = await readInputTable(context, source, isKnownHeading);
  if (table.headings === undefined) throw missingTableError(table, source, 'tld');
  const columns: PriceFileColumns = new FileColumns(table, source, priceHeadingPatterns);
  const prices = readAllPrices(columns, report);
  reportOtherTlds(columns, prices, report);
  reportUnusedPriceColumns(columns, report);
  return {
    name: formatFileName(source.file),
    columns,
    prices: prices.filter(
      (price) =>
        price.tld.endsWith('.af') &&
        (years?.includes(price.years) ?? true) &&
        (action?.includes(price.action) ?? true),
    ),
  };
}

const tldHint = 'write a tld, such as .af';

function readAllPrices(columns: PriceFileColumns, report: Report) {
  const tldColumn = columns.requireOne('tld');
  const readTld = columns.createReader([tldColumn], parseTldCell, tldHint);
  const readAction = columns.createReader(
    [columns.findFirst('action')],
    parseQuoteAction,
    `write ${quoteActions.join(', ')}`,
  );
  const readYears = columns.createReader(
    [columns.findFirst('years')],
    parseYearsCell,
    'write whole years, such as 1',
  );
  const priceReaders = createPriceReaders(columns, report);
  columns.markUsed([...columns.findAll('cost'), ...columns.findAll('currency')]);
  return columns.rows.flatMap((row) => {
    if (columns.reportMisfit(row, tldColumn)) return [];
    const tld = readTld(row);
    const hasPrice = priceReaders.some(({ column }) => columns.getCell(row, column).text !== '');
    if (tld === null && hasPrice) columns.addProblem(row, joinCells(row, ', '), tldHint);
    if (!tld) return [];
    return priceReaders.flatMap((reader) => {
      const price = readPrice(columns, row, reader);
      const { action = readAction(row), years = readYears(row) } = reader;
      if (!price || action === undefined || years === undefined) return [];
      return { tld: `.${tld}`, action: action ?? 'registration', years: years ?? 1, ...price };
    });
  });
}

type PriceReader = ReturnType<typeof createPriceReaders>[number];

function readPrice(columns: PriceFileColumns, row: Row, reader: PriceReader) {
  const { column, readAmount, readCurrency, columnCurrency } = reader;
  const amount = readAmount(row);
  const stated = readCurrency(row);
  // Skip negative prices: WHMCS exports -1.00 for an action that is not sold.
  if (!amount || amount.amount.startsWith('-') || stated === undefined) return undefined;
  if (amount.currency && stated && amount.currency !== stated) {
    const { text } = columns.getCell(row, column);
    columns.addProblem(row, text, `its currency column says ${stated}`);
    return undefined;
  }
  return {
    retail: amount.amount,
    currency: amount.currency ?? stated ?? columnCurrency,
    hasDollarSign: amount.hasDollarSign,
    row,
    column,
  };
}

function createPriceReaders(columns: PriceFileColumns, report: Report) {
  return columns.createAmountReaders(findPriceColumns(columns), report).map((priceColumn) => {
    const { column, readAmount } = priceColumn;
    const readCurrency = columns.createReader(
      [findCurrencyColumn(columns, column)],
      parseCurrencyName,
      'write a currency as its code, such as AFN',
    );
    const currencies = new Set(
      columns.rows.flatMap((row) => readAmount(row)?.currency ?? readCurrency(row) ?? []),
    );
    const [columnCurrency = null, ...otherCurrencies] = currencies;
    return {
      ...priceColumn,
      readCurrency,
      // If a column contains only one currency, then assume it for amounts without a currency.
      columnCurrency: otherCurrencies.length === 0 ? columnCurrency : null,
    };
  });
}

/** @throws a `usage` error if there is no price column, or two with the same action and years */
function findPriceColumns(columns: PriceFileColumns): PriceColumn[] {
  const actionColumns = quoteActions.flatMap((action): PriceColumn[] =>
    columns.findAll(action).map((column) => ({ column, action })),
  );
  const priceColumns =
    actionColumns.length > 0 ? columns.findAll('price') : [columns.requireOne('price')];
  // Without an action column, a `price` column contains registration prices.
  const action = columns.findFirst('action') === undefined ? 'registration' : undefined;
  const all = [...actionColumns, ...priceColumns.map((column): PriceColumn => ({ column, action }))]
    .map((price) => ({ ...price, years: findYears(columns.headings[price.column]) }))
    .sort((left, right) => left.column - right.column);
  const keys = all.map(({ action, years }) => `${action} ${years}`);
  const repeated = all.find((_, index) => keys.indexOf(keys[index] ?? '') !== index);
  if (repeated) throw columns.unclearHeading(repeated.action ?? 'price');
  return all;
}

function findYears(heading = '') {
  const [years] = /\d{1,2}/.exec(heading) ?? [];
  return years === undefined ? undefined : Number(years);
}

/** @throws a `usage` error if several currency columns could belong to the price column */
function findCurrencyColumn(columns: PriceFileColumns, priceColumn: number) {
  const own = columns.findHeading(`${columns.headings[priceColumn]} currency`);
  if (own >= 0) return own;
  const [column, ...others] = columns.findAll('currency');
  if (others.length > 0) throw columns.unclearHeading('currency');
  return column;
}

function reportOtherTlds(columns: PriceFileColumns, prices: readonly FilePrice[], report: Report) {
  const others = prices.filter(({ tld }) => !tld.endsWith('.af'));
  const misspelt = others.filter(({ tld }) => /[a-z]af$/.test(tld));
  for (const { tld, row } of misspelt)
    columns.addProblem(row, tld.slice(1), `is it ${tld.replace(/af$/, '.af')}?`);
  const foreign = others.filter((price) => !misspelt.includes(price));
  const tlds = new Set(foreign.map(({ tld }) => tld));
  if (tlds.size > 0) report.note(`left out: ${pluralize(tlds.size, 'ending')} not below .af`);
}

/** Amounts in unused columns may be prices, so they make the comparison incomplete. */
function reportUnusedPriceColumns(columns: PriceFileColumns, report: Report) {
  const amountHeadings: string[] = [];
  const otherHeadings: string[] = [];
  for (const column of columns.findUnused()) {
    const heading = columns.getLabel(column);
    const texts = columns.rows.flatMap((row) => columns.getCell(row, column).text || []);
    const holdsAmounts = texts.length > 0 && texts.every(isAmount);
    const isCount = countHeading.test(normalizeColumnHeading(heading));
    (holdsAmounts && !isCount ? amountHeadings : otherHeadings).push(heading);
  }
  if (amountHeadings.length > 0)
    report.gap(
      `columns of amounts are not compared: ${amountHeadings.join(', ')}; ${columnMappingHint}, '<heading>=-' that it holds no price`,
    );
  if (otherHeadings.length > 0)
    report.note(`not compared: ${otherHeadings.join(', ')}; ${columnMappingHint}`);
}

function parseTldCell(cell: string) {
  return parseTld(cell.replace(/\s*\(.*\)\s*$/s, '').replace(/^\*\.?/, '.'));
}

function actionHeadingPattern(alternatives: string) {
  return new RegExp(`^(domain)?(${alternatives})(price|fee)?(\\d{1,2}(y|yr|years?))?(price)?$`);
}

function parseYearsCell(cell: string) {
  const [, digits] = /^([1-9]\d?)\s*(y|yrs?|years?)?$/i.exec(cell) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
