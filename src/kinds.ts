import type { Availability, Domain, Quote, Tier } from './api/answers.ts';
import { type Day, daysBetween } from './core/dates.ts';
import { type DomainFact, domainFactTypes } from './core/facts.ts';
import type { Retail } from './core/retail.ts';
import { availabilityOf } from './core/service-words.ts';
import { counted } from './core/text.ts';
import type { Style } from './output/color.ts';
import { plainText, unicodeField } from './output/fields.ts';
import {
  type Cell,
  extraField,
  type Field,
  type FieldType,
  type Kind,
  labelOf,
  nothing,
  plainCell,
  soonDays,
  staying,
  textCell,
  urgency,
} from './output/kind.ts';

/* Tables, details, CSV, `--fields` and help follow from these fields. */

export type Checked = Availability & Partial<Retail>;

type Priced = Quote & Partial<Retail>;

export interface ListedDomain extends Domain {
  days?: number | null;
  /** Cells of the own list that were asked for, by their headings. */
  file?: Record<string, string | null>;
}

/** Two lists differ by a domain, or by one fact of it. */
export interface Difference {
  domain: string;
  change: string;
  field: string | null;
  before: unknown;
  after: unknown;
}

const domain = factField('domain');

const unicode: Field<object> = { name: unicodeField, people: 'never', machines: 'chosen' };

const pricedThing: Kind = [
  { name: 'tld' },
  // A tld that is refused for everything has no action and no period.
  { name: 'action' },
  { name: 'years', type: 'count' },
];

const currencyField = hidden('currency');

const cost: Kind = [
  { name: 'amount', label: 'cost', type: 'money', currency: 'currency' },
  currencyField,
];

const retailKind: Kind = [
  { name: 'retail', type: 'money', currency: 'retail_currency' },
  { name: 'margin', type: 'money', currency: 'retail_currency' },
  hidden('retail_currency'),
];

export function checkKind(period: number, hasRetail: boolean): Kind<Checked> {
  const price: Field<never> = {
    name: 'pricing.amount',
    label: hasRetail ? 'cost' : `cost, ${counted(period, 'year')}`,
    type: 'money',
    currency: 'pricing.currency',
  };
  const availability: Field<Checked> = {
    name: 'availability',
    machines: 'never',
    cell: availabilityCell,
    unanswered: () => textCell('unknown', 'warn'),
    stays: true,
  };
  return [
    domain,
    hidden('status'),
    hidden('available', 'flag'),
    availability,
    ofAvailable(price),
    hidden('pricing.currency'),
    hidden('years', 'count'),
    ...(hasRetail ? staying(retailKind).map(ofAvailable) : []),
    extraField,
    unicode,
  ];
}

export function quoteKind(hasRetail: boolean): Kind<Priced> {
  const price = hasRetail ? [...cost, ...staying(retailKind)] : staying(cost);
  return [...staying(pricedThing), ...price, extraField];
}

export const priceChangeKind: Kind = [
  ...pricedThing,
  { name: 'before', type: 'money', currency: 'currency' },
  { name: 'after', type: 'money', currency: 'currency' },
  currencyField,
];

export const ownPriceKind: Kind<{ below_cost: boolean | null }> = [
  ...pricedThing,
  ...cost,
  ...retailKind,
  { name: 'below_cost', label: '', type: 'flag', cell: belowCostCell, stays: true },
  extraField,
];

const expiry: Field<{ expiry: Day | null }> = {
  ...factField('expiry'),
  cell: ({ expiry: day }, today) => (day ? textCell(day, urgency(day, today)) : nothing),
};

const autoRenew = factField('auto_renew', 'auto-renew');

const shortAutoRenew = factField('auto_renew', 'auto');

const registered = factField('registration_date', 'registered');

/** Facts in the order of a list's columns, the most important first. */
const listedFacts = {
  domain,
  expiry,
  auto_renew: shortAutoRenew,
  status: factField('status'),
  registration_date: registered,
  nameservers: factField('nameservers'),
} satisfies Record<DomainFact, Field<Domain>>;

const { domain: nameField, expiry: expiryField, ...otherFacts } = listedFacts;

export const domainKind: Kind<ListedDomain> = [
  { name: 'mark', label: '!', people: 'terminal', machines: 'never', cell: markCell },
  nameField,
  expiryField,
  { name: 'days', type: 'count' },
  ...Object.values(otherFacts),
  extraField,
  unicode,
  { name: 'file', people: 'never', machines: 'chosen' },
];

