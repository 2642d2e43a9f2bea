import { defineCommand } from '../../cli/command.ts';
import { escapeForTerminal } from '../../core/text.ts';

export const configPathCommand = defineCommand({
  summary: 'Print the path of the config file',
  fields: () => [{ name: 'path' }],

  run: ({ settings: { file } }) => ({
    item: { path: file },
    page: () => `${escapeForTerminal(file)}\n`,
  }),

  description: 'It holds credentials and preferences; only you can read it.',
});
