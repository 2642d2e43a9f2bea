import { daysBetween, type IsoDate } from '../core/dates.ts';
import { toUnicode } from '../core/domain-names.ts';
import { isJsonObject } from '../core/json.ts';
import { addBidiIsolates, pluralize, truncateText } from '../core/text.ts';
import type { Failure } from '../errors.ts';
import type { Colorizer, TextStyle } from './color.ts';
import { formatFieldValue, getFieldValue } from './field-paths.ts';
import { type ResultRow, rowToJson } from './row.ts';

/** Content of a table cell, or of a line in a details view. The text is escaped on rendering. */
export interface TableCell {
  text: string;
  style?: TextStyle;
  terminalText?: string;
}

export interface RenderContext {
  colorize: Colorizer;
  /** Terminal width in columns; `Infinity` if stdout is not a terminal. */
  columns: number;
  today: IsoDate;
  /** Notes to print below the output, for example about columns that did not fit. */
  notes: string[];
}

export const expiringSoonDays = 30;

export const emptyCell: TableCell = { text: '-', style: 'dim' };

export function formatCell(
  { text, terminalText = text }: TableCell,
  { columns }: RenderContext,
): string {
  return Number.isFinite(columns)
    ? addBidiIsolates(truncateText(terminalText))
    : truncateText(text);
}

export function createTextCell(
  value: string | number | null,
  style: TextStyle = 'plain',
): TableCell {
  return value === null ? emptyCell : { text: String(value), style };
}

export function getExpiryStyle(expiry: IsoDate, today: IsoDate): TextStyle {
  const days = daysBetween(today, expiry);
  if (days < 0) return 'bad';
  return days <= expiringSoonDays ? 'warn' : 'plain';
}

export function formatExtraData(record: object): [label: string, text: string][] {
  return Object.entries(Object(getFieldValue(record, 'extra'))).map(([key, value]) => {
    // Show only the length of a list of objects: the list itself is too long for one line.
    const isObjectList = Array.isArray(value) && value.some(isJsonObject);
    return [key, isObjectList ? pluralize(value.length, 'item') : formatFieldValue(value)];
  });
}

/** The type of a field determines its layout in tables and its description in the help text. */
export type FieldType =
  | 'text'
  /** Long text that moves below the row if it does not fit. Only the last field may use it. */
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
  /** Path of the value in JSON, such as `pricing.amount`; also its name in CSV and `--fields`. */
  name: string;
  /** The type of the field; defaults to `text`. */
  type?: FieldType;
  /** Column heading; defaults to the field's name with underscores replaced by spaces. */
  label?: string | undefined;
  /** Restricts the field in tables: `never` hides it, `terminal` shows it only on a terminal. */
  inTables?: 'never' | 'terminal';
  /**
   * Restricts the field in CSV and JSON: `never` omits it, `onRequest` includes it only if
   * `--fields` selects it. JSON also includes `extra` when `--fields` is not given.
   */
  inData?: 'never' | 'onRequest';
  items?: FieldList;
  /** Keeps the column from being dropped on a narrow terminal. */
  pinned?: true;
  /** Name of the field that holds the currency of an amount; tables show both in one cell. */
  currency?: string;
  cell?(value: Value, render: RenderContext): TableCell;
  failureCell?(failure: Failure): TableCell;
}

/** Fields in column order. On a narrow terminal, the last columns are dropped first. */
export type FieldList<Value = never> = readonly Field<Value>[];

/** Shows response data that no other field covers. A failed row shows its error message here. */
export const extraDataField: Field<object> = {
  name: 'extra',
  label: '',
  type: 'extra',
  inData: 'onRequest',
  cell(record) {
    const entries = formatExtraData(record).map((entry) => entry.join('='));
    return { text: entries.join(' '), style: 'dim' };
  },
  failureCell: ({ message, details }) => createTextCell(details.isInFooter ? '' : message, 'bad'),
};

export const errorFields: FieldList = [
  { name: 'error.code' },
  { name: 'error.message' },
  { name: 'error.api_code', inData: 'onRequest' },
  { name: 'error.status', type: 'count', inData: 'onRequest' },
];

export function getDefaultFieldNames(fields: FieldList): string[] {
  return fields.filter(({ inData }) => inData === undefined).map(({ name }) => name);
}

/**
 * Returns the fields that `--fields` selects. They are pinned, that is, never dropped on a narrow
 * terminal. Amounts are shown without their currency, which can be selected separately.
 */
export function selectFields<Value>(
  fields: FieldList<Value>,
  names: readonly string[],
): Field<Value>[] {
  return names.map((name) => {
    const match = fields.find((field) => field.name === name);
    if (match && match.inTables !== 'never') return toSelectedField(match);
    // A name without a match is a hidden field or a path within a field, such as `extra.note`.
    const type = name.startsWith('extra.') ? 'extra' : 'text';
    return { name, label: name.replace(/^file\./, ''), type, pinned: true };
  });
}

function toSelectedField<Value>({ currency: _, cell, ...field }: Field<Value>) {
  const label = getFieldLabel(field) || field.name;
  const selected: Field<Value> = { ...field, label, pinned: true };
  return cell && field.type !== 'money' ? { ...selected, cell } : selected;
}

export function pinFields<Value>(fields: FieldList<Value>): Field<Value>[] {
  return fields.map((field) => ({ ...field, pinned: true }));
}

export function getFieldLabel({ name, label }: Field<never>): string {
  return label ?? name.replaceAll('_', ' ');
}

export function toTableCell<Value extends object>(
  field: Field<Value>,
  row: ResultRow<Value>,
  render: RenderContext,
): TableCell {
  const customCell =
    'value' in row ? field.cell?.(row.value, render) : field.failureCell?.(row.failure);
  return customCell ?? createDefaultCell(field, rowToJson(row));
}

export function createDefaultCell(
  { name, type, currency }: Field<never>,
  record: object,
): TableCell {
  const value = getFieldValue(record, name) ?? '';
  const text = formatFieldValue(value);
  if (text === '') return emptyCell;
  if (type === 'name') return { text, terminalText: toUnicode(text) };
  if (type === 'flag') return createTextCell(value === true ? 'on' : 'off');
  if (type !== 'money') return { text };
  const unit = currency ? formatFieldValue(getFieldValue(record, currency) ?? '') : '';
  return { text: `${text} ${unit}`.trim(), style: text.startsWith('-') ? 'bad' : 'plain' };
}
