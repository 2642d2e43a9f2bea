import { differenceFields, domainFields, expiryField, shortAutoRenew } from '../domains/fields.ts';
import {
  balanceAmountField,
  currencyField,
  domainField,
  hiddenField,
  listField,
} from '../output/common-fields.ts';
import type { Field, FieldList } from '../output/field-list.ts';

const pricedDomainFields: FieldList = [
  domainField,
  expiryField,
  { name: 'days_left', label: 'days', type: 'count' },
  shortAutoRenew,
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

/** Fields of `dotaf forecast` for JSON and `--fields`; the default text output is a page. */
export const forecastFields: FieldList = [
  { name: 'days', type: 'count' },
  currencyField,
  { name: 'due', type: 'money' },
  balanceAmountField,
  { name: 'credit_limit', type: 'money' },
  hiddenField('covered', 'flag'),
  hiddenField('covered_with_credit', 'flag'),
  { name: 'short_by', type: 'money' },
  { name: 'runs_out_on', type: 'day' },
  hiddenField('complete', 'flag'),
  listField('renewals', renewalFields),
  listField('months', monthFields),
  listField('expired', pricedDomainFields),
];

export const overviewFields: FieldList = [
  { name: 'account_number' },
  balanceAmountField,
  currencyField,
  { name: 'current_tier' },
  { name: 'runs_out_on', type: 'day' },
  { name: 'domains', type: 'count' },
  listField('expired', domainFields),
  listField('expiring', domainFields),
  listField('not_renewing', domainFields),
  listField('changes', differenceFields),
];
