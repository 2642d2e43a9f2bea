import { oneCommand } from '../../cli/command.ts';

export const configPath = oneCommand({
  summary: 'Print the path of the config file',
  declare: (command) => command,
  fields: ['path'],

  run: ({ settings }) => ({ path: settings.file.file }),

  view: () => ({ details: () => [], text: ({ path }) => path }),
});
