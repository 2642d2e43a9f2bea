import { type DomainFact, domainFactTypes } from '../core/facts.ts';
import { unicodeField } from './fields.ts';
import type { Field, FieldType, Kind } from './kind.ts';

/* Fields that several features print. */

export const currencyField = hidden('currency');

export const balanceField: Field<never> = {
  name: 'balance',
  type: 'money',
  currency: 'currency',
};

export const retailKind: Kind = [
  { name: 'retail', type: 'money', currency: 'retail_currency' },
  { name: 'margin', type: 'money', currency: 'retail_currency' },
  hidden('retail_currency'),
];

export const unicode: Field<object> = {
  name: unicodeField,
  inTables: 'never',
  inData: 'onRequest',
};

export const domain = factField('domain');

export function factField(name: DomainFact, label?: string): Field<object> {
  const field = { name, type: domainFactTypes[name] };
  return label === undefined ? field : { ...field, label };
}

/** A field of JSON and CSV that no table shows. */
export function hidden(name: string, type: FieldType = 'text'): Field<never> {
  return { name, inTables: 'never', type };
}

export function listOf(name: string, items: Kind): Field<never> {
  return { name, type: 'list', items };
}
