import type { Pair } from './details.ts';
import type { Pen } from './pictures.ts';
import type { Column } from './table.ts';
import type { Part } from './views.ts';

export function tablePart<Item>(columns: readonly Column<Item>[], items: readonly Item[]): Part {
  return async (style) => {
    if (items.length === 0) return '';
    const { Table } = await import('./table.ts');
    const table = await Table.of(columns, style, items);
    const rows = await Promise.all(items.map((item) => table.row(item)));
    return (await table.header()) + rows.join('');
  };
}

export function detailsPart(pairs: readonly Pair[]): Part {
  return async (style) => {
    const { details } = await import('./details.ts');
    return details(pairs, style);
  };
}

/** @param draw gives lines, and none where the terminal is too narrow for them */
export function picturePart(
  draw: (pictures: typeof import('./pictures.ts'), pen: Pen) => readonly string[],
): Part {
  return async ({ paint, picture }) => {
    if (picture === undefined) return '';
    const lines = draw(await import('./pictures.ts'), { ...picture, paint });
    return lines.map((line) => `${line}\n`).join('');
  };
}
