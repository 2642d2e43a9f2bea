import type { Day } from '../core/dates.ts';
import { type Cell, extraPairs, painted, type Screen, shownText } from './cell.ts';
import { plainText, valueAt } from './fields.ts';
import { cellOf, type Field, labelOf } from './kind.ts';
import { prepareToMeasure, widthOf, wrapped } from './measure.ts';
import type { Row } from './row.ts';

export type Pair = readonly [label: string, cell: Cell];

const gap = '  ';

export async function details(pairs: readonly Pair[], screen: Screen): Promise<string> {
  const shown = pairs
    .filter(([, { text }]) => text !== '')
    .map(([label, cell]) => ({
      label: shownText({ text: label }, screen),
      text: shownText(cell, screen),
      style: cell.style,
    }));
  await prepareToMeasure(shown.flatMap(({ label, text }) => [label, text]));
  const labelWidth = shown.reduce((most, { label }) => Math.max(most, widthOf(label)), 0);
  let lines = '';
  for (const { label, text, style = 'plain' } of shown) {
    let start = label;
    for (const part of wrapped(text, screen.columns - labelWidth - gap.length)) {
      const space = ' '.repeat(labelWidth - widthOf(start)) + gap;
      lines += painted({ text: start, style: 'dim' }, screen) + space;
      lines += `${painted({ text: part, style }, screen)}\n`;
      start = '';
    }
  }
  return lines;
}

export function rowDetails<Value extends object>(
  row: Row<Value>,
  fields: readonly Field<Value>[],
  today: Day,
  screen: Screen,
): Promise<string> {
  const pairs: Pair[] = [];
  if ('failure' in row) {
    for (const [name, value] of Object.entries(row.asked)) {
      pairs.push([name, { text: plainText(value) }]);
    }
    pairs.push(['error', { text: row.failure.message, style: 'bad' }]);
    return details(pairs, screen);
  }
  for (const field of fields) {
    if (field.name !== 'extra') pairs.push([labelOf(field), cellOf(field, row, today)]);
    else {
      const found = extraPairs(valueAt(row.value, 'extra'));
      for (const [key, text] of found) pairs.push([key, { text }]);
    }
  }
  return details(pairs, screen);
}
