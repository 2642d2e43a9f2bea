import type { Domain } from '../api/answers.ts';
import type { Difference } from '../compare/remembered.ts';
import { type Day, daysBetween } from '../core/dates.ts';
import type { DomainFact } from '../core/facts.ts';
import { pluralize } from '../core/text.ts';
import type { Style } from '../output/color.ts';
import { domain, factField, hidden, unicode } from '../output/common-fields.ts';
import { plainText } from '../output/fields.ts';
import {
  type Cell,
  extraField,
  type Field,
  type Kind,
  labelOf,
  nothing,
  type Screen,
  soonDays,
  textCell,
  urgency,
} from '../output/kind.ts';

export interface ListedDomain extends Domain {
  days?: number | null;
  /** Cells of the own list that were asked for, by their headings. */
  file?: Record<string, string | null>;
}

export const expiryField: Field<{ expiry: Day | null }> = {
  ...factField('expiry'),
  cell: ({ expiry: day }, { today }) => (day ? textCell(day, urgency(day, today)) : nothing),
};

export const shortAutoRenew = factField('auto_renew', 'auto');

const registered = factField('registration_date', 'registered');

/** Facts in the order of a list's columns, the most important first. */
const listedFacts = {
  domain,
  expiry: expiryField,
  auto_renew: shortAutoRenew,
  status: factField('status'),
  registration_date: registered,
  nameservers: factField('nameservers'),
} satisfies Record<DomainFact, Field<Domain>>;

const { domain: listedName, expiry: listedExpiry, ...otherFacts } = listedFacts;

export const domainKind: Kind<ListedDomain> = [
  { name: 'mark', label: '!', inTables: 'terminal', inData: 'never', cell: markCell },
  listedName,
  listedExpiry,
  { name: 'days', type: 'count' },
  ...Object.values(otherFacts),
  extraField,
  unicode,
  { name: 'file', inTables: 'never', inData: 'onRequest' },
];

/** Facts in the order of a domain's details. */
const shownFacts = {
  domain,
  status: factField('status'),
  expiry: { ...expiryField, cell: expiryCell },
  registration_date: registered,
  auto_renew: factField('auto_renew', 'auto-renew'),
  nameservers: factField('nameservers'),
} satisfies Record<DomainFact, Field<Domain>>;

export const domainDetailsKind: Kind<Domain> = [...Object.values(shownFacts), extraField, unicode];

const changeStyles: Readonly<Record<string, Style>> = { added: 'good', removed: 'bad' };

/** People see a difference in one cell, which goes below the row where there is no room. */
export const differenceKind: Kind<Difference> = [
  domain,
  { name: 'difference', type: 'sentence', inData: 'never', cell: differenceCell },
  hidden('change'),
  hidden('field'),
  hidden('before', 'anything'),
  hidden('after', 'anything'),
];

export function differenceCell({ change, field, before, after }: Difference): Cell {
  const style = changeStyles[change] ?? 'warn';
  if (field === null) return textCell(change, style);
  const known = domainDetailsKind.find(({ name }) => name === field);
  const label = known ? labelOf(known) : field;
  const [one, other] = [sideText(before), sideText(after)];
  const sides = change === 'differs' ? `file ${one}, account ${other}` : `${one} → ${other}`;
  return textCell(`${label}  ${sides}`, style);
}

function sideText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return plainText(value) || 'none';
}

/** `!`: has lapsed, or will unless somebody acts; `?`: perhaps, as auto-renew is not known. */
function markCell({ expiry: day, auto_renew }: Domain, { today }: Screen): Cell {
  if (day === null || daysBetween(today, day) > soonDays) return { text: '' };
  const isExpired = day < today;
  if (auto_renew === true && !isExpired) return { text: '' };
  const isSure = auto_renew === false || isExpired;
  return { text: isSure ? '!' : '?', style: urgency(day, today) };
}

function expiryCell({ expiry: day }: { expiry: Day | null }, { today }: Screen): Cell {
  if (day === null) return nothing;
  const left = daysBetween(today, day);
  const days = pluralize(Math.abs(left), 'day');
  const distance = left > 0 ? `in ${days}` : `${days} ago`;
  return textCell(`${day} (${left === 0 ? 'today' : distance})`, urgency(day, today));
}
