import {
  createRetailPriceFields,
  createTextCell,
  currencyField,
  extraDataField,
  type FieldList,
  type PriceFieldOptions,
  pinFields,
} from '../output/field-list.ts';
import type { PriceChange } from './changes.ts';

const quoteKeyFields: FieldList = [
  { name: 'tld', pinned: true },
  { name: 'action', pinned: true },
  { name: 'years', type: 'count' },
];

const costFields: FieldList = [
  { name: 'amount', label: 'cost', type: 'money', currency: 'currency' },
  currencyField,
];

export function getQuoteFields({ hasRetail, rate }: PriceFieldOptions) {
  const priceFields = hasRetail
    ? [...costFields, ...createRetailPriceFields(rate)]
    : pinFields(costFields);
  return [...pinFields(quoteKeyFields), ...priceFields, extraDataField];
}

export const priceChangeFields: FieldList<PriceChange> = [
  ...quoteKeyFields,
  { name: 'before', type: 'money', currency: 'currency', pinned: true },
  { name: 'after', type: 'money', currency: 'currency', pinned: true },
  currencyField,
  // Do not print negative changes in red, as money cells do by default: a lower price is good.
  { name: 'percent', type: 'money', cell: ({ percent }) => createTextCell(percent) },
  { name: 'renewals', type: 'count' },
  {
    name: 'effect',
    type: 'money',
    currency: 'currency',
    cell: ({ effect, currency }) => createTextCell(effect && `${effect} ${currency ?? ''}`.trim()),
  },
];

export const priceComparisonFields: FieldList<{ below_cost: boolean | null }> = [
  ...quoteKeyFields,
  ...costFields,
  ...pinFields(createRetailPriceFields()),
  {
    name: 'below_cost',
    label: '',
    type: 'flag',
    cell({ below_cost }) {
      if (below_cost === null) return createTextCell('not comparable', 'warn');
      return createTextCell(below_cost ? 'below cost' : '', 'bad');
    },
  },
  extraDataField,
];
