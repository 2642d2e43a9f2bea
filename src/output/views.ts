import type { Row } from './row.ts';
import type { Column, Pair } from './table.ts';

/** The options `--json`, `--csv`, `--fields`, `--columns` and `--jq`. */
export interface Format {
  kind: 'text' | 'json' | 'csv';
  fields: string | undefined;
  /** Another word for `fields`. */
  columns?: string | undefined;
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
  /** A note below a table on a terminal. */
  summary?(items: readonly Item[]): string;
}

/** A table if there are columns, and else details. */
export interface RowsView<Value> {
  fields: readonly string[];
  columns?: readonly Column<Row<Value>>[];
  details?(value: Value): Pair[];
}
