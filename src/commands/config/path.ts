import { oneCommand } from '../../cli/command.ts';

export const configPath = oneCommand({
  summary: 'Print the path of the config file',
  declare: (command) => command,
  examples: ['dotaf config path'],
  fields: ['path'],

  run: ({ settings }) => ({ path: settings.file.file }),

  view: () => ({ details: () => [], text: ({ path }) => path }),
});
