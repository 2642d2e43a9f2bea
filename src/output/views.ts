import type { Blocks } from './blocks.ts';
import type { TableStyle } from './cell.ts';
import type { Pair } from './details.ts';
import type { Row } from './row.ts';
import type { Column } from './table.ts';

/** The options `--json`, `--csv`, `--fields`, `--columns` and `--jq`. */
export interface Format {
  kind: 'text' | 'json' | 'csv';
  fields: string | undefined;
  /** Another word for `fields`. */
  columns?: string | undefined;
  /** Opens a filter of the JSON. */
  jq?: (() => Promise<JsonFilter>) | undefined;
}

/** Makes lines of a text of JSON. */
export type JsonFilter = (json: string) => Promise<string>;

/** The terminal that pictures are drawn for. */
export interface PictureStyle {
  columns: number;
  isUnicode: boolean;
}

export interface Canvas extends TableStyle {
  /** Undefined where no picture is to be drawn. */
  picture: PictureStyle | undefined;
}

/** A table, details or a picture as whole lines; empty where there is nothing to show. */
export type Part = (canvas: Canvas) => Promise<string>;

export interface OneView<Value> {
  fields: readonly string[];
  details?(value: Value): Pair[];
  /** Several parts in place of details. */
  parts?(value: Value): Promise<Part[]>;
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
  /** On a terminal in place of the table, unless fields are chosen. */
  blocks?: Blocks<Value>;
  details?(value: Value): Pair[];
}
