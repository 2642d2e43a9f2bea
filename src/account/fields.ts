import {
  compactAutoRenewField,
  domainDifferenceFields,
  expiryField,
  listedDomainFields,
} from '../domains/fields.ts';
import {
  balanceAmountField,
  createArrayField,
  createDataOnlyField,
  currencyField,
  domainNameField,
  type Field,
  type FieldList,
} from '../output/field-list.ts';

const pricedDomainFields: FieldList = [
  domainNameField,
  expiryField,
  { name: 'days_left', label: 'days', type: 'count' },
  compactAutoRenewField,
  { name: 'amount', label: 'cost', type: 'money' },
];

const leftField: Field<never> = { name: 'left', type: 'money', pinned: true };

export const renewalFields: FieldList = [...pricedDomainFields, leftField];

export const renewalColumns: FieldList = [...renewalFields, currencyField];

export const monthlyForecastFields: FieldList = [
  { name: 'month' },
  { name: 'renewals', type: 'count' },
  { name: 'due', type: 'money' },
  leftField,
];

export const forecastFields: FieldList = [
  { name: 'days', type: 'count' },
  currencyField,
  { name: 'due', type: 'money' },
  balanceAmountField,
  { name: 'credit_limit', type: 'money' },
  createDataOnlyField('covered', 'flag'),
  createDataOnlyField('covered_with_credit', 'flag'),
  { name: 'short_by', type: 'money' },
  { name: 'runs_out_on', type: 'day' },
  createDataOnlyField('complete', 'flag'),
  createArrayField('renewals', renewalFields),
  createArrayField('months', monthlyForecastFields),
  createArrayField('expired', pricedDomainFields),
];

export const statementLineFields: FieldList = [
  domainNameField,
  { name: 'kind' },
  { name: 'years', type: 'count' },
  { name: 'amount', type: 'money' },
  currencyField,
];

export const statementFields: FieldList = [
  { name: 'from', type: 'day' },
  { name: 'to', type: 'day' },
  { name: 'before', type: 'money', currency: 'currency' },
  { name: 'after', type: 'money', currency: 'currency' },
  currencyField,
  createArrayField('lines', statementLineFields.slice(0, -1)),
  { name: 'explained', type: 'money', currency: 'currency' },
  { name: 'not_explained', type: 'money', currency: 'currency' },
  createDataOnlyField('complete', 'flag'),
];

export const overviewFields: FieldList = [
  { name: 'account_number' },
  balanceAmountField,
  currencyField,
  { name: 'current_tier' },
  { name: 'runs_out_on', type: 'day' },
  { name: 'domains', type: 'count' },
  createArrayField('expired', listedDomainFields),
  createArrayField('expiring', listedDomainFields),
  createArrayField('not_renewing', listedDomainFields),
  createArrayField('changes', domainDifferenceFields),
];