/** Facts in the order of a domain's details. */
const shownFacts = {
  domain,
  status: factField('status'),
  expiry: { ...expiry, cell: expiryCell },
  registration_date: registered,
  auto_renew: autoRenew,
  nameservers: factField('nameservers'),
} satisfies Record<DomainFact, Field<Domain>>;

export const domainDetailsKind: Kind<Domain> = [...Object.values(shownFacts), extraField, unicode];

const changeStyles: Readonly<Record<string, Style>> = { added: 'good', removed: 'bad' };

/** People see a difference in one cell, which goes below the row where there is no room. */
export const differenceKind: Kind<Difference> = [
  domain,
  { name: 'difference', type: 'sentence', machines: 'never', cell: differenceCell },
  hidden('change'),
  hidden('field'),
  hidden('before', 'anything'),
  hidden('after', 'anything'),
];

const balanceField: Field<never> = { name: 'balance', type: 'money', currency: 'currency' };

export const balanceKind: Kind = [
  { name: 'account_number', label: 'account' },
  balanceField,
  currencyField,
  { name: 'credit_limit', type: 'money', currency: 'currency' },
  { name: 'active_domains', type: 'count' },
  extraField,
];

export const tierKind: Kind<Tier> = [
  { name: 'current_tier' },
  { name: 'next_tier' },
  { name: 'domains_needed', label: 'needed', type: 'count', cell: neededCell },
  extraField,
];

const lapseKind: Kind = [
  domain,
  expiry,
  { name: 'days_left', label: 'days', type: 'count' },
  shortAutoRenew,
  { name: 'amount', label: 'cost', type: 'money' },
];

const left: Field<never> = { name: 'left', type: 'money', stays: true };

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

function factField(name: DomainFact, label?: string): Field<object> {
  const field = { name, type: domainFactTypes[name] };
  return label === undefined ? field : { ...field, label };
}

function hidden(name: string, type: FieldType = 'text'): Field<never> {
  return { name, people: 'never', type };
}

function listOf(name: string, items: Kind): Field<never> {
  return { name, type: 'list', items };
}

/** The price of a taken name is of little use. */
function ofAvailable(field: Field<never>): Field<Checked> {
  return {
    ...field,
    cell: (value) => (value.available ? plainCell(field, value) : nothing),
  };
}

function belowCostCell({ below_cost }: { below_cost: boolean | null }): Cell {
  if (below_cost === null) return textCell('not comparable', 'warn');
  return textCell(below_cost ? 'below cost' : '', 'bad');
}

function neededCell({ domains_needed: count, next_tier }: Tier): Cell {
  return textCell(count && `${counted(count, 'more domain')} to ${next_tier ?? 'the next tier'}`);
}

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

const saysOnlyTaken = ['taken', 'registered', 'already_registered', 'unavailable', 'not_available'];

/** Shows `taken (reserved)` where the word of the service says more than ours. */
function availabilityCell(value: Checked): Cell {
  const word = availabilityOf(value);
  const status = value.status ?? word;
  const saysNoMore = [word, ...saysOnlyTaken].includes(status.toLowerCase());
  return textCell(saysNoMore ? word : `${word} (${status})`, availabilityStyles[word]);
}

const availabilityStyles = { available: 'good', taken: 'plain', unknown: 'warn' } as const;

/** `!`: has lapsed, or will unless somebody acts; `?`: perhaps, as auto-renew is not known. */
function markCell({ expiry: day, auto_renew }: Domain, today: Day): Cell {
  if (day === null || daysBetween(today, day) > soonDays) return { text: '' };
  const isExpired = day < today;
  if (auto_renew === true && !isExpired) return { text: '' };
  const isSure = auto_renew === false || isExpired;
  return { text: isSure ? '!' : '?', style: urgency(day, today) };
}

function expiryCell({ expiry: day }: { expiry: Day | null }, today: Day): Cell {
  if (day === null) return nothing;
  const left = daysBetween(today, day);
  const days = counted(Math.abs(left), 'day');
  const distance = left > 0 ? `in ${days}` : `${days} ago`;
  return textCell(`${day} (${left === 0 ? 'today' : distance})`, urgency(day, today));
}
