import type { TableStyle } from './cell.ts';
import type { Row } from './row.ts';

/** Rows that belong together, and are laid out together on a terminal. */
export interface Blocks<Value> {
  /** Those of one block follow each other. */
  keyOf(row: Row<Value>): string;
  text(rows: readonly Row<Value>[], style: TableStyle): Promise<string>;
}

/** Holds the rows of a block until the next one begins. */
export function blockLayout<Value>({ keyOf, text }: Blocks<Value>, style: TableStyle) {
  let held: Row<Value>[] = [];
  let separator = '';
  const rest = async () => {
    if (held.length === 0) return '';
    const block = separator + (await text(held, style));
    held = [];
    separator = '\n';
    return block;
  };
  return {
    async text(row: Row<Value>): Promise<string> {
      const [first] = held;
      const before = first !== undefined && keyOf(first) !== keyOf(row) ? await rest() : '';
      held.push(row);
      return before;
    },
    rest,
  };
}
