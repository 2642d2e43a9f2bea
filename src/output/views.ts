import type { Blocks } from './blocks.ts';
import { chooseNames } from './fields.ts';
import type { Row } from './row.ts';
import type { Column, Pair } from './table.ts';

/** The options `--json`, `--csv`, `--fields` and `--jq`. */
export interface Format {
  kind: 'text' | 'json' | 'csv';
  fields: string | undefined;
  jq: string | undefined;
}

export interface OneView<Value> {
  fields: readonly string[];
  details(value: Value): Pair[];
  /** A bare text instead of details. */
  text?(value: Value): string;
}

export interface ListView<Item> {
  fields: readonly string[];
  columns: readonly Column<Item>[];
  /** A note in place of an empty table. */
  empty?: string;
}

/** A table if there are columns, and else details. */
export interface RowsView<Value> {
  fields: readonly string[];
  columns?: readonly Column<Row<Value>>[];
  /** On a terminal in place of the table, unless fields are chosen. */
  blocks?: Blocks<Value>;
  details?(value: Value): Pair[];
}

/** @throws Failure `usage`, as `chooseNames` */
export function chooseColumns<Item>(
  wanted: string | undefined,
  columns: readonly Column<Item>[],
): readonly Column<Item>[] {
  if (wanted === undefined) return columns;
  const known = columns.map(({ name }) => name);
  const names = chooseNames('column', wanted, known);
  return names.flatMap((name) => columns.filter((column) => column.name === name));
}
