import type { Day } from '../core/dates.ts';
import { type Cell, extraPairs, painted, type Screen, shownText } from './cell.ts';
import { plainText, valueAt } from './fields.ts';
import { cellOf, type Kind, shownFields } from './kind.ts';
import { prepareToMeasure, widthOf, wrapped } from './measure.ts';
import type { Row } from './row.ts';

export type Pair = readonly [label: string, cell: Cell];

const gap = '  ';

/** A line for each pair that says something, and further ones for a value of many words. */
export async function details(pairs: readonly Pair[], screen: Screen): Promise<string> {
  const stated = pairs.filter(([, { text }]) => text !== '');
  const shown = stated.map(([label, cell]) => ({
    label: shownText({ text: label }, screen),
    text: shownText(cell, screen),
    cell,
  }));
  await prepareToMeasure(shown.flatMap(({ label, text }) => [label, text]));
  const labelWidth = shown.reduce((most, { label }) => Math.max(most, widthOf(label)), 0);
  const lines = shown.flatMap(({ label, text, cell }) =>
    wrapped(text, screen.columns - labelWidth - gap.length).map((part, at) => {
      const start = at === 0 ? label : '';
      const space = ' '.repeat(labelWidth - widthOf(start)) + gap;
      return `${painted({ text: start, style: 'dim' }, screen)}${space}${painted({ ...cell, text: part }, screen)}\n`;
    }),
  );
  return lines.join('');
}

/** The fields of a row one below the other, or why it has no answer. */
export function rowDetails<Value extends object>(
  kind: Kind<Value>,
  row: Row<Value>,
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
  const pairs = shownFields(kind, Number.isFinite(screen.columns)).flatMap((field): Pair[] => {
    if (field.type !== 'extra') return [[field.label ?? '', cellOf(field, value, today)]];
    return extraPairs(valueAt(value, 'extra')).map(([key, text]) => [key, { text }]);
  });
  return details(pairs, screen);
}
