import type { AvailabilityResult } from '../api/responses.ts';
import { getAvailabilityState } from '../core/api-vocabulary.ts';
import type { RenewalPrice, RetailPrice } from '../core/pricing.ts';
import { pluralize } from '../core/text.ts';
import {
  createDataOnlyField,
  createDefaultCell,
  createRenewalPriceFields,
  createRetailPriceFields,
  createTextCell,
  domainNameField,
  emptyCell,
  extraDataField,
  type Field,
  type FieldList,
  type PriceFieldOptions,
  unicodeNameField,
} from '../output/field-list.ts';

/** `checked_at` is the time of the response; null if the `--out` file lacks it. */
export type TimestampedAvailability = AvailabilityResult & { checked_at: string | null };

export type CheckResult = TimestampedAvailability & Partial<RetailPrice & RenewalPrice>;

export interface PlannedCheck {
  domain: string;
  error: object | null;
}

export const plannedCheckFields: FieldList<PlannedCheck> = [
  domainNameField,
  { name: 'error.message', label: 'problem', type: 'sentence', inData: 'never' },
];

export function getCheckFields(years: number, columns: PriceFieldOptions): FieldList<CheckResult> {
  const { hasRetail, rate } = columns;
  const priceFields = [
    ...(hasRetail ? createRetailPriceFields(rate) : []),
    ...createRenewalPriceFields(columns),
  ];
  return [
    domainNameField,
    createDataOnlyField('status'),
    createDataOnlyField('available', 'flag'),
    {
      name: 'availability',
      inData: 'never',
      cell(value) {
        const availability = getAvailabilityState(value);
        const status = value.status ?? availability;
        const isSynonym = [availability, ...takenSynonyms].includes(status.toLowerCase());
        return createTextCell(
          isSynonym ? availability : `${availability} (${status})`,
          availabilityStyles[availability],
        );
      },
      errorCell: () => createTextCell('unknown', 'warn'),
      pinned: true,
      minWidth: 12,
    },
    onlyIfAvailable({
      name: 'pricing.amount',
      label: hasRetail && years === 1 ? 'cost' : `cost, ${pluralize(years, 'year')}`,
      type: 'money',
      currency: 'pricing.currency',
    }),
    createDataOnlyField('pricing.currency'),
    createDataOnlyField('years', 'count'),
    createDataOnlyField('checked_at'),
    ...priceFields.map(onlyIfAvailable),
    extraDataField,
    unicodeNameField,
  ];
}

function onlyIfAvailable(field: Field<never>): Field<CheckResult> {
  return {
    ...field,
    cell: (value) => (value.available ? createDefaultCell(field, value) : emptyCell),
  };
}

const takenSynonyms = ['taken', 'registered', 'already_registered', 'unavailable', 'not_available'];

const availabilityStyles = { available: 'good', taken: 'plain', unknown: 'warn' } as const;
