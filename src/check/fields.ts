import type { Availability } from '../api/answers.ts';
import type { RetailPrice } from '../core/retail.ts';
import { getAvailability } from '../core/service-words.ts';
import { pluralize } from '../core/text.ts';
import { domain, hidden, retailKind, unicode } from '../output/common-fields.ts';
import {
  type Cell,
  extraField,
  type Field,
  type Kind,
  nothing,
  plainCell,
  staying,
  textCell,
} from '../output/kind.ts';

export type Checked = Availability & Partial<RetailPrice>;

export function checkKind(period: number, hasRetail: boolean): Kind<Checked> {
  const price: Field<never> = {
    name: 'pricing.amount',
    label: hasRetail ? 'cost' : `cost, ${pluralize(period, 'year')}`,
    type: 'money',
    currency: 'pricing.currency',
  };
  const availability: Field<Checked> = {
    name: 'availability',
    inData: 'never',
    cell: availabilityCell,
    unanswered: () => textCell('unknown', 'warn'),
    pinned: true,
  };
  return [
    domain,
    hidden('status'),
    hidden('available', 'flag'),
    availability,
    ofAvailable(price),
    hidden('pricing.currency'),
    hidden('years', 'count'),
    ...(hasRetail ? staying(retailKind).map(ofAvailable) : []),
    extraField,
    unicode,
  ];
}

/** The price of a taken name is of little use. */
function ofAvailable(field: Field<never>): Field<Checked> {
  return {
    ...field,
    cell: (value) => (value.available ? plainCell(field, value) : nothing),
  };
}

const saysOnlyTaken = ['taken', 'registered', 'already_registered', 'unavailable', 'not_available'];

/** Shows `taken (reserved)` where the word of the service says more than ours. */
function availabilityCell(value: Checked): Cell {
  const word = getAvailability(value);
  const status = value.status ?? word;
  const saysNoMore = [word, ...saysOnlyTaken].includes(status.toLowerCase());
  return textCell(saysNoMore ? word : `${word} (${status})`, availabilityStyles[word]);
}

const availabilityStyles = { available: 'good', taken: 'plain', unknown: 'warn' } as const;
