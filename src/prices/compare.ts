import type { Context } from '../cli/context.ts';
import type { MappedHeading } from '../compare/options.ts';
import { Columns } from '../compare/tables.ts';
import type { Decimal } from '../core/money.ts';
import { parseTld } from '../core/names.ts';
import { Exchange, type ExchangeRate, marginOf } from '../core/retail.ts';
import { type Action, actions, parseAction } from '../core/service-words.ts';
import { counted } from '../core/text.ts';
import { usageFailure } from '../errors.ts';
import type { PriceChoice } from './options.ts';
import { answeredPrices, askCells, cellKey } from './quotes.ts';

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

interface OwnChoice extends PriceChoice {
  map?: MappedHeading[];
  rate?: ExchangeRate;
}

export async function comparePrices(context: Context, path: string, choice: OwnChoice) {
  const { output } = context;
  const { rate } = choice;
  const own = await chosenPrices(context, path, choice);
  const { quotes, exitCode } = await answeredPrices(context, askCells(context, own));
  const answered = new Map(quotes.map((quote) => [cellKey(quote), quote]));
  const exchange = new Exchange(rate);
  const assumed = new Set<string>();
  const list = own.map(({ retail, currency, ...cell }) => {
    const quote = answered.get(cellKey(cell)) ?? { ...cell, amount: null, currency: null };
    const usual = rate?.currency ?? quote.currency;
    if (currency === null && usual !== null) assumed.add(usual);
    const retail_currency = currency ?? usual;
    const cost = exchange.converted(quote, retail_currency);
    const margin = cost && marginOf(retail, cost);
    const below_cost = margin?.startsWith('-') ?? null;
    return { ...quote, retail, margin, retail_currency, below_cost };
  });
  if (assumed.size > 0) {
    await output.note(`a price without a currency is taken to be in ${[...assumed].join(' or ')}`);
  }
  const compared = list.filter(({ below_cost }) => below_cost !== null);
  const unknown = list.length - compared.length;
  if (unknown > 0) {
    const why = 'the currency is not that of the cost (see --rate), or no cost is known';
    await output.warning(`${counted(unknown, 'price')} cannot be compared: ${why}`);
  }
  const below = compared.filter(({ below_cost }) => below_cost).length;
  return {
    list,
    exitCode,
    closing: `${below} of ${counted(compared.length, 'price')} below cost`,
    failed: below + unknown > 0 ? 'not every price is known to cover its cost' : undefined,
  };
}

async function chosenPrices(
  context: Context,
  path: string,
  { action, years, map = [] }: OwnChoice,
) {
  const { name, prices } = await readPriceFile(context, path, map);
  // The service has only tlds that end in .af.
  const tlds = new Set(prices.map(({ tld }) => tld));
  const others = [...tlds].filter((tld) => !tld.endsWith('.af'));
  if (others.length > 0) await context.output.note(`left out: ${others.join(', ')}`);
  const chosen = prices.filter((price) => {
    const isAsked = years?.includes(price.years) ?? true;
    const isMeant = action?.includes(price.action) ?? true;
    return isAsked && isMeant && !others.includes(price.tld);
  });
  if (chosen.length === 0) {
    throw usageFailure(
      `no price in ${name} is one of those asked for`,
      'tlds that end in .af count, with the actions and years that are typed',
    );
  }
  return chosen;
}

/** A price without action and period is for the registration for a year. */
async function readPriceFile(context: Context, path: string, mapped: readonly MappedHeading[]) {
  const columns = await Columns.read(context, path, priceHeadings, mapped);
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
  await columns.noteUnused(context);
  return { name: columns.name, prices };
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
