import { chooseNames } from './fields.ts';
import type { Row } from './row.ts';
import type { Column, Pair } from './table.ts';

/** How the answer is to look, by the options that were typed. */
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
  /** A bare text instead of details, as a script wants it. */
  text?(value: Value): string;
}

export interface ListView<Item> {
  fields: readonly string[];
  columns: readonly Column<Item>[];
  /** Said in place of an empty table. */
  empty?: string;
}

/** Several things asked: as a table, or as details one below the other. */
export interface RowsView<Value> {
  fields: readonly string[];
  columns?: readonly Column<Row<Value>>[];
  details?(value: Value): Pair[];
}

/** The columns that `--columns` names, in that order. @throws Failure `usage`, as `chooseNames` */
export function chooseColumns<Item>(
  wanted: string | undefined,
  columns: readonly Column<Item>[],
): readonly Column<Item>[] {
  if (wanted === undefined) return columns;
  const known = columns.map(({ name }) => name);
  const names = chooseNames('column', wanted, known);
  return names.flatMap((name) => columns.filter((column) => column.name === name));
}
