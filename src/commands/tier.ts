import { nothingFound } from '../api/nothing-found.ts';
import { command } from '../cli/command.ts';
import { tierKind } from '../kinds.ts';

export const tier = command({
  summary: 'Show current tier, next tier and domains needed to advance',
  declare: (bare) => bare,
  shape: 'one',
  kind: () => tierKind,

  async run(context) {
    const one = await (await context.account.service()).tier();
    const { current_tier, next_tier, domains_needed } = one;
    if ((current_tier ?? next_tier ?? domains_needed) === null) {
      const { message } = nothingFound('the answer contains no tier', [one]);
      await context.output.warning(message);
    }
    return { one };
  },

  description: 'What the service does not say is shown as -, in JSON as null.',
  examples: [['dotaf tier --jq .domains_needed', 'one number for a script']],
});
