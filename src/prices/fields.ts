import type { Quote } from '../api/responses.ts';
import type { RetailPrice } from '../core/retail.ts';
import { currencyField, retailFields } from '../output/common-fields.ts';
import {
  type Cell,
  extraField,
  type FieldList,
  pinFields,
  textCell,
} from '../output/field-list.ts';

const quoteKeyFields: FieldList = [
  { name: 'tld' },
  // If every request for a TLD is rejected, one row reports it, with `action` and `years` null.
  { name: 'action' },
  { name: 'years', type: 'count' },
];

const costFields: FieldList = [
  { name: 'amount', label: 'cost', type: 'money', currency: 'currency' },
  currencyField,
];

export function getQuoteFields(hasRetail: boolean): FieldList<Quote & Partial<RetailPrice>> {
  const priceFields = hasRetail
    ? [...costFields, ...pinFields(retailFields)]
    : pinFields(costFields);
  return [...pinFields(quoteKeyFields), ...priceFields, extraField];
}

export const priceChangeFields: FieldList = [
  ...quoteKeyFields,
  { name: 'before', type: 'money', currency: 'currency' },
  { name: 'after', type: 'money', currency: 'currency' },
  currencyField,
];

export const priceComparisonFields: FieldList<{ below_cost: boolean | null }> = [
  ...quoteKeyFields,
  ...costFields,
  ...retailFields,
  { name: 'below_cost', label: '', type: 'flag', cell: belowCostCell, pinned: true },
  extraField,
];

function belowCostCell({ below_cost }: { below_cost: boolean | null }): Cell {
  if (below_cost === null) return textCell('not comparable', 'warn');
  return textCell(below_cost ? 'below cost' : '', 'bad');
}
