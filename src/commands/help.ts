import { command } from '../cli/command.ts';
import type { Tree } from '../cli/command-line.ts';
import { helpKind } from '../local-kinds.ts';

const noColumns = 'help has no columns; for a machine: dotaf help --json';

/** @param tree every command, this one among them */
export const helpCommand = (tree: () => Tree) =>
  command({
    summary: 'Explain a command or a topic',
    declare: (bare) =>
      bare
        .argument('[topic]', 'a command, or environment, exit-codes, options, scripting, skill')
        .argument('[subcommand]', 'such as ls in: dotaf help domains ls'),
    refuses: { '--csv': noColumns, '--fields': noColumns },

    kind: () => helpKind,

    async run(context, _options, ...words) {
      const { answerHelp } = await import('../help/pages.ts');
      const asked = words.flatMap((word) => word ?? []);
      return { text: await answerHelp(context, tree(), asked) };
    },
  });
