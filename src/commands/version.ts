import { command } from '../cli/command.ts';
import { versionKind } from '../local-kinds.ts';
import { pageOf } from '../output/printer.ts';
import { version } from '../version.ts';

export const versionCommand = command({
  summary: 'Print the version',
  declare: (bare) => bare,
  kind: () => versionKind,

  run: () => ({ one: { version } }),

  page: (_) => pageOf((one) => `${one.version}\n`),
});
