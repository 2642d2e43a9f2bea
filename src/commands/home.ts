import { command } from '../cli/command.ts';
import { addPreferences } from '../cli/options.ts';
import { markOption } from '../compare/options.ts';
import { digestKind } from '../kinds.ts';

export const home = command({
  summary:
    'Show the week: the account, what expires, what has changed and how long the money lasts',
  declare: (bare) =>
    addPreferences(bare.optionsGroup('Options of dotaf alone:'), 'domains-file').addOption(
      markOption(),
    ),
  shape: 'object',
  kind: () => digestKind,

  async run(context, { mark }) {
    const { readHome } = await import('../account/home.ts');
    return readHome(context, mark);
  },
});
