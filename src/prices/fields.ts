import type { Quote } from '../api/answers.ts';
import type { RetailPrice } from '../core/retail.ts';
import { currencyField, retailKind } from '../output/common-fields.ts';
import { type Cell, extraField, type Kind, staying, textCell } from '../output/kind.ts';

const pricedThing: Kind = [
  { name: 'tld' },
  // A tld that is refused for everything has no action and no period.
  { name: 'action' },
  { name: 'years', type: 'count' },
];

const cost: Kind = [
  { name: 'amount', label: 'cost', type: 'money', currency: 'currency' },
  currencyField,
];

export function quoteKind(hasRetail: boolean): Kind<Quote & Partial<RetailPrice>> {
  const price = hasRetail ? [...cost, ...staying(retailKind)] : staying(cost);
  return [...staying(pricedThing), ...price, extraField];
}

export const priceChangeKind: Kind = [
  ...pricedThing,
  { name: 'before', type: 'money', currency: 'currency' },
  { name: 'after', type: 'money', currency: 'currency' },
  currencyField,
];

export const ownPriceKind: Kind<{ below_cost: boolean | null }> = [
  ...pricedThing,
  ...cost,
  ...retailKind,
  { name: 'below_cost', label: '', type: 'flag', cell: belowCostCell, pinned: true },
  extraField,
];

function belowCostCell({ below_cost }: { below_cost: boolean | null }): Cell {
  if (below_cost === null) return textCell('not comparable', 'warn');
  return textCell(below_cost ? 'below cost' : '', 'bad');
}
