import { command } from '../cli/command.ts';
import { tierKind } from '../kinds.ts';

export const tier = command({
  summary: 'Show current tier, next tier and domains needed to advance',
  declare: (bare) => bare,
  kind: () => tierKind,
  everyProfile: {},

  run: async (context) => ({ one: await (await context.service()).tier() }),
});
