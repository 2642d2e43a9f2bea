import { type Day, daysBetween } from '../core/dates.ts';
import { isObject } from '../core/json.ts';
import { toUnicode } from '../core/names.ts';
import { bidiIsolate, pluralize, truncate } from '../core/text.ts';
import type { Failure } from '../errors.ts';
import type { Paint, Style } from './color.ts';
import { plainText, valueAt } from './fields.ts';
import { type Row, rowRecord } from './row.ts';

/** A place in a table or in details; its texts are made safe when they are drawn. */
export interface Cell {
  text: string;
  style?: Style;
  terminalText?: string;
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

export function shownText({ text, terminalText = text }: Cell, { columns }: Screen): string {
  return Number.isFinite(columns) ? bidiIsolate(truncate(terminalText)) : truncate(text);
}

export function textCell(value: string | number | null, style: Style = 'plain'): Cell {
  return value === null ? nothing : { text: String(value), style };
}

export function urgency(expiry: Day, today: Day): Style {
  const days = daysBetween(today, expiry);
  if (days < 0) return 'bad';
  return days <= soonDays ? 'warn' : 'plain';
}

function extraCell(record: object): Cell {
  const pairs = extraPairs(record).map((pair) => pair.join('='));
  return { text: pairs.join(' '), style: 'dim' };
}

export function extraPairs(record: object): [label: string, text: string][] {
  return Object.entries(Object(valueAt(record, 'extra'))).map(([key, value]) => {
    // A list of objects has no place in a line; `--json` prints it.
    const isLong = Array.isArray(value) && value.some(isObject);
    return [key, isLong ? pluralize(value.length, 'item') : plainText(value)];
  });
}

/** The place of a field in a table, and what help says of it, follow from its type. */
export type FieldType =
  | 'text'
  /** A text of many words, for the last field. */
  | 'sentence'
  | 'name'
  | 'money'
  | 'day'
  | 'count'
  | 'flag'
  | 'names'
  | 'list'
  | 'extra'
  | 'anything';

export interface Field<Value> {
  /** Path in JSON and CSV, such as `pricing.amount`, and what `--fields` calls the field. */
  name: string;
  /** `text` by default. */
  type?: FieldType;
  /** Heading of the column and label in details; by default the name, with blanks. */
  label?: string;
  /** Where people see the field; everywhere by default. */
  inTables?: 'never' | 'terminal';
  /** When CSV, and JSON but for `extra`, have the field; always by default. */
  inData?: 'never' | 'onRequest';
  items?: Kind;
  /** The column never falls off, since it was asked for. */
  pinned?: true;
  /** Name of the field with the currency of this amount; people see both together. */
  currency?: string;
  cell?(value: Value, screen: Screen): Cell;
  unanswered?(failure: Failure): Cell;
}

/** The fields of a thing, in the order of a table. On a narrow screen the last ones fall off. */
export type Kind<Value = never> = readonly Field<Value>[];

/** All else that the service sent; in the row of a thing without an answer, the reason. */
export const extraField: Field<object> = {
  name: 'extra',
  label: '',
  type: 'extra',
  inData: 'onRequest',
  cell: extraCell,
  unanswered: ({ message, details }) => textCell(details.isInFooter ? '' : message, 'bad'),
};

export const errorKind: Kind = [
  { name: 'error.code' },
  { name: 'error.message' },
  { name: 'error.api_code', inData: 'onRequest' },
  { name: 'error.status', type: 'count', inData: 'onRequest' },
];

export function fieldNames(kind: Kind): string[] {
  return kind.filter(({ inData }) => inData !== 'never').map(({ name }) => name);
}

export function usualFields(kind: Kind): string[] {
  return fieldNames(kind.filter(({ inData }) => inData !== 'onRequest'));
}

export function shownFields<Value>(kind: Kind<Value>, isTerminal: boolean): Field<Value>[] {
  return kind.filter(({ inTables }) => !inTables || (inTables === 'terminal' && isTerminal));
}

/** Chosen columns never fall off. Amounts stand without their currency, which is another field. */
export function chosenFields<Value>(kind: Kind<Value>, names: readonly string[]): Field<Value>[] {
  return names.map((name) => {
    const known = kind.find((field) => field.name === name);
    if (known && known.inTables !== 'never') return chosenField(known);
    // A name may also be a path within a known field.
    const type = name.startsWith('extra.') ? 'extra' : 'text';
    return { name, label: name.replace(/^file\./, ''), type, pinned: true };
  });
}

function chosenField<Value>({ currency: _, cell, ...field }: Field<Value>) {
  const label = labelOf(field) || field.name;
  const chosen: Field<Value> = { ...field, label, pinned: true };
  return cell && field.type !== 'money' ? { ...chosen, cell } : chosen;
}

export function staying<Value>(kind: Kind<Value>): Field<Value>[] {
  return kind.map((field) => ({ ...field, pinned: true }));
}

export function labelOf({ name, label }: Field<never>): string {
  return label ?? name.replaceAll('_', ' ');
}

export function cellOf<Value extends object>(
  field: Field<Value>,
  row: Row<Value>,
  screen: Screen,
): Cell {
  const own = 'value' in row ? field.cell?.(row.value, screen) : field.unanswered?.(row.failure);
  return own ?? plainCell(field, rowRecord(row));
}

export function plainCell({ name, type, currency }: Field<never>, record: object): Cell {
  const value = valueAt(record, name) ?? '';
  const text = plainText(value);
  if (text === '') return nothing;
  if (type === 'name') return { text, terminalText: toUnicode(text) };
  if (type === 'flag') return textCell(value === true ? 'on' : 'off');
  if (type !== 'money') return { text };
  const unit = currency ? plainText(valueAt(record, currency) ?? '') : '';
  return { text: `${text} ${unit}`.trim(), style: text.startsWith('-') ? 'bad' : 'plain' };
}
