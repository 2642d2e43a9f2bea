import { command } from '../../cli/command.ts';
import { choiceOption } from '../../cli/options.ts';
import { markOption } from '../../compare/options.ts';
import { differenceKind } from '../../kinds.ts';

export const domainsChanges = command({
  summary: "Show changes to the account's domains since the last look",
  declare: (bare) =>
    bare
      .addOption(markOption())
      .addOption(choiceOption('--expect <state>', 'exit 1 if anything differs', ['none'])),
  kind: () => differenceKind(),
  shape: 'list',

  async run(context, { mark, expect }) {
    const { domainChanges } = await import('../../domains/changes.ts');
    const { list, failed } = await domainChanges(context, { mark });
    return { list, failed: expect && failed };
  },
});
