import { hidden } from '../output/common-fields.ts';
import { type Kind, textCell } from '../output/kind.ts';

export const preferenceKind: Kind<{ source: string; origin: string | null }> = [
  { name: 'key' },
  { name: 'value' },
  { name: 'source', cell: ({ source, origin }) => textCell(`${source} ${origin ?? ''}`.trim()) },
  hidden('origin'),
  { name: 'summary', label: 'meaning', type: 'sentence' },
];
