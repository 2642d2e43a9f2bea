import type { Day } from '../core/dates.ts';
import { type Cell, extraPairs, painted, type Screen, shownText } from './cell.ts';
import { plainText, valueAt } from './fields.ts';
import { cellOf, type Field } from './kind.ts';
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
  const lines = shown.flatMap(({ label, text, style = 'plain' }) =>
    wrapped(text, screen.columns - labelWidth - gap.length).map((part, at) => {
      const start = at === 0 ? label : '';
      const space = ' '.repeat(labelWidth - widthOf(start)) + gap;
      return `${painted({ text: start, style: 'dim' }, screen)}${space}${painted({ text: part, style }, screen)}\n`;
    }),
  );
  return lines.join('');
}

export function rowDetails<Value extends object>(
  row: Row<Value>,
  fields: readonly Field<Value>[],
  today: Day,
  screen: Screen,
): Promise<string> {
  if ('failure' in row) {
    const asked = Object.entries(row.asked).map(
      ([name, value]): Pair => [name, { text: plainText(value) }],
    );
    return details([...asked, ['error', { text: row.failure.message, style: 'bad' }]], screen);
  }
  const { value } = row;
  const pairs = fields.flatMap((field): Pair[] => {
    if (field.name !== 'extra') return [[field.label ?? '', cellOf(field, value, today)]];
    return extraPairs(valueAt(value, 'extra')).map(([key, text]) => [key, { text }]);
  });
  return details(pairs, screen);
}
