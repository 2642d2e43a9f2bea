import type { Availability, Balance, Domain, Quote, Tier } from './api/answers.ts';
import { type Day, daysBetween } from './core/dates.ts';
import { counted } from './core/durations.ts';
import { add, type Decimal } from './core/money.ts';
import type { Retail } from './core/retail.ts';
import { availabilityOf } from './core/service-words.ts';
import { type Cell, moneyCell, nothing, soonDays, textCell, urgency } from './output/cell.ts';
import type { Style } from './output/color.ts';
import { plainText, unicodeField } from './output/fields.ts';
import { extraField, type Field, type Kind, labelOf, plainCell, staying } from './output/kind.ts';

/* Tables, details, CSV, `--fields` and help follow from these fields. */

export type Checked = Availability & Partial<Retail>;

export type Priced = Quote & Partial<Retail>;

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

export interface Lapse {
  domain: string | null;
  expiry: Day;
  days_left: number;
  auto_renew: boolean | null;
  /** Cost of the renewal for one year, or of the restore, in the currency of the balance. */
  amount: Decimal | null;
}

export interface Renewal extends Lapse {
  /** Rest of the balance; null from the first missing price on. */
  left: Decimal | null;
}

export interface Month {
  month: string;
  renewals: number;
  due: Decimal;
  left: Decimal | null;
}

/** Null stands for what an unknown price, date or domain could change. */
export interface Forecast {
  days: number;
  currency: string;
  /** The sum of the known prices: a lower bound unless the forecast is complete. */
  due: Decimal;
  balance: Decimal;
  credit_limit: Decimal | null;
  covered: boolean | null;
  covered_with_credit: boolean | null;
  short_by: Decimal | null;
  runs_out_on: Day | null;
  complete: boolean;
  renewals: Renewal[];
  /** All months from that of the first renewal to that of the last. */
  months: Month[];
  expired: Lapse[];
}

const domain: Field<{ domain: string | null }> = {
  name: 'domain',
  type: 'name',
};

const unicode: Field<object> = { name: unicodeField, people: 'never', machines: 'chosen' };

export const pricedThing: Kind = [
  { name: 'tld' },
  // A tld that is refused for everything has no action and no period.
  { name: 'action' },
  { name: 'years', type: 'count' },
];

export const cost: Kind = [
  { name: 'amount', label: 'cost', type: 'money', currency: 'currency' },
  { name: 'currency', people: 'never' },
];

/** Fields that `--markup` and `--margin` add. */
export const retailKind: Kind = [
  { name: 'retail', type: 'money', currency: 'retail_currency', stays: true },
  { name: 'margin', type: 'money', currency: 'retail_currency', stays: true },
  { name: 'retail_currency', people: 'never' },
];

/** @param period the years that the price is for */
export function checkKind(period: number, hasRetail: boolean): Kind<Checked> {
  const price: Field<never> = {
    name: 'pricing.amount',
    label: `cost, ${counted(period, 'year')}`,
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
    { name: 'status', people: 'never' },
    { name: 'available', people: 'never', type: 'flag' },
    availability,
    ofAvailable(price),
    { name: 'pricing.currency', people: 'never' },
    { name: 'years', people: 'never', type: 'count' },
    ...(hasRetail ? retailKind.map(ofAvailable) : []),
    extraField,
    unicode,
  ];
}

export function quoteKind(hasRetail: boolean): Kind<Priced> {
  const thing = staying(pricedThing);
  if (hasRetail) return [...thing, ...cost, ...retailKind, extraField];
  return [...thing, ...staying(cost), extraField];
}

const status: Field<Domain> = { name: 'status' };

const expiry: Field<{ expiry: Day | null }> = {
  name: 'expiry',
  type: 'day',
  cell: ({ expiry: day }, today) => (day ? textCell(day, urgency(day, today)) : nothing),
};

const autoRenew: Field<object> = { name: 'auto_renew', label: 'auto-renew', type: 'flag' };

const registered: Field<never> = { name: 'registration_date', label: 'registered', type: 'day' };

const nameservers: Field<never> = { name: 'nameservers', type: 'names' };

export const domainKind: Kind<ListedDomain> = [
  { name: 'mark', label: '!', people: 'terminal', machines: 'never', cell: markCell },
  domain,
  status,
  expiry,
  { name: 'days', type: 'count', cell: daysCell },
  registered,
  { ...autoRenew, label: 'auto' },
  nameservers,
  extraField,
  unicode,
  { name: 'file', people: 'never', machines: 'chosen' },
];

export const domainDetailsKind: Kind<Domain> = [
  domain,
  status,
  { ...expiry, cell: expiryCell },
  registered,
  autoRenew,
  nameservers,
  extraField,
  unicode,
];

const changeStyles: Readonly<Record<string, Style>> = {
  added: 'good',
  removed: 'bad',
  changed: 'warn',
  'only in account': 'warn',
  'only in file': 'warn',
  differs: 'warn',
};

