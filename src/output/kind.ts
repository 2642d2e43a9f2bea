import type { Day } from '../core/dates.ts';
import type { Failure } from '../errors.ts';
import { type Cell, extraCell, nameCell, nothing, textCell } from './cell.ts';
import { plainText, valueAt } from './fields.ts';
import { type Row, rowRecord } from './row.ts';

/** The place of a field in a table and in the JSON Schema follows from its type. */
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
  /** Its path in JSON and CSV, such as `pricing.amount`, and what `--fields` calls it. */
  name: string;
  /** It is `text` by default. */
  type?: FieldType;
  /** Heading of its column and label in details; by default the name, with blanks. */
  label?: string;
  /** It is for machines only. */
  isHidden?: true;
  /** It is shown to people only, on a terminal only, if it is chosen, or if an option adds it. */
  only?: 'people' | 'terminal' | 'chosen' | 'added';
  /** The field that holds the currency of this amount; people see both together. */
  currency?: string;
  cell?(value: Value, today: Day): Cell;
  /** Of a thing without an answer. */
  unanswered?(failure: Failure): Cell;
  /** Where a terminal has no room for all, 0 is kept first; by default it is the place. */
  rank?: number;
  /** For the JSON Schema: a row without an answer has it, too. */
  isAsked?: true;
  /** For the JSON Schema: it is never null. */
  isStated?: true;
  /** For the JSON Schema: it is one of these. */
  words?: readonly string[];
  /** For the JSON Schema: it is a list of these. */
  of?: Kind;
}

export type Kind<Value = never> = readonly Field<Value>[];

/** What else the service sent; in the row of a thing without an answer, the reason. */
export const extraField: Field<object> = {
  name: 'extra',
  label: '',
  type: 'extra',
  cell: (value) => extraCell(valueAt(value, 'extra')),
  unanswered: ({ message }) => ({ text: message, style: 'bad' }),
};

/** The names that `--fields` chooses from. */
export function fieldNames(kind: Kind): string[] {
  return kind.filter(isPrinted).map(({ name }) => name);
}

/** The names that CSV prints unless others are chosen. */
export function usualFields(kind: Kind): string[] {
  return fieldNames(kind.filter(({ only }) => only !== 'chosen'));
}

export function shownFields<Value>(kind: Kind<Value>, isTerminal: boolean): Field<Value>[] {
  return kind.filter(({ isHidden, only }) => !isHidden && (only !== 'terminal' || isTerminal));
}

/** Each is kept on any screen. Amounts are as they are, since the currency is another field. */
export function chosenFields<Value>(kind: Kind<Value>, names: readonly string[]): Field<Value>[] {
  return names.map((name): Field<Value> => {
    const known = kind.find((field) => field.name === name);
    const usual = { name, label: name, rank: 0 };
    // A name may also be a path within a known field.
    if (!known || known.isHidden) return { ...usual, type: typeOfPath(name) };
    const { label = labelOf(known), type = 'text', cell } = known;
    const hasOwnCell = cell !== undefined && type !== 'money';
    return { ...usual, label: label || name, type, ...(hasOwnCell && { cell }) };
  });
}

export function labelOf({ name, label }: Field<never>): string {
  return label ?? name.replaceAll('_', ' ');
}

/** What a person sees of an answer, or of a thing without one. */
export function cellOf<Value extends object>(
  field: Field<Value>,
  row: Row<Value>,
  today: Day,
): Cell {
  if ('value' in row) {
    return field.cell ? field.cell(row.value, today) : plainCell(field, row.value);
  }
  return field.unanswered ? field.unanswered(row.failure) : plainCell(field, rowRecord(row));
}

export function plainCell({ name, type, currency }: Field<never>, record: object): Cell {
  const value = valueAt(record, name) ?? '';
  const text = plainText(value);
  if (text === '') return nothing;
  if (type === 'name') return nameCell(text);
  if (type === 'flag') return textCell(value === true ? 'on' : 'off');
  if (type !== 'money') return { text };
  const unit = currency === undefined ? '' : plainText(valueAt(record, currency) ?? '');
  return { text: `${text} ${unit}`.trim(), style: text.startsWith('-') ? 'bad' : 'plain' };
}

function isPrinted({ only, type }: Field<never>): boolean {
  return only !== 'people' && only !== 'terminal' && type !== 'extra';
}

function typeOfPath(name: string): FieldType {
  return name.startsWith('extra.') ? 'extra' : 'text';
}
