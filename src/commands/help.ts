import { textCommand } from '../cli/command.ts';
import type { Tree } from '../cli/command-line.ts';

const noColumns = 'help has no columns; for a machine: dotaf help --json';

/** @param tree every command, this one among them */
export const helpCommand = (tree: () => Tree) =>
  textCommand({
    summary: 'Explain a command or a topic',
    declare: (command) =>
      command
        .argument('[topic]', 'a command, or environment, exit-codes, options, scripting, skill')
        .argument('[subcommand]', 'such as ls in: dotaf help domains ls'),
    refuses: { '--csv': noColumns, '--fields': noColumns },

    async run(context, _options, ...words) {
      const { answerHelp } = await import('../help/pages.ts');
      return answerHelp(
        context,
        tree(),
        words.flatMap((word) => word ?? []),
      );
    },
  });
