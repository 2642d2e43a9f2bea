import { currencyField, retailPriceFields } from '../output/common-fields.ts';
import { createTextCell, extraDataField, type FieldList, pinFields } from '../output/field-list.ts';

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

export function getQuoteFields(hasRetail: boolean) {
  const priceFields = hasRetail
    ? [...costFields, ...pinFields(retailPriceFields)]
    : pinFields(costFields);
  return [...pinFields(quoteKeyFields), ...priceFields, extraDataField];
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
  ...retailPriceFields,
  {
    name: 'below_cost',
    label: '',
    type: 'flag',
    cell({ below_cost }) {
      if (below_cost === null) return createTextCell('not comparable', 'warn');
      return createTextCell(below_cost ? 'below cost' : '', 'bad');
    },
    pinned: true,
  },
  extraDataField,
];
