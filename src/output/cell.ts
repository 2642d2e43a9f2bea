import { type Day, daysBetween } from '../core/dates.ts';
import { isObject } from '../core/json.ts';
import { unicodeName } from '../core/names.ts';
import { counted, isolated, shortened } from '../core/text.ts';
import type { Paint, Style } from './color.ts';
import { plainText } from './fields.ts';

/** A place in a table or in details; its texts are made safe when they are drawn. */
export interface Cell {
  text: string;
  style?: Style;
  onTerminal?: string;
}

export interface Screen {
  paint: Paint;
  /** Width in cells; infinite in a pipe. */
  columns: number;
  today: Day;
  /** Notes that stand below the answer, such as which columns found no room. */
  notes: string[];
}

/** A domain that expires within this many days is marked. */
export const soonDays = 30;

export const nothing: Cell = { text: '-', style: 'dim' };

export function shownText({ text, onTerminal = text }: Cell, { columns }: Screen): string {
  return Number.isFinite(columns) ? isolated(shortened(onTerminal)) : shortened(text);
}

export function nameCell(domain: string): Cell {
  return { text: domain, onTerminal: unicodeName(domain) };
}

export function textCell(value: string | number | null, style: Style = 'plain'): Cell {
  return value === null ? nothing : { text: String(value), style };
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
  return Object.entries(Object(extra)).map(([key, value]) => {
    // A list of objects has no place in a line; `--json` prints it.
    const isLong = Array.isArray(value) && value.some(isObject);
    return [key, isLong ? counted(value.length, 'item') : plainText(value)];
  });
}
