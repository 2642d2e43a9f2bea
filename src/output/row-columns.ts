import { askedCell, failureCell, nothing } from './cells.ts';
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

/** Whose row it is among several accounts; only what the row is about matters more. */
export const profileColumn: Column<Row<object>> = {
  name: 'profile',
  title: 'PROFILE',
  rank: 0.5,
  cell: askedCell('profile'),
};

export function columnOf<Value extends object>(
  field: string,
  columns: readonly Column<Row<Value>>[],
): Column<Row<Value>> {
  const cell = (row: Row<Value>) => fieldCell(rowRecord(row), field);
  return (
    columns.find(({ name }) => name === field) ?? { name: field, title: field.toUpperCase(), cell }
  );
}

export function columnOfRows<Item>(column: Column<Item>): Column<Row<Item>> {
  // A fact that is missing shows; a mark, or what the service sent beyond, is only absent.
  const missing = column.name === '' || column.title === '' ? { text: '' } : nothing;
  const cell = (row: Row<Item>) => ('value' in row ? column.cell(row.value) : missing);
  return { ...column, cell };
}
