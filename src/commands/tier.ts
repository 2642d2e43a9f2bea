import type { Tier } from '../api/answers.ts';
import { missingFactsFailure } from '../api/nothing-found.ts';
import { command } from '../cli/command.ts';
import { pluralize } from '../core/text.ts';
import { type Cell, extraField, type Kind, textCell } from '../output/kind.ts';

const tierKind: Kind<Tier> = [
  { name: 'current_tier' },
  { name: 'next_tier' },
  { name: 'domains_needed', label: 'needed', type: 'count', cell: neededCell },
  extraField,
];

export const tier = command({
  summary: 'Show current tier, next tier and domains needed to advance',
  declare: (bare) => bare,
  shape: 'one',
  kind: () => tierKind,

  async run(context) {
    const one = await (await context.account.service()).tier();
    const { current_tier, next_tier, domains_needed } = one;
    if ((current_tier ?? next_tier ?? domains_needed) === null) {
      const { message } = missingFactsFailure('the answer contains no tier', [one]);
      await context.output.warning(message);
    }
    return { one };
  },

  description: 'What the service does not say is shown as -, in JSON as null.',
  examples: [['dotaf tier --jq .domains_needed', 'one number for a script']],
});

function neededCell({ domains_needed: count, next_tier }: Tier): Cell {
  return textCell(count && `${pluralize(count, 'more domain')} to ${next_tier ?? 'the next tier'}`);
}
