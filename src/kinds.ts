import type { Availability, Balance, Domain, Quote, Tier } from './api/answers.ts';
import type { AskedQuote } from './api/reading/asked.ts';
import { type Day, daysBetween } from './core/dates.ts';
import { counted } from './core/durations.ts';
import type { Decimal } from './core/money.ts';
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
  /** The months in which something falls due. */
  months: Month[];
  expired: Lapse[];
}

export interface PriceChange extends AskedQuote {
  /** Null where the earlier price was in another currency. */
  before: Decimal | null;
  after: Decimal | null;
  currency: string | null;
}

export interface OwnPrice extends Quote, Retail {
  /** Null where cost and price cannot be compared. */
  below_cost: boolean | null;
}

const domain: Field<{ domain: string | null }> = {
  name: 'domain',
  type: 'name',
};

const unicode: Field<object> = { name: unicodeField, people: 'never', machines: 'chosen' };

const pricedThing: Kind = [
  { name: 'tld' },
  // A tld that is refused for everything has no action and no period.
  { name: 'action' },
  { name: 'years', type: 'count' },
];

const currencyField: Field<never> = { name: 'currency', people: 'never' };

const cost: Kind = [
  { name: 'amount', label: 'cost', type: 'money', currency: 'currency' },
  currencyField,
];

/** Fields that `--markup` and `--margin` add. */
const retailKind: Kind = [
  { name: 'retail', type: 'money', currency: 'retail_currency', stays: true },
  { name: 'margin', type: 'money', currency: 'retail_currency', stays: true },
  { name: 'retail_currency', people: 'never' },
];

/** @param period the years that the price is for */
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
  const price = hasRetail ? [...cost, ...retailKind] : staying(cost);
  return [...staying(pricedThing), ...price, extraField];
}

export const priceChangeKind: Kind<PriceChange> = [
  ...pricedThing,
  { name: 'before', type: 'money', cell: priceBeforeCell },
  { name: 'after', type: 'money', currency: 'currency' },
  currencyField,
];

export const ownPriceKind: Kind<OwnPrice> = [
  ...pricedThing,
  ...cost,
  ...retailKind,
  { name: 'below_cost', label: '', type: 'flag', cell: belowCostCell },
  extraField,
];

const statusField: Field<Domain> = { name: 'status' };

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
  expiry,
  { name: 'days', type: 'count' },
  { ...autoRenew, label: 'auto' },
  statusField,
  registered,
  nameservers,
  extraField,
  unicode,
  { name: 'file', people: 'never', machines: 'chosen' },
];

export const domainDetailsKind: Kind<Domain> = [
  domain,
  statusField,
  { ...expiry, cell: expiryCell },
  registered,
  autoRenew,
  nameservers,
  extraField,
  unicode,
];

/** All other differences are warnings. */
const changeStyles: Readonly<Record<string, Style>> = { added: 'good', removed: 'bad' };

/** People see a difference in one cell, which goes below the row where there is no room. */
export const differenceKind: Kind<Difference> = [
  domain,
  { name: 'difference', type: 'sentence', machines: 'never', cell: differenceCell },
  { name: 'change', people: 'never' },
  { name: 'field', people: 'never' },
  { name: 'before', people: 'never', type: 'anything' },
  { name: 'after', people: 'never', type: 'anything' },
];

const balanceField: Field<never> = {
  name: 'balance',
  type: 'money',
  currency: 'currency',
};

export const balanceKind: Kind<Balance> = [
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

const lapseKind: Kind<Lapse> = [
  domain,
  expiry,
  { name: 'days_left', label: 'days', type: 'count' },
  { ...autoRenew, label: 'auto' },
  { name: 'amount', label: 'cost', type: 'money' },
];

const left: Field<never> = { name: 'left', type: 'money', stays: true };

export const renewalKind: Kind<Renewal> = [...lapseKind, left];

export const renewalCsvKind: Kind<Renewal> = [...renewalKind, currencyField];

export const monthKind: Kind<Month> = [
  { name: 'month' },
  { name: 'renewals', type: 'count' },
  { name: 'due', type: 'money' },
  left,
];

/** People choose among these fields; otherwise they get a page. */
export const forecastKind: Kind<Forecast> = [
  { name: 'days', type: 'count' },
  currencyField,
  { name: 'due', type: 'money' },
  balanceField,
  { name: 'credit_limit', type: 'money' },
  { name: 'covered', people: 'never', type: 'flag' },
  { name: 'covered_with_credit', people: 'never', type: 'flag' },
  { name: 'short_by', type: 'money' },
  { name: 'runs_out_on', type: 'day' },
  { name: 'complete', people: 'never', type: 'flag' },
  { name: 'renewals', type: 'list', items: renewalKind },
  { name: 'months', type: 'list', items: monthKind },
  { name: 'expired', type: 'list', items: lapseKind },
];

export const digestKind: Kind = [
  { name: 'account_number' },
  balanceField,
  currencyField,
  { name: 'current_tier' },
  { name: 'runs_out_on', type: 'day' },
  { name: 'domains', type: 'count' },
  { name: 'expired', type: 'list', items: domainKind },
  { name: 'expiring', type: 'list', items: domainKind },
  { name: 'not_renewing', type: 'list', items: domainKind },
  { name: 'changes', type: 'list', items: differenceKind },
];

/** The price of a taken name is of little use. */
function ofAvailable(field: Field<never>): Field<Checked> {
  return {
    ...field,
    cell: (value) => (value.available ? plainCell(field, value) : nothing),
  };
}

function priceBeforeCell({ before, currency: unit }: PriceChange): Cell {
  return before === null ? textCell('another currency') : moneyCell(before, unit);
}

function belowCostCell({ below_cost }: OwnPrice): Cell {
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
