import { missingAttributesError } from '../api/missing-attributes.ts';
import type { PricingTier } from '../api/responses.ts';
import { defineCommand } from '../cli/command.ts';
import { pluralize } from '../core/text.ts';
import { createTextCell, extraDataField, type TableCell } from '../output/field-list.ts';

export const tierCommand = defineCommand({
  summary: 'Show current tier, next tier and domains needed to advance',
  fields: () => [
    { name: 'current_tier' },
    { name: 'next_tier' },
    { name: 'domains_needed', label: 'needed', type: 'count', cell: domainsNeededCell },
    extraDataField,
  ],

  async run(context) {
    const item = await (await context.account.service()).tier();
    const { current_tier, next_tier, domains_needed } = item;
    if ((current_tier ?? next_tier ?? domains_needed) === null) {
      const { message } = missingAttributesError('the answer contains no tier', [item]);
      await context.output.warn(message);
    }
    return { item };
  },

  description: 'What the service does not say is shown as -, in JSON as null.',
  examples: { 'dotaf tier --jq .domains_needed': 'one number for a script' },
});

function domainsNeededCell({ domains_needed: count, next_tier }: PricingTier): TableCell {
  return createTextCell(
    count && `${pluralize(count, 'more domain')} to ${next_tier ?? 'the next tier'}`,
  );
}
