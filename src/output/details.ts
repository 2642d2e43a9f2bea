import { type Cell, painted, type Screen, shownText } from './cell.ts';
import { prepareToMeasure, widthOf, wrapped } from './measure.ts';

export type Pair = readonly [label: string, cell: Cell];

const gap = '  ';

/** In less room a broken value is harder to read than one that the terminal breaks. */
const leastRoom = 16;

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
  const room = screen.columns - labelWidth - gap.length;
  const lines = shown.flatMap(({ label, text, cell }) => {
    const isWhole = widthOf(text) <= room || room < leastRoom || !text.includes(' ');
    const parts = isWhole ? [text] : wrapped(text, room);
    return parts.map((part, at) => {
      const space = ' '.repeat(labelWidth - (at === 0 ? widthOf(label) : 0));
      const start = at === 0 ? painted({ text: label, style: 'dim' }, screen) : '';
      return `${start}${space}${gap}${painted({ ...cell, text: part }, screen)}`.trimEnd();
    });
  });
  return lines.map((line) => `${line}\n`).join('');
}
