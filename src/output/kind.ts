import type { Day } from '../core/dates.ts';
import { type Cell, extraCell, nameCell, nothing, textCell } from './cell.ts';
import { plainText, unicodeField, valueAt } from './fields.ts';
import type { Column } from './table.ts';

/** The type of the value of a field. Its place in a table and in the JSON Schema follow from it. */
export type FieldType =
  | 'text'
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
  /** At least this wide, where its rows are not known yet. */
  width?: number;
  /** Cut where there is little room; all other texts are whole. */
  isCut?: true;
  /** Broken into lines where there is little room. For the last field. */
  isWhole?: true;
}

/** A thing that can be shown, field by field. */
export type Kind<Value = never> = readonly Field<Value>[];

/** The keys that the service sent beyond the known ones. */
export const extraField: Field<{ extra?: object }> = {
  ...{ name: 'extra', label: '', type: 'extra', isCut: true },
  cell: ({ extra }) => extraCell(extra),
};

/** The names that `--fields` chooses from. */
export function fieldNames(kind: Kind): string[] {
  return kind.filter(isPrinted).map(({ name }) => name);
}

/** The fields of a record where none are chosen. */
export function usualFields(kind: Kind): string[] {
  const usual = kind.filter((field) => isPrinted(field) && field.only !== 'chosen');
  return usual.map(({ name }) => name);
}

/** The fields that a table or details show, where none are chosen. */
export function shownFields<Value>(kind: Kind<Value>, isTerminal: boolean): Field<Value>[] {
  return kind.filter(
    ({ label, only }) => label !== undefined && (only !== 'terminal' || isTerminal),
  );
}

/** The fields that were chosen, also those within the known ones. */
export function chosenFields<Value>(kind: Kind<Value>, names: readonly string[]): Field<Value>[] {
  return names.map((name) => {
    const known = kind.find((field) => field.name === name);
    const label = known?.label || name;
    if (known?.label !== undefined) return { ...known, label };
    return name.startsWith('extra.') ? { name, label, isCut: true } : { name, label };
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
  const { label = '', type, rank = at, width, isCut, isWhole } = field;
  const align = type === 'money' || type === 'count' ? 'right' : undefined;
  const cell = (value: Value) => cellOf(field, value, today);
  return { title: label.toUpperCase(), cell, align, rank, width, isCut, isWhole };
}

export function cellOf<Value extends object>(field: Field<Value>, value: Value, today: Day): Cell {
  return field.cell ? field.cell(value, today) : plainCell(field.name, field.type, value);
}

/** The cell of a row that has no answer, or none yet. */
export function unansweredCell({ name, type, unanswered }: Field<never>, asked: object): Cell {
  const isKnown = (valueAt(asked, name) ?? null) !== null;
  if (isKnown || unanswered === undefined) return plainCell(name, type, asked);
  return { text: unanswered, style: 'warn' };
}

function plainCell(name: string, type: FieldType | undefined, record: object): Cell {
  const value = valueAt(record, name) ?? null;
  if (value === null) return nothing;
  if (type === 'name') return nameCell(plainText(value));
  if (type === 'flag') return textCell(value === true ? 'on' : 'off');
  const text = plainText(value);
  if (name === unicodeField) return { text, ascii: plainText(valueAt(record, 'domain')) };
  return text === '' ? nothing : { text };
}

function isPrinted({ only, type }: Field<never>): boolean {
  return only !== 'people' && only !== 'terminal' && type !== 'extra';
}
