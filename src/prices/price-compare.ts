import type { Quote } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import type { MappedHeading } from '../compare/compare-options.ts';
import { byKey } from '../compare/differences.ts';
import { counted } from '../core/durations.ts';
import { compare, subtract } from '../core/money.ts';
import type { Action } from '../core/service-words.ts';
import { Failure } from '../errors.ts';
import type { OwnPrice } from '../kinds.ts';
import { answeredPrices, askCells, cellKey, cellOf, cellText } from './price-cells.ts';
import { type PriceFile, type RetailPrice, readPriceFile } from './price-file.ts';
import { oneYear } from './price-options.ts';

interface Options {
  action: Action[];
  years: number[];
  map?: MappedHeading[];
}

/** Sets the prices of a file beside the cost of each. Without --years all of the file count. */
export async function comparePrices(
  context: Context,
  path: string,
  { action, years, map = [] }: Options,
) {
  const { output } = context;
  const file = await readPriceFile(context, path, map);
  const chosen = file.prices.filter(
    (price) =>
      isAfghan(price.tld) &&
      action.includes(price.action) &&
      (years === oneYear || years.includes(price.years)),
  );
  await noteChoice(context, file, chosen);
  const cells = [...byKey(chosen, cellKey).values()].map(cellOf);
  const { quotes, exitCode } = await answeredPrices(context, askCells(context, cells));
  const list = quotes.map((quote) => ownPrice(quote, chosen));
  const compared = counted(list.length, 'price');
  const untold = list.filter(({ below_cost }) => below_cost === null).length;
  const below = list.filter(({ below_cost }) => below_cost).length;
  if (untold > 0) {
    await output.warning(
      `${untold} of ${compared} cannot be compared: the currency is another, or the service does not say it`,
    );
  }
  if (list.length > 0) await output.note(`${below} of ${compared} below cost`);
  return { list, exitCode, failed: lossIn(list) };
}

/** The service has no others. */
function isAfghan(tld: string): boolean {
  return tld === '.af' || tld.endsWith('.af');
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
  return { ...quote, retail: own.retail, margin, below_cost: compare(own.retail, amount) < 0 };
}

function lossIn(list: readonly OwnPrice[]): string | undefined {
  const losses = list.flatMap((price) => lossOf(price) ?? []);
  const [first] = losses;
  return losses.length > 1 ? `${first}, and ${losses.length - 1} more` : first;
}

function lossOf(price: OwnPrice): string | undefined {
  const { amount, currency, retail, below_cost } = price;
  if (below_cost === null) return `whether ${cellText(price)} leaves a profit is not known`;
  const unit = currency === null ? '' : ` ${currency}`;
  return below_cost
    ? `${cellText(price)} costs ${amount}${unit} and sells for ${retail}`
    : undefined;
}

/** @throws Failure `usage` when nothing is chosen */
async function noteChoice(
  { output }: Context,
  { name, prices }: PriceFile,
  chosen: readonly RetailPrice[],
): Promise<void> {
  const others = new Set(prices.map(({ tld }) => tld).filter((tld) => !isAfghan(tld)));
  if (others.size > 0) {
    await output.note(`left out: ${[...others].join(', ')}`);
  }
  if (chosen.length === 0) {
    throw new Failure('usage', `no price in ${name} is one of those asked for`, {
      hint: 'tlds that end in .af count, with the actions and years that are typed',
    });
  }
  const keys = chosen.map((price) => `${cellText(price)} ${price.currency}`);
  const twice = chosen.filter((_, at) => keys.indexOf(keys[at] ?? '') < at);
  const [first] = twice;
  if (first === undefined) return;
  const more = twice.length > 1 ? ` and ${twice.length - 1} more` : '';
  await output.warning(`${name}: several prices of ${cellText(first)}${more}; the last one counts`);
}
