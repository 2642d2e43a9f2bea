import {
  compactAutoRenewField,
  differenceFields,
  domainFields,
  expiryField,
} from '../domains/fields.ts';
import {
  balanceAmountField,
  createHiddenField,
  createListField,
  currencyField,
  domainField,
} from '../output/common-fields.ts';
import type { Field, FieldList } from '../output/field-list.ts';

const pricedDomainFields: FieldList = [
  domainField,
  expiryField,
  { name: 'days_left', label: 'days', type: 'count' },
  compactAutoRenewField,
  { name: 'amount', label: 'cost', type: 'money' },
];

const leftField: Field<never> = { name: 'left', type: 'money', pinned: true };

export const renewalFields: FieldList = [...pricedDomainFields, leftField];

export const renewalCsvFields: FieldList = [...renewalFields, currencyField];

export const monthFields: FieldList = [
  { name: 'month' },
  { name: 'renewals', type: 'count' },
  { name: 'due', type: 'money' },
  leftField,
];

/** Fields of `dotaf forecast` for JSON and `--fields`; the default text output ignores them. */
export const forecastFields: FieldList = [
  { name: 'days', type: 'count' },
  currencyField,
  { name: 'due', type: 'money' },
  balanceAmountField,
  { name: 'credit_limit', type: 'money' },
  createHiddenField('covered', 'flag'),
  createHiddenField('covered_with_credit', 'flag'),
  { name: 'short_by', type: 'money' },
  { name: 'runs_out_on', type: 'day' },
  createHiddenField('complete', 'flag'),
  createListField('renewals', renewalFields),
  createListField('months', monthFields),
  createListField('expired', pricedDomainFields),
];

export const overviewFields: FieldList = [
  { name: 'account_number' },
  balanceAmountField,
  currencyField,
  { name: 'current_tier' },
  { name: 'runs_out_on', type: 'day' },
  { name: 'domains', type: 'count' },
  createListField('expired', domainFields),
  createListField('expiring', domainFields),
  createListField('not_renewing', domainFields),
  createListField('changes', differenceFields),
];
