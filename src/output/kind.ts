import type { Day } from '../core/dates.ts';
import { type Cell, extraCell, nameCell, nothing, textCell } from './cell.ts';
import { plainText, valueAt } from './fields.ts';
import type { Column } from './table.ts';

/** The type of the value of a field. Its place in a table and in the JSON Schema follow from it. */
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

/** One fact of a thing that is shown. Every format follows from it. */
export interface Field<Value> {
  /** Its path in JSON and CSV, such as `pricing.amount`, and what `--fields` calls it. */
  name: string;
  /** Heading of its column and label in details; without one it is for machines only. */
  label?: string;
  /** `text` where it says nothing else. */
  type?: FieldType;
  /** The field that holds the currency of this amount; people see both together. */
  currency?: string;
  /** On a screen only, on a terminal only, where it is chosen, or where an option adds it. */
  only?: 'people' | 'terminal' | 'chosen' | 'added';
  /** Draws it, if it is not simply the value at its path. */
  cell?(value: Value, today: Day): Cell;
  /** The text in the row of a thing without an answer. */
  unanswered?: string;
  /** For the JSON Schema: a row without an answer has it, too. */
  isAsked?: true;
  /** For the JSON Schema: it is never null. */
  isStated?: true;
  /** For the JSON Schema: it is one of these. */
  words?: readonly string[];
  /** For the JSON Schema: it is a list of these. */
  of?: Kind;
  /** Its importance where a terminal has no room for all columns, 0 first. By default its place. */
  rank?: number;
}

/** A thing that can be shown, field by field. */
export type Kind<Value = never> = readonly Field<Value>[];

/** The keys that the service sent beyond the known ones. */
export const extraField: Field<{ extra?: object }> = {
  ...{ name: 'extra', label: '', type: 'extra' },
  cell: ({ extra }) => extraCell(extra),
};

/** The names that `--fields` chooses from. */
export function fieldNames(kind: Kind): string[] {
  return kind.filter(isPrinted).map(({ name }) => name);
}

/** The fields of a record where none are chosen. */
export function usualFields(kind: Kind): string[] {
  return fieldNames(kind.filter(({ only }) => only !== 'chosen'));
}

/** The fields that a table or details show, where none are chosen. */
export function shownFields<Value>(kind: Kind<Value>, isTerminal: boolean): Field<Value>[] {
  return kind.filter(
    ({ label, only }) => label !== undefined && (only !== 'terminal' || isTerminal),
  );
}

/** The fields that were chosen, also those within the known ones. */
export function chosenFields<Value>(kind: Kind<Value>, names: readonly string[]): Field<Value>[] {
  return names.map((name): Field<Value> => {
    const known = kind.find((field) => field.name === name);
    if (known?.label !== undefined) return { ...known, label: known.label || name };
    return { name, label: name, type: name.startsWith('extra.') ? 'extra' : 'text' };
  });
}

/** The columns of a table of values that are all known. */
export function columnsOf<Value extends object>(
  fields: readonly Field<Value>[],
  today: Day,
): Column<Value>[] {
  return fields.map((field, at) => columnOf(field, at, today));
}

/** @param at its place among the columns */
export function columnOf<Value extends object>(
  field: Field<Value>,
  at: number,
  today: Day,
): Column<Value> {
  const { label = '', type, rank = at } = field;
  const isLong = type === 'names' || type === 'extra';
  return {
    title: label.toUpperCase(),
    cell: (value) => cellOf(field, value, today),
    align: type === 'money' || type === 'count' ? 'right' : 'left',
    rank,
    overlong: isLong ? 'cut' : type === 'sentence' ? 'below' : 'whole',
  };
}

export function cellOf<Value extends object>(field: Field<Value>, value: Value, today: Day): Cell {
  return field.cell ? field.cell(value, today) : plainCell(field, value);
}

/** The cell of a row that has no answer. */
export function unansweredCell(field: Field<never>, asked: object): Cell {
  const cell = plainCell(field, asked);
  const { unanswered: text } = field;
  return cell === nothing && text !== undefined ? { text, style: 'warn' } : cell;
}

/** The value at the path of the field. */
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
