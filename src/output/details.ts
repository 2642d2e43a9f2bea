import { type Cell, extraPairs, painted, type Screen, shownText } from './cell.ts';
import { plainText, valueAt } from './fields.ts';
import { cellOf, type Field, labelOf } from './kind.ts';
import { prepareToMeasure, widthOf, wrapped } from './measure.ts';
import type { Row } from './row.ts';

export type Pair = readonly [label: string, cell: Cell];

const labelGap = '  ';

export async function details(pairs: readonly Pair[], screen: Screen): Promise<string> {
  const shown = pairs
    .filter(([, { text }]) => text !== '')
    .map(([label, cell]) => ({
      label: shownText({ text: label }, screen),
      text: shownText(cell, screen),
      style: cell.style,
    }));
  await prepareToMeasure(shown.flatMap(({ label, text }) => [label, text]));
  const labelWidth = Math.max(0, ...shown.map(({ label }) => widthOf(label)));
  let lines = '';
  for (const { label, text, style } of shown) {
    let start = label;
    for (const part of await wrapped(text, screen.columns - labelWidth - labelGap.length)) {
      const space = ' '.repeat(labelWidth - widthOf(start)) + labelGap;
      lines += `${painted(start, screen, 'dim')}${space}${painted(part, screen, style)}\n`;
      start = '';
    }
  }
  return lines;
}

/** A sentence on lines of its own. */
export async function paragraph(cell: Cell, screen: Screen, indent = ''): Promise<string> {
  const lines = await wrapped(shownText(cell, screen), screen.columns - indent.length);
  return lines.map((line) => `${indent}${painted(line, screen, cell.style)}\n`).join('');
}

export function rowDetails<Value extends object>(
  row: Row<Value>,
  fields: readonly Field<Value>[],
  screen: Screen,
): Promise<string> {
  const pairs = 'value' in row ? answerPairs(row, fields, screen) : failurePairs(row);
  return details(pairs, screen);
}

function answerPairs<Value extends object>(
  row: { value: Value },
  fields: readonly Field<Value>[],
  screen: Screen,
): Pair[] {
  return fields.flatMap((field): Pair[] => {
    if (field.name !== 'extra') return [[labelOf(field), cellOf(field, row, screen)]];
    const others = extraPairs(valueAt(row.value, 'extra'));
    return others.map(([key, text]) => [key, { text }]);
  });
}

function failurePairs({ asked, failure }: Extract<Row<never>, { asked: object }>): Pair[] {
  const about = Object.entries(asked).map(([name, value]): Pair => {
    return [name, { text: plainText(value) }];
  });
  return [...about, ['error', { text: failure.message, style: 'bad' }]];
}
