import { createHiddenField } from '../../output/common-fields.ts';
import { type FieldList, textCell } from '../../output/field-list.ts';

export const preferenceFields: FieldList<{ source: string; origin: string | null }> = [
  { name: 'key' },
  { name: 'value' },
  { name: 'source', cell: ({ source, origin }) => textCell(`${source} ${origin ?? ''}`.trim()) },
  createHiddenField('origin'),
  { name: 'summary', label: 'meaning', type: 'sentence' },
];
