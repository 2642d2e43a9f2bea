import { command } from '../cli/command.ts';
import { ValueArgument } from '../cli/options.ts';
import type { Program } from '../cli/parser.ts';

export const helpCommand = (buildProgram: () => Program) =>
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
      const { findDescribed, helpPage, maxColumns } = await import('../help/pages.ts');
      const words = typed.flatMap((word) => word ?? []);
      const described = describe(buildProgram());
      if (!context.options.json && context.options.jq === undefined) {
        const { output, system } = context;
        const paint = await output.colorizer();
        const columns = output.isTerminal ? system.stdout.columns : maxColumns;
        const heading = (text: string) => paint('strong', text);
        const look = { columns: Math.min(maxColumns, columns), heading };
        return { text: helpPage(described, words, look) };
      }
      return { item: findDescribed(described, words)?.json ?? described.json };
    },

    description: '--help before or after a command shows its page, too.',
    examples: [['dotaf help --json', 'every command with its options, arguments and fields']],
  });
