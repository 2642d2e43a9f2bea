import { oneCommand } from '../../cli/command.ts';

export const configPath = oneCommand<object, { path: string }>({
  summary: 'Print the path of the config file',
  examples: ['dotaf config path'],

  run: async (context) => ({ path: context.settings.file.file }),

  view: () => ({ fields: ['path'], details: () => [], text: ({ path }) => path }),
});
