import { Failure } from '../errors.ts';
import type { Row } from './row.ts';
import type { Column, Pair } from './table.ts';

/** How answers are wanted. */
export interface Format {
  kind: 'text' | 'json' | 'csv';
  /** `--fields`, as typed. */
  fields: string | undefined;
  /** `--jq`, as typed. */
  jq: string | undefined;
}

export interface OneView<Value> {
  fields: readonly string[];
  details(value: Value): Pair[];
  /** One bare text, where that is what a script wants. */
  text?(value: Value): string;
}

export interface ListView<Item> {
  fields: readonly string[];
  columns: readonly Column<Item>[];
  /** Told in place of an empty table. */
  empty?: string;
}

/** Several things asked: as a table, or as details one below the other. */
export interface RowsView<Value> {
  fields: readonly string[];
  columns?: readonly Column<Row<Value>>[];
  details?(value: Value): Pair[];
}

/** The columns that `--columns` names, in that order. @throws Failure `usage` for one there is not */
export function chooseColumns<Item>(
  wanted: string | undefined,
  columns: readonly Column<Item>[],
): readonly Column<Item>[] {
  if (wanted === undefined) return columns;
  return wanted.split(',').map((name) => findColumn(name.trim(), columns));
}

function findColumn<Item>(name: string, columns: readonly Column<Item>[]): Column<Item> {
  const column = columns.find((candidate) => candidate.name === name);
  if (column) return column;
  throw new Failure('usage', `unknown column '${name}'`, {
    hint: `the columns are ${columns.map((candidate) => candidate.name).join(', ')}`,
  });
}
