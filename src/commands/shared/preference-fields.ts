import { createDataOnlyField } from '../../output/common-fields.ts';
import { createTextCell, type FieldList } from '../../output/field-list.ts';

export const preferenceFields: FieldList<{ source: string; origin: string | null }> = [
  { name: 'key' },
  { name: 'value' },
  {
    name: 'source',
    cell: ({ source, origin }) => createTextCell(`${source} ${origin ?? ''}`.trim()),
  },
  createDataOnlyField('origin'),
  { name: 'summary', label: 'meaning', type: 'sentence' },
];
