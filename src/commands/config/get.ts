import { command } from '../../cli/command.ts';
import { preferenceArgument } from '../../cli/options.ts';
import { safeText } from '../../core/text.ts';
import { preferenceKind } from '../../local-kinds.ts';
import { pageOf } from '../../output/printer.ts';

export const configGet = command({
  summary: 'Print the value of one preference',
  declare: (bare) => bare.addArgument(preferenceArgument()),
  kind: () => preferenceKind,

  run: ({ settings }, _, key) => ({ one: settings.shownPreference(key) }),

  page: (_) => pageOf(({ value }) => `${safeText(value)}\n`),
});
