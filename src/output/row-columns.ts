import type { Cell } from './cell.ts';
import { failureCell, nothing } from './cells.ts';
import { fieldCell } from './fields.ts';
import { type Row, rowRecord } from './row.ts';
import type { Column } from './table.ts';

/** Whatever is chosen, it stays visible that a row has failed. */
export const failureColumn: Column<Row<object>> = {
  name: 'error.message',
  title: '',
  cell: (row) => ('failure' in row ? failureCell(row) : { text: '' }),
  isWhole: true,
};

/** Its cells are known before the answers, since they say what is asked. */
export function askedColumn(
  name: string,
  title: string,
  asked: (asked: object) => Cell = (record) => fieldCell(record, name),
) {
  return { name, title, asked, cell: (row: Row<object>) => asked(rowRecord(row)) };
}

/** Whose row it is among several accounts; only what the row is about matters more. */
export const profileColumn: Column<Row<object>> = {
  ...askedColumn('profile', 'PROFILE'),
  rank: 0.5,
};

export function columnOf<Value extends object>(
  field: string,
  columns: readonly Column<Row<Value>>[],
): Column<Row<Value>> {
  const cell = (row: Row<Value>) => fieldCell(rowRecord(row), field);
  const plain = { name: field, title: field.toUpperCase(), cell };
  const isFree = /^extra(\.|$)|^nameservers$/.test(field);
  return columns.find(({ name }) => name === field) ?? (isFree ? { ...plain, isCut: true } : plain);
}

export function columnOfRows<Item>(column: Column<Item>): Column<Row<Item>> {
  // A fact that is missing shows; a mark, or what the service sent beyond, is only absent.
  const missing = column.name === '' || column.title === '' ? { text: '' } : nothing;
  const cell = (row: Row<Item>) => ('value' in row ? column.cell(row.value) : missing);
  return { ...column, cell };
}
