import { command } from '../cli/command.ts';
import type { Tree } from '../cli/command-line.ts';
import { ValueArgument } from '../cli/options.ts';

export const helpCommand = (tree: () => Tree) =>
  command({
    summary: 'Explain a command or a topic',
    declare: (bare) =>
      bare
        .addArgument(
          new ValueArgument(
            '[topic]',
            'a command, or environment, exit-codes, field-names, options, scripting, skill',
            'topics',
          ),
        )
        .addArgument(
          new ValueArgument('[subcommand]', 'such as ls in: dotaf help domains ls', 'subcommands'),
        ),
    shape: 'object',

    async run(context, _options, ...typed) {
      const { describe } = await import('../help/describe.ts');
      const { findCommand, screenPage } = await import('../help/pages.ts');
      const words = typed.flatMap((word) => word ?? []);
      const described = describe(tree());
      if (!context.options.json && context.options.jq === undefined) {
        return { text: await screenPage(context, described, words) };
      }
      return { one: findCommand(described, words)?.json ?? described.json };
    },

    description: '--help before or after a command shows its page, too.',
    examples: [['dotaf help --json', 'every command with its options, arguments and fields']],
  });
