import { command } from '../../cli/command.ts';
import { escapeForTerminal } from '../../core/text.ts';

export const configPath = command({
  summary: 'Print the path of the config file',
  declare: (bare) => bare,
  shape: 'one',
  kind: () => [{ name: 'path' }],

  run: ({ settings: { file } }) => ({
    item: { path: file },
    page: () => `${escapeForTerminal(file)}\n`,
  }),

  description: 'It holds credentials and preferences; only you can read it.',
});
