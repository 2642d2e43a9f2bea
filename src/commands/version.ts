import { command } from '../cli/command.ts';
import { versionKind } from '../local-kinds.ts';
import { version as number } from '../version.ts';

export const version = command({
  summary: 'Print the version',
  declare: (bare) => bare,
  kind: () => versionKind,

  run: () => ({ one: { version: number } }),

  page: (one) => `${one.version}\n`,
});
