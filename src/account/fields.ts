import { differenceKind, domainKind, expiryField, shortAutoRenew } from '../domains/fields.ts';
import { balanceField, currencyField, domain, hidden, listOf } from '../output/common-fields.ts';
import type { Field, Kind } from '../output/kind.ts';

const lapseKind: Kind = [
  domain,
  expiryField,
  { name: 'days_left', label: 'days', type: 'count' },
  shortAutoRenew,
  { name: 'amount', label: 'cost', type: 'money' },
];

const left: Field<never> = { name: 'left', type: 'money', pinned: true };

export const renewalKind: Kind = [...lapseKind, left];

export const renewalCsvKind: Kind = [...renewalKind, currencyField];

export const monthKind: Kind = [
  { name: 'month' },
  { name: 'renewals', type: 'count' },
  { name: 'due', type: 'money' },
  left,
];

/** People choose among these fields; otherwise they get a page. */
export const forecastKind: Kind = [
  { name: 'days', type: 'count' },
  currencyField,
  { name: 'due', type: 'money' },
  balanceField,
  { name: 'credit_limit', type: 'money' },
  hidden('covered', 'flag'),
  hidden('covered_with_credit', 'flag'),
  { name: 'short_by', type: 'money' },
  { name: 'runs_out_on', type: 'day' },
  hidden('complete', 'flag'),
  listOf('renewals', renewalKind),
  listOf('months', monthKind),
  listOf('expired', lapseKind),
];

export const digestKind: Kind = [
  { name: 'account_number' },
  balanceField,
  currencyField,
  { name: 'current_tier' },
  { name: 'runs_out_on', type: 'day' },
  { name: 'domains', type: 'count' },
  listOf('expired', domainKind),
  listOf('expiring', domainKind),
  listOf('not_renewing', domainKind),
  listOf('changes', differenceKind),
];
