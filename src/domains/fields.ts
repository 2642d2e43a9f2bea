import type { Domain } from '../api/responses.ts';
import { daysBetween, type IsoDate } from '../core/dates.ts';
import type { DomainFact } from '../core/domain-facts.ts';
import { pluralize } from '../core/text.ts';
import type { TextStyle } from '../output/color.ts';
import {
  createFactField,
  createHiddenField,
  domainField,
  unicodeNameField,
} from '../output/common-fields.ts';
import {
  type Cell,
  emptyCell,
  expiringSoonDays,
  extraField,
  type Field,
  type FieldList,
  getExpiryStyle,
  getFieldLabel,
  type RenderContext,
  textCell,
} from '../output/field-list.ts';
import { formatPlainValue } from '../output/field-paths.ts';
import type { Difference } from '../snapshots/snapshot.ts';

export interface ListedDomain extends Domain {
  days?: number | null;
  /** The domain's cells from the requested columns of the domains file, keyed by heading. */
  file?: Record<string, string | null>;
}

export const expiryField: Field<{ expiry: IsoDate | null }> = {
  ...createFactField('expiry'),
  cell: ({ expiry: day }, { today }) =>
    day ? textCell(day, getExpiryStyle(day, today)) : emptyCell,
};

export const compactAutoRenewField = createFactField('auto_renew', 'auto');

const registrationField = createFactField('registration_date', 'registered');

/** The columns of the domain list, from the most to the least important. */
const listColumns = {
  domain: domainField,
  expiry: expiryField,
  auto_renew: compactAutoRenewField,
  status: createFactField('status'),
  registration_date: registrationField,
  nameservers: createFactField('nameservers'),
} satisfies Record<DomainFact, Field<Domain>>;

const { domain: nameColumn, expiry: expiryColumn, ...otherColumns } = listColumns;

export const domainFields: FieldList<ListedDomain> = [
  { name: 'mark', label: '!', inTables: 'terminal', inData: 'never', cell: expiryMarkCell },
  nameColumn,
  expiryColumn,
  { name: 'days', type: 'count' },
  ...Object.values(otherColumns),
  extraField,
  unicodeNameField,
  { name: 'file', inTables: 'never', inData: 'onRequest' },
];

/** The fields that are shown as rows for a single domain, in display order. */
const detailFields = {
  domain: domainField,
  status: createFactField('status'),
  expiry: { ...expiryField, cell: expiryCell },
  registration_date: registrationField,
  auto_renew: createFactField('auto_renew', 'auto-renew'),
  nameservers: createFactField('nameservers'),
} satisfies Record<DomainFact, Field<Domain>>;

export const domainDetailsFields: FieldList<Domain> = [
  ...Object.values(detailFields),
  extraField,
  unicodeNameField,
];

const changeStyles: Readonly<Record<string, TextStyle>> = { added: 'good', removed: 'bad' };

/** Tables show each difference as one sentence; CSV and JSON contain separate fields instead. */
export const differenceFields: FieldList<Difference> = [
  domainField,
  { name: 'difference', type: 'sentence', inData: 'never', cell: differenceCell },
  createHiddenField('change'),
  createHiddenField('field'),
  createHiddenField('before', 'anything'),
  createHiddenField('after', 'anything'),
];

export function differenceCell({ change, field, before, after }: Difference): Cell {
  const style = changeStyles[change] ?? 'warn';
  if (field === null) return textCell(change, style);
  const matchingField = domainDetailsFields.find(({ name }) => name === field);
  const label = matchingField ? getFieldLabel(matchingField) : field;
  const [from, to] = [formatFactValue(before), formatFactValue(after)];
  const sides = change === 'differs' ? `file ${from}, account ${to}` : `${from} → ${to}`;
  return textCell(`${label}  ${sides}`, style);
}

function formatFactValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return formatPlainValue(value) || 'none';
}

/**
 * Marks a domain with `!` if it has expired, or if it expires soon and auto-renew is off. The mark
 * is `?` if the domain expires soon and auto-renew is unknown.
 */
function expiryMarkCell({ expiry: day, auto_renew }: Domain, { today }: RenderContext): Cell {
  if (day === null || daysBetween(today, day) > expiringSoonDays) return { text: '' };
  const isExpired = day < today;
  if (auto_renew === true && !isExpired) return { text: '' };
  const isCertain = auto_renew === false || isExpired;
  return { text: isCertain ? '!' : '?', style: getExpiryStyle(day, today) };
}

function expiryCell({ expiry: day }: { expiry: IsoDate | null }, { today }: RenderContext): Cell {
  if (day === null) return emptyCell;
  const daysLeft = daysBetween(today, day);
  const days = pluralize(Math.abs(daysLeft), 'day');
  const distance = daysLeft > 0 ? `in ${days}` : `${days} ago`;
  return textCell(`${day} (${daysLeft === 0 ? 'today' : distance})`, getExpiryStyle(day, today));
}
