import type { Context } from '../cli/context.ts';
import type { MappedHeading } from '../compare/options.ts';
import { Columns, cellAt, plainHeading, readTable } from '../compare/tables.ts';
import { type Decimal, isDecimal } from '../core/money.ts';
import { parseTld } from '../core/names.ts';
import { actions, parseAction } from '../core/service-words.ts';
import { Failure } from '../errors.ts';
import type { PriceCell } from './quotes.ts';

export interface RetailPrice extends PriceCell {
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

/** Those that name one currency; a dollar may be any. */
const symbols = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['؋', 'AFN'],
]);

/**
 * Reads prices from a table, with a row for each or with a column for each action. Registration for
 * a year is what a price without more is for.
 *
 * @throws Failure `io` when it cannot be read, `usage` for a value that cannot, or without prices
 */
export async function readPriceFile(
  context: Context,
  path: string,
  mapped: readonly MappedHeading[],
): Promise<{ name: string; prices: RetailPrice[] }> {
  const table = await readTable(context, path);
  const columns = new Columns(table, headings, mapped);
  const [tld, action] = [columns.of('tld'), columns.of('action')];
  const [years, currency] = [columns.of('years'), columns.of('currency')];
  const byAction = actions.flatMap((one) =>
    columns.of(one, Number.POSITIVE_INFINITY).map((column) => ({
      column,
      action: one,
      years: Number(/\b\d{1,2}\b/.exec(plainHeading(table.header[column] ?? ''))?.[0] ?? 0),
    })),
  );
  const price = byAction.length > 0 ? [] : columns.of('price');
  const priced = [...byAction, ...price.map((column) => ({ column, action: undefined, years: 0 }))];
  if (tld.length === 0 || priced.length === 0) {
    const what = tld.length === 0 ? 'tlds' : 'prices';
    throw new Failure('usage', `no column of ${table.name} holds ${what}`, {
      hint: 'name the columns tld, action, years and price, or give --map <heading>=<field>',
    });
  }
  const wordHint = `write ${actions.join(', ')}`;
  const yearsHint = 'write whole years, such as 1';
  const prices = table.lines.flatMap((line) => {
    const name = columns.read(line, tld, parseTld, 'write a tld, such as .af or .com.af');
    if (name === undefined) return [];
    return priced.flatMap((one): RetailPrice[] => {
      const cost = columns.read(line, [one.column], priceIn, 'write an amount such as 1234.50');
      if (cost === undefined) return [];
      return [
        {
          tld: `.${name}`,
          action: one.action ?? columns.read(line, action, parseAction, wordHint) ?? 'registration',
          years: one.years || (columns.read(line, years, yearsIn, yearsHint) ?? 1),
          retail: cost.amount,
          currency: cost.currency ?? cellAt(line, currency[0])?.toUpperCase() ?? null,
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

/** Reads `1`, `2 years` and `3y`. */
function yearsIn(cell: string): number | undefined {
  const digits = /^([1-9]\d?)\s*(y|yrs?|years?)?$/i.exec(cell)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Undefined for what is no amount, and for `1.234`, which may be a little or a thousand. */
function priceIn(cell: string): { amount: Decimal; currency: string | null } | undefined {
  const code = /[A-Za-z]{3}/.exec(cell)?.[0].toUpperCase();
  const symbol = [...symbols].find(([sign]) => cell.includes(sign))?.[1];
  const bare = cell.replace(/[A-Za-z]{3}|[\s$€£؋]/gu, '');
  const amount = plainDecimal(bare);
  return amount === undefined ? undefined : { amount, currency: code ?? symbol ?? null };
}

function plainDecimal(text: string): Decimal | undefined {
  if (/^(?!0)\d{1,3}[.,]\d{3}$/.test(text)) return undefined;
  // A mark that is there once and last parts the fraction.
  const [, whole = text, fraction = ''] = /^(.*?)([.,]\d+)$/.exec(text) ?? [];
  const mark = fraction.slice(0, 1);
  const isGrouped = mark !== '' && whole.includes(mark);
  const digits = isGrouped ? text : whole;
  if (!/^(\d+|\d{1,3}([.,])\d{3}(\2\d{3})*)$/.test(digits)) return undefined;
  const plain = digits.replace(/[.,]/g, '') + (isGrouped ? '' : fraction.replace(',', '.'));
  return isDecimal(plain) ? plain : undefined;
}
