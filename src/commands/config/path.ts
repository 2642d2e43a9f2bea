import { command } from '../../cli/command.ts';
import { safeText } from '../../core/text.ts';
import { pathKind } from '../../local-kinds.ts';

export const configPath = command({
  summary: 'Print the path of the config file',
  declare: (bare) => bare,
  shape: 'one',
  kind: () => pathKind,

  run: ({ settings: { file } }) => ({ one: { path: file }, page: () => `${safeText(file)}\n` }),

  description: 'It holds credentials and preferences; only you can read it.',
});
