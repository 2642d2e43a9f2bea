import type { Domain } from '../api/responses.ts';
import type { DomainAttribute } from '../core/api-vocabulary.ts';
import { daysBetween, type IsoDate } from '../core/dates.ts';
import type { RenewalPrice } from '../core/pricing.ts';
import { pluralize } from '../core/text.ts';
import {
  createAttributeField,
  createDataOnlyField,
  createRenewalPriceFields,
  createTextCell,
  domainNameField,
  emptyCell,
  expiringSoonDays,
  extraDataField,
  type Field,
  type FieldList,
  getExpiryStyle,
  getFieldLabel,
  type PriceFieldOptions,
  pinFields,
  type RenderContext,
  type TableCell,
  unicodeNameField,
} from '../output/field-list.ts';
import { formatFieldValue } from '../output/field-paths.ts';
import type { TextStyle } from '../output/terminal-text.ts';
import type { DomainDifference } from '../state/snapshot.ts';

export interface DomainListRow extends Domain, Partial<RenewalPrice> {
  days?: number | null;
  retail_currency?: string | null;
  file?: Record<string, string | null>;
}

export const expiryField: Field<{ expiry: IsoDate | null }> = {
  ...createAttributeField('expiry'),
  cell: ({ expiry }, { today }) =>
    expiry ? createTextCell(expiry, getExpiryStyle(expiry, today)) : emptyCell,
};

export const compactAutoRenewField = createAttributeField('auto_renew', 'auto');

const registrationField = createAttributeField('registration_date', 'registered');

/** Columns of the domain list, most important first: narrow terminals drop the last ones. */
const listColumns = {
  domain: domainNameField,
  expiry: expiryField,
  days: { name: 'days', type: 'count' },
  auto_renew: compactAutoRenewField,
  status: createAttributeField('status'),
  registration_date: registrationField,
  nameservers: createAttributeField('nameservers'),
} satisfies Record<DomainAttribute | 'days', Field<Domain>>;

const fileCellsField: Field<object> = {
  name: 'file',
  type: 'cells',
  inTables: 'never',
  inData: 'onRequest',
};

const noPrices: PriceFieldOptions = { hasRenewal: false, hasRetail: false };

export function getDomainListFields(prices = noPrices): FieldList<DomainListRow> {
  const { domain, expiry, ...others } = listColumns;
  return [
    { name: 'mark', label: '!', inTables: 'terminal', inData: 'never', cell: expiryMarkCell },
    domain,
    // On a narrow terminal, never show a renewal price without its due date.
    ...(prices.hasRenewal ? pinFields([expiry]) : [expiry]),
    ...Object.values(others),
    ...pinFields(createRenewalPriceFields(prices)),
    ...(prices.hasRetail ? [createDataOnlyField('retail_currency')] : []),
    extraDataField,
    unicodeNameField,
    fileCellsField,
  ];
}

export const listedDomainFields = getDomainListFields().filter((field) => field !== fileCellsField);

const detailFields = {
  domain: domainNameField,
  status: createAttributeField('status'),
  expiry: { ...expiryField, cell: expiryCell },
  registration_date: registrationField,
  auto_renew: createAttributeField('auto_renew', 'auto-renew'),
  nameservers: createAttributeField('nameservers'),
} satisfies Record<DomainAttribute, Field<Domain>>;

export const domainDetailsFields: FieldList<Domain> = [
  ...Object.values(detailFields),
  extraDataField,
  unicodeNameField,
];

const changeStyles: Record<string, TextStyle> = { added: 'good', removed: 'bad' };

export const domainDifferenceFields: FieldList<DomainDifference> = [
  domainNameField,
  { name: 'difference', type: 'sentence', inData: 'never', cell: formatDifferenceCell },
  createDataOnlyField('change'),
  createDataOnlyField('field'),
  createDataOnlyField('before', 'anything'),
  createDataOnlyField('after', 'anything'),
];

export const domainComparisonFields: FieldList<DomainDifference> = [
  ...domainDifferenceFields,
  fileCellsField,
];

export function formatDifferenceCell({ change, field, before, after }: DomainDifference) {
  const style = changeStyles[change] ?? 'warn';
  if (field === null) return createTextCell(change, style);
  const label = getFieldLabel(detailFields[field]);
  const [from, to] = [formatAttributeValue(before), formatAttributeValue(after)];
  const sides = change === 'differs' ? `file ${from}, account ${to}` : `${from} → ${to}`;
  return createTextCell(`${label}  ${sides}`, style);
}

function formatAttributeValue(value: unknown) {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return formatFieldValue(value) || 'none';
}

function expiryMarkCell(
  { expiry, auto_renew }: Domain,
  { today, notes }: RenderContext,
): TableCell {
  if (expiry === null || daysBetween(today, expiry) > expiringSoonDays) return { text: '' };
  const isExpired = expiry < today;
  if (auto_renew === true && !isExpired) return { text: '' };
  const isKnown = auto_renew === false || isExpired;
  if (!isKnown) notes.push('? auto-renew is not known');
  return { text: isKnown ? '!' : '?', style: getExpiryStyle(expiry, today) };
}

function expiryCell({ expiry }: Domain, { today }: RenderContext) {
  if (expiry === null) return emptyCell;
  const daysLeft = daysBetween(today, expiry);
  const days = pluralize(Math.abs(daysLeft), 'day');
  const distance = daysLeft > 0 ? `in ${days}` : `${days} ago`;
  return createTextCell(
    `${expiry} (${daysLeft === 0 ? 'today' : distance})`,
    getExpiryStyle(expiry, today),
  );
}
