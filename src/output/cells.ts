import { type Day, daysBetween } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import { isObject, jsonText } from '../core/json.ts';
import type { Decimal } from '../core/money.ts';
import { unicodeName } from '../core/names.ts';
import { type AvailabilityWord, availabilityOf } from '../core/service-words.ts';
import type { Cell } from './cell.ts';
import type { Style } from './color.ts';
import { plainText } from './fields.ts';
import type { FailedRow, Row } from './row.ts';
import type { Column } from './table.ts';

export const nothing: Cell = { text: '-', style: 'dim' };

/** A domain name; beside an A-label stands what it spells, and never in its place. */
export function nameCell(domain: string | null, style: Style = 'plain'): Cell {
  if (domain === null) return nothing;
  const unicode = unicodeName(domain);
  return { text: domain, style, ...(unicode !== domain && { beside: unicode }) };
}

export function textCell(value: string | number | null, style: Style = 'plain'): Cell {
  return value === null ? nothing : { text: String(value), style };
}

export function moneyCell(
  amount: Decimal | null,
  currency: string | null,
  style: Style = 'plain',
): Cell {
  return amount === null ? nothing : { text: [amount, currency].filter(Boolean).join(' '), style };
}

export function flagCell(value: boolean | null): Cell {
  return value === null ? nothing : { text: value ? 'on' : 'off' };
}

/** As `2027-03-31 (in 130 days)`. */
export function expiryCell(expiry: Day | null, today: Day): Cell {
  if (expiry === null) return nothing;
  const days = distance(daysBetween(today, expiry));
  return { text: `${expiry} (${days})`, style: urgency(expiry, today) };
}

/** A domain that expires within this many days is marked. */
export const soonDays = 30;

export function urgency(expiry: Day, today: Day): Style {
  const days = daysBetween(today, expiry);
  if (days < 0) return 'bad';
  return days <= soonDays ? 'warn' : 'plain';
}

function distance(days: number): string {
  if (days === 0) return 'today';
  const amount = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return days > 0 ? `in ${amount}` : `${amount} ago`;
}

export type PriceName = 'amount' | 'retail' | 'margin';

export type Priced = { currency: string | null; retail_currency?: string | null } & {
  [name in PriceName]?: Decimal | null;
};

/** The currency of a price; those of a retail price may differ from that of the cost. */
export function currencyOf(value: Priced, name: PriceName): string | null {
  return name === 'amount' ? value.currency : (value.retail_currency ?? value.currency);
}

export function priceColumn<Value extends Priced>(
  name: PriceName,
  title: string,
  style?: Style,
): Column<Row<Value>> {
  const cell = (row: Row<Value>) =>
    'value' in row
      ? moneyCell(row.value[name] ?? null, currencyOf(row.value, name), style)
      : nothing;
  return { name, title, width: 12, minWidth: 10, align: 'right', cell };
}

export function noteCell(row: Row<{ extra?: object }>): Cell {
  return 'failure' in row ? failureCell(row) : extraCell(row.value.extra);
}

export function failureCell({ failure }: FailedRow): Cell {
  return { text: failure.message, style: 'bad' };
}

export function extraCell(extra: object | undefined): Cell {
  // A list of objects has no place in a line; --json prints it.
  const ofLine = Object.entries(extra ?? {}).map(([key, value]) =>
    Array.isArray(value) && value.some(isObject)
      ? [key, counted(value.length, 'item')]
      : [key, value],
  );
  const pairs = extraPairs(Object.fromEntries(ofLine)).map((pair) => pair.join('='));
  return { text: pairs.join(' '), style: 'dim' };
}

export function extraPairs(extra: object = {}): [label: string, text: string][] {
  return Object.entries(extra).flatMap(([key, value]) => flattened(key, value));
}

function flattened(path: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return [[path, value.map(plainText).join(', ')]];
  if (!isObject(value)) return [[path, jsonText(value)]];
  return Object.entries(value).flatMap(([key, inner]) => flattened(`${path}.${key}`, inner));
}

const availabilityStyle: Record<AvailabilityWord, Style> = {
  available: 'good',
  taken: 'plain',
  unknown: 'warn',
};

const saysOnlyTaken = /^(taken|registered|unavailable|not[ _-]?available|unknown)$/i;

/** As `taken (reserved)`, where the word of the service says more than ours. */
export function availabilityCell(row: Row<{ available: boolean | null; status: string }>): Cell {
  const word = availabilityOf('value' in row ? row.value : undefined);
  const status = 'value' in row ? row.value.status : word;
  const saysMore = status.toLowerCase() !== word && !saysOnlyTaken.test(status);
  return { text: saysMore ? `${word} (${status})` : word, style: availabilityStyle[word] };
}
