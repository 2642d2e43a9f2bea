import type { Availability } from '../api/responses.ts';
import { getAvailability } from '../core/api-vocabulary.ts';
import type { RetailPrice } from '../core/retail.ts';
import { pluralize } from '../core/text.ts';
import {
  createHiddenField,
  domainField,
  retailFields,
  unicodeNameField,
} from '../output/common-fields.ts';
import {
  type Cell,
  emptyCell,
  extraField,
  type Field,
  type FieldList,
  formatDefaultCell,
  pinFields,
  textCell,
} from '../output/field-list.ts';

export type CheckResult = Availability & Partial<RetailPrice>;

export function checkFields(years: number, hasRetail: boolean): FieldList<CheckResult> {
  const priceField: Field<never> = {
    name: 'pricing.amount',
    label: hasRetail ? 'cost' : `cost, ${pluralize(years, 'year')}`,
    type: 'money',
    currency: 'pricing.currency',
  };
  const availabilityField: Field<CheckResult> = {
    name: 'availability',
    inData: 'never',
    cell: availabilityCell,
    failureCell: () => textCell('unknown', 'warn'),
    pinned: true,
  };
  return [
    domainField,
    createHiddenField('status'),
    createHiddenField('available', 'flag'),
    availabilityField,
    onlyIfAvailable(priceField),
    createHiddenField('pricing.currency'),
    createHiddenField('years', 'count'),
    ...(hasRetail ? pinFields(retailFields).map(onlyIfAvailable) : []),
    extraField,
    unicodeNameField,
  ];
}

/** Leaves the field's cell empty if the name is not available and so cannot be registered. */
function onlyIfAvailable(field: Field<never>): Field<CheckResult> {
  return {
    ...field,
    cell: (value) => (value.available ? formatDefaultCell(field, value) : emptyCell),
  };
}

const takenSynonyms = ['taken', 'registered', 'already_registered', 'unavailable', 'not_available'];

/**
 * Formats the availability, followed by the API's own status, as in `taken (reserved)`. The status
 * is omitted if it means the same as the availability.
 */
function availabilityCell(value: CheckResult): Cell {
  const availability = getAvailability(value);
  const status = value.status ?? availability;
  const isSynonym = [availability, ...takenSynonyms].includes(status.toLowerCase());
  return textCell(
    isSynonym ? availability : `${availability} (${status})`,
    availabilityStyles[availability],
  );
}

const availabilityStyles = { available: 'good', taken: 'plain', unknown: 'warn' } as const;
