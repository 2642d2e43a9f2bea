import type { Day } from '../core/dates.ts';
import { type Cell, extraCell, nameCell, nothing, textCell } from './cell.ts';
import { plainText, valueAt } from './fields.ts';
import type { Column } from './table.ts';

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
  /** Heading of its column and label in details; without one it is for machines only. */
  label?: string;
  /** It is `text` by default. */
  type?: FieldType;
  /** The field that holds the currency of this amount; people see both together. */
  currency?: string;
  /** It is shown to people only, on a terminal only, if it is chosen, or if an option adds it. */
  only?: 'people' | 'terminal' | 'chosen' | 'added';
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
  /** Where a terminal has no room for all, 0 is kept first; by default it is the place. */
  rank?: number;
}

export type Kind<Value = never> = readonly Field<Value>[];

export const extraField: Field<{ extra?: object }> = {
  ...{ name: 'extra', label: '', type: 'extra' },
  cell: ({ extra }) => extraCell(extra),
};

/** The names that `--fields` chooses from. */
export function fieldNames(kind: Kind): string[] {
  return kind.filter(isPrinted).map(({ name }) => name);
}

export function usualFields(kind: Kind): string[] {
  return fieldNames(kind.filter(({ only }) => only !== 'chosen'));
}

export function shownFields<Value>(kind: Kind<Value>, isTerminal: boolean): Field<Value>[] {
  return kind.filter(
    ({ label, only }) => label !== undefined && (only !== 'terminal' || isTerminal),
  );
}

/** A name may also be a path within a known field. */
export function chosenFields<Value>(kind: Kind<Value>, names: readonly string[]): Field<Value>[] {
  return names.map((name): Field<Value> => {
    const known = kind.find((field) => field.name === name);
    if (known?.label !== undefined) return { ...known, label: known.label || name };
    return { name, label: name, type: name.startsWith('extra.') ? 'extra' : 'text' };
  });
}

export function columnsOf<Value extends object>(
  fields: readonly Field<Value>[],
  today: Day,
): Column<Value>[] {
  return fields.map((field, at) => columnOf(field, at, today));
}

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

export function unansweredCell(field: Field<never>, asked: object): Cell {
  const cell = plainCell(field, asked);
  const { unanswered: text } = field;
  return cell === nothing && text !== undefined ? { text, style: 'warn' } : cell;
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
