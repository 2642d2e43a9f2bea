import type { Quote } from '../api/answers.ts';
import type { Decimal } from '../core/money.ts';
import type { Retail } from '../core/retail.ts';
import type { Action } from '../core/service-words.ts';
import { cost, pricedThing, retailKind } from '../kinds.ts';
import { type Cell, moneyCell, textCell } from '../output/cell.ts';
import { extraField, type Kind } from '../output/kind.ts';

export interface PriceChange {
  /** Written with its leading dot. */
  tld: string;
  action: Action;
  years: number;
  /** Null where the earlier price was in another currency. */
  before: Decimal | null;
  after: Decimal | null;
  currency: string | null;
}

export interface OwnPrice extends Quote, Retail {
  /** Null where cost and price cannot be compared. */
  below_cost: boolean | null;
}

export const priceChangeKind: Kind<PriceChange> = [
  ...pricedThing,
  { name: 'before', type: 'money', cell: priceBeforeCell },
  { name: 'after', type: 'money', currency: 'currency' },
  { name: 'currency', people: 'never' },
];

export const ownPriceKind: Kind<OwnPrice> = [
  ...pricedThing,
  ...cost,
  ...retailKind,
  { name: 'below_cost', label: '', type: 'flag', cell: belowCostCell },
  extraField,
];

function priceBeforeCell({ before, currency: unit }: PriceChange): Cell {
  return before === null ? textCell('another currency') : moneyCell(before, unit);
}

function belowCostCell({ below_cost }: OwnPrice): Cell {
  if (below_cost === null) return textCell('not comparable', 'warn');
  return textCell(below_cost ? 'below cost' : '', 'bad');
}
