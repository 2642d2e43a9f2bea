import type { Quote } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import type { MappedHeading } from '../compare/options.ts';
import { cellAt, columnsOf, plainHeading, readTable, warnOfTwice } from '../compare/tables.ts';
import { counted } from '../core/durations.ts';
import { type Decimal, isDecimal, subtract } from '../core/money.ts';
import { parseTld } from '../core/names.ts';
import { actions, parseAction } from '../core/service-words.ts';
import { Failure } from '../errors.ts';
import type { OwnPrice } from '../kinds.ts';
import { oneYear, type PriceChoice } from './options.ts';
import { answeredPrices, askCells, cellKey, cellOf, type PriceCell } from './quotes.ts';

interface RetailPrice extends PriceCell {
  retail: Decimal;
  /** Null when the file does not say it. */
  currency: string | null;
}

/** A price may have a column for each action, and for each period of it: `renew_2y`. */
const headings = {
  tld: /^(domain )?(tld|extension|suffix|zone)$/,
  action: /^(action|operation|type)$/,
  years: /^(years?|period|term)$/,
  currency: /^currency( code)?$/,
  price: /^((our|my|customer|selling) )?price$|^retail( price)?$/,
  registration: actionHeading('register|registration|new'),
  renewal: actionHeading('renew|renewal'),
  transfer: actionHeading('transfer|transfer in'),
  restore: actionHeading('restore|restoration|redemption'),
};

/** Without --years all prices of the file count. */
export async function comparePrices(
  context: Context,
  path: string,
  { action, years, map = [] }: PriceChoice & { map?: MappedHeading[] },
) {
  const { output } = context;
  const { name, prices } = await readPriceFile(context, path, map);
  // The service has no others.
  const isAfghan = ({ tld }: RetailPrice) => /\.af$/.test(tld);
  const others = new Set(prices.filter((price) => !isAfghan(price)).map(({ tld }) => tld));
  if (others.size > 0) await output.note(`left out: ${[...others].join(', ')}`);
  const chosen = prices.filter(
    (price) =>
      isAfghan(price) &&
      action.includes(price.action) &&
      (years === oneYear || years.includes(price.years)),
  );
  if (chosen.length === 0) {
    throw new Failure('usage', `no price in ${name} is one of those asked for`, {
      hint: 'tlds that end in .af count, with the actions and years that are typed',
    });
  }
  const told = chosen.map((price) =>
    [price.tld, price.action, counted(price.years, 'year'), price.currency]
      .filter(Boolean)
      .join(' '),
  );
  await warnOfTwice(context, name, told);
  const cells = [...new Map(chosen.map((price) => [cellKey(price), cellOf(price)])).values()];
  const { quotes, exitCode } = await answeredPrices(context, askCells(context, cells));
  const answered = new Map(quotes.map((quote) => [cellKey(quote), quote]));
  const list = cells.map((cell) => {
    const quote = answered.get(cellKey(cell)) ?? { ...cell, amount: null, currency: null };
    return ownPrice(quote, chosen);
  });
  const compared = counted(list.length, 'price');
  const unknown = list.filter(({ below_cost }) => below_cost === null).length;
  if (unknown > 0) {
    const why = 'the currency is another, or the service does not say it';
    await output.warning(`${unknown} of ${compared} cannot be compared: ${why}`);
  }
  const below = list.filter(({ below_cost }) => below_cost).length;
  await output.note(`${below} of ${compared} below cost`);
  const failed = below + unknown > 0 ? 'not every price is known to cover its cost' : undefined;
  return { list, exitCode, failed };
}

/** A file may hold the same price in several currencies. */
function ownPrice(quote: Quote, all: readonly RetailPrice[]): OwnPrice {
  const { amount, currency } = quote;
  const prices = all.filter((price) => cellKey(price) === cellKey(quote));
  const own =
    prices.findLast((price) => price.currency === currency) ??
    prices.findLast((price) => price.currency === null || currency === null);
  if (own === undefined || amount === null) {
    return { ...quote, retail: own?.retail ?? null, margin: null, below_cost: null };
  }
  const margin = subtract(own.retail, amount);
  return { ...quote, retail: own.retail, margin, below_cost: margin.startsWith('-') };
}

/** A price without more is for the registration for a year. */
async function readPriceFile(context: Context, path: string, mapped: readonly MappedHeading[]) {
  const table = await readTable(context, path);
  const columns = columnsOf(table, headings, mapped);
  const tldOf = columns.reader(columns.required('tld'), parseTld, 'write a tld, such as .af');
  const actionOf = columns.reader(columns.of('action'), parseAction, `write ${actions.join(', ')}`);
  const yearsOf = columns.reader(columns.of('years'), yearsIn, 'write whole years, such as 1');
  const [currency] = columns.of('currency');
  const ofActions = actions.flatMap((action) =>
    columns.of(action, Number.POSITIVE_INFINITY).map((column) => ({
      column,
      action,
      years: Number(/\b\d{1,2}\b/.exec(plainHeading(table.header[column] ?? ''))?.[0] ?? 0),
    })),
  );
  const ofAny = () =>
    columns.required('price').map((column) => ({ column, action: undefined, years: 0 }));
  const priced = (ofActions.length > 0 ? ofActions : ofAny()).map((one) => ({
    ...one,
    priceOf: columns.reader([one.column], priceIn, 'write an amount such as 1234.50 or 45.00 EUR'),
  }));
  const prices = table.lines.flatMap((line) => {
    const tld = tldOf(line);
    if (tld === null) return [];
    return priced.flatMap(({ priceOf, action, years }): RetailPrice[] => {
      const price = priceOf(line);
      if (price === null) return [];
      return [
        {
          tld: `.${tld}`,
          action: action ?? actionOf(line) ?? 'registration',
          years: years || (yearsOf(line) ?? 1),
          retail: price.amount,
          currency: price.currency ?? cellAt(line, currency)?.toUpperCase() ?? null,
        },
      ];
    });
  });
  await columns.noteUnused(context);
  return { name: table.name, prices };
}

function actionHeading(words: string): RegExp {
  return new RegExp(`^(domain ?)?(${words})( (price|fee))?( \\d{1,2} ?(y|yr|years?))?( price)?$`);
}

function yearsIn(cell: string): number | undefined {
  const digits = /^([1-9]\d?)\s*(y|yrs?|years?)?$/i.exec(cell)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A dollar may be any; other currencies have to be three letters. */
function priceIn(cell: string): { amount: Decimal; currency: string | null } | undefined {
  const code = /[A-Za-z]{3}/.exec(cell)?.[0].toUpperCase() ?? null;
  const amount = amountIn(cell.replace(/[A-Za-z]{3}|[\s$]/g, ''));
  return amount === undefined ? undefined : { amount, currency: code };
}

/** Undefined for what is no amount, and for `1.234`, which may be a little or a thousand. */
function amountIn(text: string): Decimal | undefined {
  if (/^\d{1,3}[.,]\d{3}$/.test(text)) return undefined;
  const english = /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(text) && text.replaceAll(',', '');
  const other = /^(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/.test(text) && text.replaceAll('.', '');
  const plain = english || (other || '').replace(',', '.');
  return isDecimal(plain) ? plain : undefined;
}
