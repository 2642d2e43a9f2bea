import type { MappedHeading } from '../compare/compare-options.ts';
import { Headings, type Vocabulary } from '../compare/headings.ts';
import { type Action, actions } from '../core/service-words.ts';

/** A column of prices. Undefined is what another column says. */
export interface PriceColumn {
  column: number;
  action: Action | undefined;
  years: number | undefined;
  /** A zero is a period that is not sold. */
  isUnsoldAtZero: boolean;
}

export interface PriceColumns {
  tld: number | undefined;
  action: number | undefined;
  years: number | undefined;
  currency: number | undefined;
  prices: PriceColumn[];
}

const ofPrices =
  'price, prices, retail, domain, fee, per, for, in, year, years, yr, y, selling, sell';

/** The headings of people and of billing systems; see test/commands/exports. */
const priceVocabulary: Vocabulary<'tld' | 'action' | 'years' | 'currency' | 'price' | Action> = {
  tld: {
    phrases: 'tld, extension, ext, suffix, zone, domain, product, product name, item, name',
    fillers: 'domain',
  },
  action: {
    phrases: 'action, operation, type, kind, transaction, event',
    fillers: 'domain, price, order, reg',
  },
  years: { phrases: 'years, year, period, term, duration, y, yr', fillers: 'registration, in, of' },
  currency: { phrases: 'currency', fillers: 'code' },
  price: {
    phrases:
      'retail, retail price, selling price, sell price, sale price, price, our price, my price, customer price, amount, fee',
    fillers: 'domain, per, unit',
  },
  registration: { phrases: 'registration, register, new, create', fillers: ofPrices },
  renewal: { phrases: 'renewal, renew, renews', fillers: ofPrices },
  transfer: { phrases: 'transfer, transfer in, transfers', fillers: ofPrices },
  restore: {
    phrases: 'restore, restoration, redemption, redemption grace',
    fillers: `${ofPrices}, period`,
  },
};

/** WHMCS keeps the prices of one to ten years in columns that it has for periods of hosting. */
const whmcsPeriods = [
  ...['msetupfee', 'qsetupfee', 'ssetupfee', 'asetupfee', 'bsetupfee'],
  ...['monthly', 'quarterly', 'semiannually', 'annually', 'biennially'],
];

/** @throws Failure `usage`, as `Headings` */
export function priceColumns(
  header: readonly string[],
  mapped: readonly MappedHeading[],
): PriceColumns {
  const headings = new Headings(header, priceVocabulary, mapped);
  const periods = headings.columns('years');
  const hasYears = (column: number) => headings.numberIn(column) !== undefined;
  const priceColumn = (column: number, action?: Action): PriceColumn => ({
    column,
    action,
    years: headings.numberIn(column),
    isUnsoldAtZero: false,
  });
  const byAction = actions.flatMap((action) =>
    headings.columns(action).map((column) => priceColumn(column, action)),
  );
  const byPeriod = periods.filter(hasYears).map((column) => priceColumn(column));
  const wide = [...byAction, ...byPeriod, ...periodsOfWhmcs(header)];
  return {
    tld: headings.columns('tld')[0],
    action: headings.columns('action')[0],
    years: periods.find((column) => !hasYears(column)),
    currency: headings.columns('currency')[0],
    prices:
      wide.length > 0
        ? wide
        : headings
            .columns('price')
            .slice(0, 1)
            .map((one) => priceColumn(one)),
  };
}

function periodsOfWhmcs(header: readonly string[]): PriceColumn[] {
  const [first = ''] = whmcsPeriods;
  if (!header.includes(first)) return [];
  return whmcsPeriods.flatMap((heading, index) => {
    const column = header.indexOf(heading);
    if (column < 0) return [];
    return [{ column, action: undefined, years: index + 1, isUnsoldAtZero: true }];
  });
}
