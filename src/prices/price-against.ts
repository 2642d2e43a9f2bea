import type { Quote, WithExtra } from '../api/answers.ts';
import { rowsAnswer } from '../cli/answers.ts';
import type { Context } from '../cli/context.ts';
import type { MappedHeading } from '../compare/compare-options.ts';
import { counted } from '../core/durations.ts';
import { compare, type Decimal, subtract } from '../core/money.ts';
import type { Action } from '../core/service-words.ts';
import { Failure } from '../errors.ts';
import { extraCell, failureCell, priceColumn, textCell } from '../output/cells.ts';
import type { Row } from '../output/row.ts';
import type { Column } from '../output/table.ts';
import {
  askCells,
  cellKey,
  cellOf,
  cellText,
  type PriceCell,
  priceCellColumns,
  typedTlds,
} from './price-cells.ts';
import { type PriceFile, type RetailPrice, readPriceFile } from './price-file.ts';

interface Options {
  action: Action[];
  against?: string;
  map?: MappedHeading[];
  expect?: 'none' | 'profit';
}

interface OwnPrice extends PriceCell, WithExtra {
  amount: Decimal | null;
  currency: string | null;
  retail: Decimal | null;
  margin: Decimal | null;
  /** Null when it cannot be told. */
  below_cost: boolean | null;
}

/** `quote --against <file>`. @param years those that were typed; else all of the file */
export function priceAgainstAnswer(years: readonly number[] | undefined) {
  return rowsAnswer<OwnPrice, [typed?: string | string[]], Options>({
    fields: ['tld', 'action', 'years', 'amount', 'currency', 'retail', 'margin', 'below_cost'],

    async run(context, { against = '', map = [], action, expect }, typed) {
      if (expect === 'none') {
        throw new Failure('usage', '--expect none needs --changes', {
          hint: 'expect profit, or give --changes instead of --against',
        });
      }
      const tlds = typedTlds(typed);
      const file = await readPriceFile(context, against, map);
      const chosen = file.prices.filter(
        (price) =>
          (tlds.length > 0 ? tlds.includes(price.tld) : isAfghan(price.tld)) &&
          action.includes(price.action) &&
          (years === undefined || years.includes(price.years)),
      );
      await noteLeftOut(context, file, tlds);
      if (chosen.length === 0) throw nothingChosen(file);
      const byCell = byKey(chosen);
      await warnOfTwice(context, file, byCell);
      const cells = [...byCell.values()].flatMap(([first]) => (first ? cellOf(first) : []));
      return { asked: cells, rows: comparedRows(context, cells, byCell) };
    },
    failedCondition: (price, { expect }) => (expect === 'profit' ? lossOf(price) : undefined),

    view: () => ({
      columns: [
        ...priceCellColumns,
        { ...priceColumn<OwnPrice>('amount', 'COST', 'strong'), width: 10, rank: 2 },
        bareColumn('retail', 'RETAIL', 3),
        bareColumn('margin', 'MARGIN', 4),
        { name: 'below_cost', title: '', cell: remarkCell, isWhole: true },
      ],
    }),
  });
}

async function* comparedRows(
  context: Context,
  cells: readonly PriceCell[],
  byCell: ReadonlyMap<string, RetailPrice[]>,
): AsyncGenerator<Row<OwnPrice>> {
  const tally = { compared: 0, below: 0, untold: 0 };
  for await (const row of askCells(context, cells)) {
    if ('failure' in row) {
      yield row;
      continue;
    }
    const value = ownPrice(row.value, byCell.get(cellKey(row.value)) ?? []);
    tally.compared += 1;
    if (value.below_cost) tally.below += 1;
    if (value.below_cost === null) tally.untold += 1;
    yield { value };
  }
  await report(context, tally);
}

/** The service is for these alone. */
function isAfghan(tld: string): boolean {
  return tld === '.af' || tld.endsWith('.af');
}

function byKey(prices: readonly RetailPrice[]): Map<string, RetailPrice[]> {
  const groups = new Map<string, RetailPrice[]>();
  for (const price of prices) {
    const key = cellKey(price);
    groups.set(key, [...(groups.get(key) ?? []), price]);
  }
  return groups;
}

/** A file may hold the same price in several currencies. */
function ownPrice(quote: Quote, prices: readonly RetailPrice[]): OwnPrice {
  const { amount, currency } = quote;
  const own =
    prices.findLast((price) => price.currency === currency) ??
    prices.findLast((price) => price.currency === null || currency === null);
  if (own === undefined || amount === null) {
    return { ...quote, retail: own?.retail ?? null, margin: null, below_cost: null };
  }
  const margin = subtract(own.retail, amount);
  return { ...quote, retail: own.retail, margin, below_cost: compare(own.retail, amount) < 0 };
}

/** All stands in 60 columns, as the currency is that of the cost. */
function bareColumn(name: 'retail' | 'margin', title: string, rank: number): Column<Row<OwnPrice>> {
  const cell = (row: Row<OwnPrice>) => textCell('value' in row ? row.value[name] : null);
  return { name, title, width: 8, rank, align: 'right', cell };
}

function remarkCell(row: Row<OwnPrice>) {
  if ('failure' in row) return failureCell(row);
  const { below_cost, extra } = row.value;
  if (below_cost === null) return { text: 'not comparable', style: 'warn' as const };
  return below_cost ? { text: 'below cost', style: 'bad' as const } : extraCell(extra);
}

function lossOf(price: OwnPrice): string | undefined {
  const { amount, currency, retail, below_cost } = price;
  if (below_cost === null) return `whether ${cellText(price)} leaves a profit is not known`;
  const unit = currency === null ? '' : ` ${currency}`;
  return below_cost
    ? `${cellText(price)} costs ${amount}${unit} and sells for ${retail}`
    : undefined;
}

async function warnOfTwice(
  { output }: Context,
  { name }: PriceFile,
  byCell: ReadonlyMap<string, readonly RetailPrice[]>,
): Promise<void> {
  const twice = [...byCell.values()].flatMap(([first, ...others]) =>
    first && others.some(({ currency }) => currency === first.currency) ? cellText(first) : [],
  );
  if (twice.length === 0) return;
  const more = twice.length > 1 ? ` and ${twice.length - 1} more` : '';
  await output.warning(`${name}: several prices of ${twice[0]}${more}; the last one counts`);
}

async function noteLeftOut(
  { output }: Context,
  { name, prices, unused }: PriceFile,
  typed: readonly string[],
): Promise<void> {
  const others = [...new Set(prices.map(({ tld }) => tld))].filter((tld) => !isAfghan(tld));
  if (typed.length === 0 && others.length > 0) {
    await output.note(`left out: ${others.join(', ')}`);
  }
  for (const tld of typed.filter((one) => prices.every((price) => price.tld !== one))) {
    await output.warning(`${name} holds no price of ${tld}`);
  }
  if (unused.length > 0) {
    await output.note(
      `not compared: ${unused.join(', ')}; --map <heading>=<field> tells what a column is`,
    );
  }
}

async function report(
  { output }: Context,
  { compared, below, untold }: { compared: number; below: number; untold: number },
): Promise<void> {
  if (untold > 0) {
    await output.warning(
      `${untold} of ${counted(compared, 'price')} cannot be compared: the currency is another, or the service does not say it`,
    );
  }
  if (compared > 0) await output.note(`${below} of ${counted(compared, 'price')} below cost`);
}

function nothingChosen({ name }: PriceFile): Failure {
  return new Failure('usage', `no price in ${name} is one of those asked for`, {
    hint: 'its tlds, actions and years decide; .af and what ends in it count unless tlds are typed',
  });
}
