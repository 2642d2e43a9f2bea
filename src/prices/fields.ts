import {
  createRetailPriceFields,
  currencyField,
  type PriceColumns,
} from '../output/common-fields.ts';
import { createTextCell, extraDataField, type FieldList, pinFields } from '../output/field-list.ts';

const quoteKeyFields: FieldList = [
  { name: 'tld', pinned: true },
  // If every request for a TLD is rejected, one row reports it, with `action` and `years` null.
  { name: 'action', pinned: true, minWidth: 7 },
  { name: 'years', type: 'count' },
];

const costFields: FieldList = [
  { name: 'amount', label: 'cost', type: 'money', currency: 'currency' },
  currencyField,
];

export function getQuoteFields({ hasRetail, rate }: PriceColumns) {
  const priceFields = hasRetail
    ? [...costFields, ...createRetailPriceFields(rate)]
    : pinFields(costFields);
  return [...pinFields(quoteKeyFields), ...priceFields, extraDataField];
}

export const priceChangeFields: FieldList = [
  ...quoteKeyFields,
  { name: 'before', type: 'money', currency: 'currency', pinned: true },
  { name: 'after', type: 'money', currency: 'currency', pinned: true },
  currencyField,
];

export const priceComparisonFields: FieldList<{ below_cost: boolean | null }> = [
  ...quoteKeyFields,
  ...pinFields(costFields),
  ...createRetailPriceFields(),
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
