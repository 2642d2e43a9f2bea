import { type DomainAttribute, domainAttributeTypes } from '../core/api-vocabulary.ts';
import { daysBetween, type IsoDate } from '../core/dates.ts';
import { toUnicode } from '../core/domain-names.ts';
import { isJsonObject } from '../core/json.ts';
import type { ExchangeRate } from '../core/pricing.ts';
import { addBidiIsolates, pluralize, truncateText } from '../core/text.ts';
import type { CliError } from '../errors.ts';
import { formatFieldValue, getFieldValue, unicodeFieldName } from './field-paths.ts';
import { type ResultRow, rowToJson } from './row.ts';
import type { Colorizer, TextStyle } from './terminal-text.ts';

export type FieldType =
  | 'text'
  /** Long text, which tables print in the last column, or below the row if it does not fit. */
  | 'sentence'
  | 'name'
  | 'money'
  | 'day'
  | 'count'
  | 'flag'
  | 'names'
  | 'list'
  | 'extra'
  | 'cells'
  | 'anything';

export interface Field<Value> {
  /** Path of the value in JSON, such as `pricing.amount`; also its name in CSV and `--fields`. */
  name: string;
  type?: FieldType;
  label?: string | undefined;
  /** `never` hides the field in tables; `terminal` shows it only if stdout is a terminal. */
  inTables?: 'never' | 'terminal';
  /**
   * `never`: the field exists only in tables. `onRequest`: CSV and .xlsx files include the field
   * only if `--fields` selects it. Neither value changes what JSON includes by default.
   */
  inData?: 'never' | 'onRequest';
  items?: FieldList;
  pinned?: true;
  minWidth?: number;
  /** Name of the field that contains the currency of this amount; tables show both in one cell. */
  currency?: string;
  cell?(value: Value, render: RenderContext): TableCell;
  errorCell?(error: CliError): TableCell;
}

export type FieldList<Value = never> = readonly Field<Value>[];

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
  notes: string[];
}

export interface PriceFieldOptions {
  hasRetail: boolean;
  hasRenewal: boolean;
  rate?: ExchangeRate | undefined;
}

export const emptyCell: TableCell = { text: '-', style: 'dim' };

export const expiringSoonDays = 30;

/** Response data that no other field covers. In tables, failed rows show their error here. */
export const extraDataField: Field<object> = {
  name: 'extra',
  label: '',
  type: 'extra',
  inData: 'onRequest',
  cell(record) {
    const entries = formatExtraData(record).map((entry) => entry.join('='));
    return { text: entries.join(' '), style: 'dim' };
  },
  errorCell: ({ message, details }) =>
    createTextCell(details.kind === 'in-footer' ? '' : message, 'bad'),
};

export const errorFields: FieldList = [
  { name: 'error.code' },
  { name: 'error.message' },
  { name: 'error.api_code', inData: 'onRequest' },
  { name: 'error.status', type: 'count', inData: 'onRequest' },
];

export const domainNameField = createAttributeField('domain');

export const unicodeNameField: Field<object> = {
  name: unicodeFieldName,
  inTables: 'never',
  inData: 'onRequest',
};

export const currencyField = createDataOnlyField('currency');

export const balanceAmountField: Field<never> = {
  name: 'balance',
  type: 'money',
  currency: 'currency',
};

export function createAttributeField(name: DomainAttribute, label?: string): Field<object> {
  return { name, type: domainAttributeTypes[name], label };
}

export function createDataOnlyField(name: string, type: FieldType = 'text'): Field<never> {
  return { name, inTables: 'never', type };
}

export function createArrayField(name: string, items: FieldList): Field<never> {
  return { name, type: 'list', items };
}

export function createRetailPriceFields(rate?: ExchangeRate): Field<never>[] {
  const minWidth = getRetailWidth(rate);
  return [
    { name: 'retail', type: 'money', currency: 'retail_currency', minWidth, pinned: true },
    { name: 'margin', type: 'money', currency: 'retail_currency', minWidth },
    createDataOnlyField('retail_currency'),
  ];
}

export function createRenewalPriceFields({
  hasRetail,
  hasRenewal,
  rate,
}: PriceFieldOptions): Field<never>[] {
  if (!hasRenewal) return [];
  const currency = 'renewal.currency';
  const costFields: Field<never>[] = [
    { name: 'renewal.amount', label: 'renewal', type: 'money', currency },
    createDataOnlyField(currency),
  ];
  if (!hasRetail) return costFields;
  const minWidth = getRetailWidth(rate);
  return [
    ...costFields,
    { name: 'renewal_retail', type: 'money', currency: 'retail_currency', minWidth },
  ];
}

export function getDefaultFieldNames(fields: FieldList) {
  return fields.filter(({ inData }) => inData === undefined).map(({ name }) => name);
}

export function getFieldLabel({ name, label }: Field<never>) {
  return label ?? name.replaceAll('_', ' ');
}

export function pinFields<Value>(fields: FieldList<Value>): Field<Value>[] {
  return fields.map((field) => ({ ...field, pinned: true }));
}

/** Removes the currency from amount cells, since `--fields` can select it separately. */
export function selectFields<Value>(
  fields: FieldList<Value>,
  names: readonly string[],
): Field<Value>[] {
  return names.map((name) => {
    const match = fields.find((field) => field.name === name);
    if (match && match.inTables !== 'never') return toSelectedField(match);
    const type = name.startsWith('extra.') ? 'extra' : 'text';
    return { name, label: name.replace(/^file\./, ''), type, pinned: true };
  });
}

export function toTableCell<Value extends object>(
  field: Field<Value>,
  row: ResultRow<Value>,
  render: RenderContext,
): TableCell {
  const customCell =
    'value' in row ? field.cell?.(row.value, render) : field.errorCell?.(row.error);
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

export function createTextCell(
  value: string | number | null,
  style: TextStyle = 'plain',
): TableCell {
  return value === null ? emptyCell : { text: String(value), style };
}

export function formatCell({ text, terminalText = text }: TableCell, { columns }: RenderContext) {
  return Number.isFinite(columns)
    ? addBidiIsolates(truncateText(terminalText))
    : truncateText(text);
}

export function formatExtraData(record: object): [label: string, text: string][] {
  return Object.entries(Object(getFieldValue(record, 'extra'))).map(([key, value]) => {
    const isObjectList = Array.isArray(value) && value.some(isJsonObject);
    return [key, isObjectList ? pluralize(value.length, 'item') : formatFieldValue(value)];
  });
}

export function getExpiryStyle(expiry: IsoDate, today: IsoDate): TextStyle {
  const days = daysBetween(today, expiry);
  if (days < 0) return 'bad';
  return days <= expiringSoonDays ? 'warn' : 'plain';
}

/** Estimates the width of retail prices, which are unknown when the header row is printed. */
function getRetailWidth(rate?: ExchangeRate) {
  return '100.00 USD'.length + (rate?.rate.replace(/\..*/, '').length ?? 0);
}

function toSelectedField<Value>({ currency: _, cell, ...field }: Field<Value>) {
  const label = getFieldLabel(field) || field.name;
  const selected: Field<Value> = { ...field, label, pinned: true };
  return cell && field.type !== 'money' ? { ...selected, cell } : selected;
}
