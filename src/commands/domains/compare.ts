import { command } from '../../cli/command.ts';
import { choiceOption } from '../../cli/options.ts';
import { mapOption } from '../../compare/options.ts';
import { differenceKind } from '../../kinds.ts';

export const domainsCompare = command({
  summary: "Compare the account's domains with a CSV file",
  declare: (bare) =>
    bare
      .argument('<file>', 'CSV with a header line, or names, one per line; - is stdin')
      .addOption(mapOption())
      .addOption(choiceOption('--expect <state>', 'exit 1 if anything differs', ['none'])),
  kind: () => differenceKind('file', 'account'),
  shape: 'list',

  async run(context, { map, expect }, file) {
    const { compareDomains } = await import('../../domains/compare.ts');
    const { list, failed } = await compareDomains(context, file, map);
    return { list, failed: expect && failed, empty: 'the account and the file agree' };
  },
});