/** People see a difference in one cell, which goes below the row where there is no room. */
export const differenceKind: Kind<Difference> = [
  domain,
  { name: 'difference', type: 'sentence', machines: 'never', cell: differenceCell },
  {
    name: 'change',
    people: 'never',
  },
  { name: 'field', people: 'never' },
  { name: 'before', people: 'never', type: 'anything' },
  { name: 'after', people: 'never', type: 'anything' },
];

const balance: Field<never> = {
  name: 'balance',
  type: 'money',
  currency: 'currency',
};

const currency: Field<never> = { name: 'currency', people: 'never' };

export const balanceKind: Kind<Balance> = [
  { name: 'account_number', label: 'account' },
  balance,
  currency,
  { name: 'credit_limit', type: 'money', currency: 'currency' },
  { name: 'active_domains', type: 'count' },
  extraField,
];

export const tierKind: Kind<Tier> = [
  { name: 'current_tier' },
  { name: 'next_tier' },
  { name: 'domains_needed', type: 'count' },
  extraField,
];

const lapseKind: Kind<Lapse> = [
  domain,
  expiry,
  { name: 'days_left', label: 'days', type: 'count' },
  { ...autoRenew, label: 'auto' },
  { name: 'amount', label: 'cost', type: 'money' },
];

const left: Field<never> = { name: 'left', type: 'money' };

export const renewalKind: Kind<Renewal> = [...lapseKind, left];

export const renewalCsvKind: Kind<Renewal> = [...renewalKind, currency];

export const monthKind: Kind<Month> = [
  { name: 'month' },
  { name: 'renewals', type: 'count' },
  { name: 'due', type: 'money' },
  left,
];

/** People get these as the last part of a page, or as details if they choose fields. */
export const forecastKind: Kind<Forecast> = [
  { name: 'days', label: 'within', type: 'count', cell: withinCell },
  currency,
  { name: 'due', type: 'money', cell: dueCell },
  balance,
  { name: 'credit_limit', people: 'never', type: 'money' },
  { name: 'covered', type: 'flag', cell: ({ covered }) => coveredCell(covered) },
  {
    name: 'covered_with_credit',
    label: 'with credit',
    type: 'flag',
    cell: ({ covered_with_credit }) => coveredCell(covered_with_credit),
  },
  { name: 'short_by', type: 'money', cell: shortByCell },
  { name: 'runs_out_on', label: 'runs out', type: 'day', cell: runsOutCell },
  { name: 'complete', people: 'never', type: 'flag' },
  { name: 'renewals', people: 'never', type: 'list', items: renewalKind },
  { name: 'months', people: 'never', type: 'list', items: monthKind },
  { name: 'expired', label: 'to restore', cell: restoreCell, type: 'list', items: lapseKind },
];

export const digestKind: Kind = [
  balance,
  currency,
  { name: 'current_tier' },
  { name: 'domains', type: 'count' },
  { name: 'expired', type: 'list', items: domainDetailsKind },
  { name: 'expiring', type: 'list', items: domainDetailsKind },
  { name: 'not_renewing', type: 'list', items: domainDetailsKind },
  { name: 'changes', type: 'list', items: differenceKind },
];

/** The price of a taken name is of little use. */
function ofAvailable(field: Field<never>): Field<Checked> {
  return {
    ...field,
    cell: (value) => (value.available ? plainCell(field, value) : nothing),
  };
}

function daysCell({ expiry: day }: ListedDomain, today: Day): Cell {
  return textCell(day && daysBetween(today, day));
}

function differenceCell({ change, field, before, after }: Difference): Cell {
  const style = changeStyles[change];
  if (field === null) return textCell(change, style);
  const known = domainDetailsKind.find(({ name }) => name === field);
  const label = known ? labelOf(known) : field;
  return textCell(`${label}  ${sideText(before)} → ${sideText(after)}`, style);
}

function sideText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return plainText(value) || 'none';
}

function withinCell({ days }: Forecast): Cell {
  return textCell(counted(days, 'day'));
}

function dueCell({ due, currency: unit, complete }: Forecast): Cell {
  return atLeast(complete, moneyCell(due, unit));
}

function coveredCell(covered: boolean | null): Cell {
  if (covered === null) return textCell('not known', 'warn');
  return covered ? textCell('yes', 'good') : textCell('no', 'bad');
}

function shortByCell({ short_by, currency: unit, complete }: Forecast): Cell {
  if (Number(short_by) === 0) return textCell('');
  return atLeast(complete, moneyCell(short_by, unit, 'bad'));
}

function runsOutCell({ runs_out_on: day, complete }: Forecast): Cell {
  if (day === null) return textCell('');
  return textCell(complete ? day : `${day} at the latest`, 'bad');
}

function restoreCell({ expired, currency: unit }: Forecast): Cell {
  if (expired.length === 0) return textCell('');
  const known = expired.flatMap(({ amount }) => amount ?? []);
  const sum = known.reduce(add, '0.00');
  const least = known.length < expired.length ? 'at least ' : '';
  const price = known.length === 0 ? 'price not known' : `${least}${sum} ${unit}`;
  return textCell(`${counted(expired.length, 'domain')}, ${price}`);
}

function atLeast(complete: boolean, cell: Cell): Cell {
  return complete ? cell : { text: `at least ${cell.text}`, style: 'warn' };
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
