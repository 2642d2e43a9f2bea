import { command } from '../cli/command.ts';
import { digestKind } from '../kinds.ts';

export const home = command({
  summary: 'Show the week: the account, what expires and what has changed',
  declare: (bare) => bare,
  shape: 'object',
  kind: () => digestKind,

  async run(context) {
    const { readHome } = await import('../account/home.ts');
    return readHome(context);
  },
});
