import { oneCommand } from '../cli/command.ts';
import { version } from '../version.ts';

export const versionCommand = oneCommand({
  summary: 'Print the version',
  declare: (command) => command,
  fields: ['version'],

  run: () => ({ version }),

  view: () => ({ details: () => [], text: (answer) => answer.version }),
});
