import type { Quote } from '../api/answers.ts';
import type { Context } from '../cli/context.ts';
import type { MappedHeading } from '../compare/options.ts';
import { warnOfTwice } from '../compare/tables.ts';
import { counted } from '../core/durations.ts';
import { subtract } from '../core/money.ts';
import { Failure } from '../errors.ts';
import type { OwnPrice } from '../kinds.ts';
import { type RetailPrice, readPriceFile } from './file.ts';
import { oneYear, type PriceChoice } from './options.ts';
import { answeredPrices, askCells, cellKey, cellOf, cellText } from './quotes.ts';

/** Sets the prices of a file beside the cost of each. Without --years all of the file count. */
export async function comparePrices(
  context: Context,
  path: string,
  { action, years, map = [] }: PriceChoice & { map?: MappedHeading[] },
) {
  const { output } = context;
  const file = await readPriceFile(context, path, map);
  const others = new Set(file.prices.map(({ tld }) => tld).filter((tld) => !isAfghan(tld)));
  if (others.size > 0) await output.note(`left out: ${[...others].join(', ')}`);
  const chosen = file.prices.filter(
    (price) =>
      isAfghan(price.tld) &&
      action.includes(price.action) &&
      (years === oneYear || years.includes(price.years)),
  );
  if (chosen.length === 0) {
    throw new Failure('usage', `no price in ${file.name} is one of those asked for`, {
      hint: 'tlds that end in .af count, with the actions and years that are typed',
    });
  }
  const words = chosen.map((price) => [cellText(price), price.currency].filter(Boolean).join(', '));
  await warnOfTwice(context, file.name, words);
  const cells = [...new Map(chosen.map((price) => [cellKey(price), cellOf(price)])).values()];
  const { quotes, exitCode } = await answeredPrices(context, askCells(context, cells));
  const answered = new Map(quotes.map((quote) => [cellKey(quote), quote]));
  const list = cells.map((cell) => {
    const unanswered = { ...cell, amount: null, currency: null };
    return ownPrice(answered.get(cellKey(cell)) ?? unanswered, chosen);
  });
  const compared = counted(list.length, 'price');
  const untold = list.filter(({ below_cost }) => below_cost === null).length;
  if (untold > 0) {
    await output.warning(
      `${untold} of ${compared} cannot be compared: the currency is another, or the service does not say it`,
    );
  }
  const below = list.filter(({ below_cost }) => below_cost).length;
  if (list.length > 0) await output.note(`${below} of ${compared} below cost`);
  const [loss, ...losses] = list.flatMap((price) => lossOf(price) ?? []);
  const failed = losses.length > 0 ? `${loss}, and ${losses.length} more` : loss;
  return { list, exitCode, failed };
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
  return { ...quote, retail: own.retail, margin, below_cost: margin.startsWith('-') };
}

/** Says why `--expect profit` does not hold. */
function lossOf(price: OwnPrice): string | undefined {
  const { amount, currency, retail, below_cost } = price;
  if (below_cost === null) return `whether ${cellText(price)} leaves a profit is not known`;
  const cost = [amount, currency].filter(Boolean).join(' ');
  return below_cost ? `${cellText(price)} costs ${cost} and sells for ${retail}` : undefined;
}
