import { type DomainAttribute, domainAttributeTypes } from '../core/domain-attributes.ts';
import type { ExchangeRate } from '../core/retail.ts';
import type { Field, FieldList, FieldType } from './field-list.ts';
import { unicodeFieldName } from './field-paths.ts';

export const currencyField = createDataOnlyField('currency');

export const balanceAmountField: Field<never> = {
  name: 'balance',
  type: 'money',
  currency: 'currency',
};

/** The prices that the rows of a command have beside their own. */
export interface PriceColumns {
  hasRetail: boolean;
  hasRenewal: boolean;
  rate?: ExchangeRate | undefined;
}

export function createRetailPriceFields(rate?: ExchangeRate): Field<never>[] {
  const minWidth = getRetailWidth(rate);
  return [
    { name: 'retail', type: 'money', currency: 'retail_currency', minWidth, pinned: true },
    { name: 'margin', type: 'money', currency: 'retail_currency', minWidth },
    createDataOnlyField('retail_currency'),
  ];
}

/** The row's `retail_currency` has a field of its own. */
export function createRenewalPriceFields({
  hasRetail,
  hasRenewal,
  rate,
}: PriceColumns): Field<never>[] {
  if (!hasRenewal) return [];
  const currency = createDataOnlyField('renewal.currency');
  const amount: Field<never> = {
    name: 'renewal.amount',
    label: 'renewal',
    type: 'money',
    currency: currency.name,
    pinned: true,
  };
  const retail: Field<never> = {
    name: 'renewal_retail',
    type: 'money',
    currency: 'retail_currency',
    minWidth: getRetailWidth(rate),
    pinned: true,
  };
  return hasRetail ? [amount, currency, retail] : [amount, currency];
}

/** Reserves one more digit per digit of the rate, since rows are printed as they arrive. */
function getRetailWidth(rate?: ExchangeRate) {
  return '100.00 USD'.length + (rate?.rate.replace(/\..*/, '').length ?? 0);
}

export const unicodeNameField: Field<object> = {
  name: unicodeFieldName,
  inTables: 'never',
  inData: 'onRequest',
};

export const domainNameField = createAttributeField('domain');

export function createAttributeField(name: DomainAttribute, label?: string): Field<object> {
  return { name, type: domainAttributeTypes[name], label };
}

export function createDataOnlyField(name: string, type: FieldType = 'text'): Field<never> {
  return { name, inTables: 'never', type };
}

export function createArrayField(name: string, items: FieldList): Field<never> {
  return { name, type: 'list', items };
}
