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

/** Leaves the price cell empty for a taken name, which cannot be registered. */
function onlyIfAvailable(field: Field<never>): Field<CheckResult> {
  return {
    ...field,
    cell: (value) => (value.available ? formatDefaultCell(field, value) : emptyCell),
  };
}

const takenSynonyms = ['taken', 'registered', 'already_registered', 'unavailable', 'not_available'];

/** Appends the API's status, as in `taken (reserved)`, unless it is a synonym of ours. */
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
