import { type Day, daysBetween } from '../core/dates.ts';
import { counted } from '../core/durations.ts';
import { isObject } from '../core/json.ts';
import type { Decimal } from '../core/money.ts';
import { unicodeName } from '../core/names.ts';
import { asciiText, isolated, readableText, safeText } from '../core/text.ts';
import type { Paint, Style } from './color.ts';
import { plainText } from './fields.ts';

/** The text is as it came; whoever lays it out makes it safe. */
export interface Cell {
  text: string;
  style?: Style;
  /** The same in another script, beside the text on a terminal that shows it. */
  beside?: string | undefined;
}

export interface Screen {
  paint: Paint;
  /** Infinite in a pipe. */
  columns: number;
  isUnicode: boolean;
}

/** A domain that expires within this many days is marked. */
export const soonDays = 30;

export const nothing: Cell = { text: '-', style: 'dim' };

export function shownText({ text, beside }: Cell, screen: Screen): string {
  const safe = readableText(text);
  if (!screen.isUnicode) return asciiText(safe);
  if (!Number.isFinite(screen.columns)) return safe;
  return beside === undefined ? isolated(safe) : `${safe} (${isolated(safeText(beside))})`;
}

export function painted({ text, style = 'plain' }: Cell, screen: Screen): string {
  return text === '' || style === 'plain' ? text : screen.paint(style, text);
}

/** A domain name; beside an A-label stands what it spells, and never in its place. */
export function nameCell(domain: string, style: Style = 'plain'): Cell {
  const unicode = unicodeName(domain);
  return { text: domain, style, ...(unicode !== domain && { beside: unicode }) };
}

export function textCell(value: string | number | null, style: Style = 'plain'): Cell {
  return value === null ? nothing : { text: String(value), style };
}

export function moneyCell(
  amount: Decimal | null | undefined,
  currency: string | null | undefined,
  style: Style = 'plain',
): Cell {
  return amount ? { text: [amount, currency].filter(Boolean).join(' '), style } : nothing;
}

export function urgency(expiry: Day, today: Day): Style {
  const days = daysBetween(today, expiry);
  if (days < 0) return 'bad';
  return days <= soonDays ? 'warn' : 'plain';
}

export function extraCell(extra: unknown): Cell {
  const pairs = extraPairs(extra).map((pair) => pair.join('='));
  return { text: pairs.join(' '), style: 'dim' };
}

export function extraPairs(extra: unknown): [label: string, text: string][] {
  const pairs = isObject(extra) ? Object.entries(extra) : [];
  return pairs.map(([key, value]) => {
    // A list of objects has no place in a line; `--json` prints it.
    const isLong = Array.isArray(value) && value.some(isObject);
    return [key, isLong ? counted(value.length, 'item') : plainText(value)];
  });
}
