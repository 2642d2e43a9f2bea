import { command } from '../../cli/command.ts';
import { safeText } from '../../core/text.ts';
import { pathKind } from '../../local-kinds.ts';
import { pageOf } from '../../output/printer.ts';

export const configPath = command({
  summary: 'Print the path of the config file',
  declare: (bare) => bare,
  kind: () => pathKind,

  run: ({ settings }) => ({ one: { path: settings.file.file } }),

  page: (_) => pageOf(({ path }) => `${safeText(path)}\n`),
});
