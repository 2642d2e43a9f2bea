import { type Day, daysBetween } from '../core/dates.ts';
import { toUnicode } from '../core/domain-names.ts';
import { isObject } from '../core/json.ts';
import { bidiIsolate, pluralize, truncate } from '../core/text.ts';
import type { Failure } from '../errors.ts';
import type { Colorizer, TextStyle } from './color.ts';
import { formatPlainValue, getFieldValue } from './field-paths.ts';
import { type Row, rowJson } from './row.ts';

/** A place in a table or in details; its texts are made safe when they are drawn. */
export interface Cell {
  text: string;
  style?: TextStyle;
  terminalText?: string;
}

export interface RenderContext {
  colorize: Colorizer;
  /** Width in cells; infinite in a pipe. */
  columns: number;
  today: Day;
  /** Notes that stand below the answer, such as which columns found no room. */
  notes: string[];
}

/** A domain that expires within this many days is marked. */
export const expiringSoonDays = 30;

export const emptyCell: Cell = { text: '-', style: 'dim' };

export function formatCell(
  { text, terminalText = text }: Cell,
  { columns }: RenderContext,
): string {
  return Number.isFinite(columns) ? bidiIsolate(truncate(terminalText)) : truncate(text);
}

export function textCell(value: string | number | null, style: TextStyle = 'plain'): Cell {
  return value === null ? emptyCell : { text: String(value), style };
}

export function expiryStyle(expiry: Day, today: Day): TextStyle {
  const days = daysBetween(today, expiry);
  if (days < 0) return 'bad';
  return days <= expiringSoonDays ? 'warn' : 'plain';
}

function extraCell(record: object): Cell {
  const entries = formatExtraEntries(record).map((entry) => entry.join('='));
  return { text: entries.join(' '), style: 'dim' };
}

export function formatExtraEntries(record: object): [label: string, text: string][] {
  return Object.entries(Object(getFieldValue(record, 'extra'))).map(([key, value]) => {
    // A list of objects has no place in a line; `--json` prints it.
    const isObjectList = Array.isArray(value) && value.some(isObject);
    return [key, isObjectList ? pluralize(value.length, 'item') : formatPlainValue(value)];
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
  items?: FieldList;
  /** The column never falls off, since it was asked for. */
  pinned?: true;
  /** Name of the field with the currency of this amount; people see both together. */
  currency?: string;
  cell?(value: Value, screen: RenderContext): Cell;
  failureCell?(failure: Failure): Cell;
}

/** The fields of a thing, in the order of a table. On a narrow screen the last ones fall off. */
export type FieldList<Value = never> = readonly Field<Value>[];

/** All else that the service sent; in the row of a thing without an answer, the reason. */
export const extraField: Field<object> = {
  name: 'extra',
  label: '',
  type: 'extra',
  inData: 'onRequest',
  cell: extraCell,
  failureCell: ({ message, details }) => textCell(details.isInFooter ? '' : message, 'bad'),
};

export const errorFields: FieldList = [
  { name: 'error.code' },
  { name: 'error.message' },
  { name: 'error.api_code', inData: 'onRequest' },
  { name: 'error.status', type: 'count', inData: 'onRequest' },
];

export function dataFieldNames(fields: FieldList): string[] {
  return fields.filter(({ inData }) => inData !== 'never').map(({ name }) => name);
}

export function defaultFieldNames(fields: FieldList): string[] {
  return dataFieldNames(fields.filter(({ inData }) => inData !== 'onRequest'));
}

export function getVisibleFields<Value>(
  fields: FieldList<Value>,
  isTerminal: boolean,
): Field<Value>[] {
  return fields.filter(({ inTables }) => !inTables || (inTables === 'terminal' && isTerminal));
}

/** Chosen columns never fall off. Amounts stand without their currency, which is another field. */
export function selectFields<Value>(
  fields: FieldList<Value>,
  names: readonly string[],
): Field<Value>[] {
  return names.map((name) => {
    const match = fields.find((field) => field.name === name);
    if (match && match.inTables !== 'never') return toSelectedField(match);
    // A name may also be a path within a known field.
    const type = name.startsWith('extra.') ? 'extra' : 'text';
    return { name, label: name.replace(/^file\./, ''), type, pinned: true };
  });
}

function toSelectedField<Value>({ currency: _, cell, ...field }: Field<Value>) {
  const label = getFieldLabel(field) || field.name;
  const selected: Field<Value> = { ...field, label, pinned: true };
  return cell && field.type !== 'money' ? { ...selected, cell } : selected;
}

export function pinAll<Value>(fields: FieldList<Value>): Field<Value>[] {
  return fields.map((field) => ({ ...field, pinned: true }));
}

export function getFieldLabel({ name, label }: Field<never>): string {
  return label ?? name.replaceAll('_', ' ');
}

export function toCell<Value extends object>(
  field: Field<Value>,
  row: Row<Value>,
  screen: RenderContext,
): Cell {
  const customCell =
    'value' in row ? field.cell?.(row.value, screen) : field.failureCell?.(row.failure);
  return customCell ?? toDefaultCell(field, rowJson(row));
}

export function toDefaultCell({ name, type, currency }: Field<never>, record: object): Cell {
  const value = getFieldValue(record, name) ?? '';
  const text = formatPlainValue(value);
  if (text === '') return emptyCell;
  if (type === 'name') return { text, terminalText: toUnicode(text) };
  if (type === 'flag') return textCell(value === true ? 'on' : 'off');
  if (type !== 'money') return { text };
  const unit = currency ? formatPlainValue(getFieldValue(record, currency) ?? '') : '';
  return { text: `${text} ${unit}`.trim(), style: text.startsWith('-') ? 'bad' : 'plain' };
}
