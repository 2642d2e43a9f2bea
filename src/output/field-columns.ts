import { plainText, valueAt } from './fields.ts';
import type { Cell, Column } from './table.ts';

/** A column out of one field of a record, as `--fields` names it. */
export function fieldColumn<Item>(field: string, recordOf: (item: Item) => object): Column<Item> {
  return {
    name: field,
    title: field.toUpperCase(),
    cell: (item) => fieldCell(recordOf(item), field),
  };
}

export function fieldCell(record: object, field: string): Cell {
  return { text: plainText(valueAt(record, field)) };
}

/** Why a row has no answer, beside whatever fields were chosen. */
export function errorColumn<Item>(recordOf: (item: Item) => object): Column<Item> {
  return {
    name: 'error.message',
    title: '',
    cell: (item) => ({
      text: String(valueAt(recordOf(item), 'error.message') ?? ''),
      style: 'bad',
    }),
    isWhole: true,
  };
}
